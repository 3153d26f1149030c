import { readAsset } from '../../internal/package-manifest.js';

/** A file of the page, and the path at which it is served. */
interface PageFile {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

/**
 * The `content-security-policy` of every file: the page may load its own files and read from its own origin, nothing else.
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Reads the files of the page of the control listener. The page shows operations, their stages over time, and epochs with
 * their Merkle trees. It changes nothing.
 */
export function readPage(): readonly PageFile[] {
  const css = 'text/css; charset=utf-8';
  return [
    { path: '/', contentType: 'text/html; charset=utf-8', body: readAsset('local-page.html') },
    { path: '/page/drawings.css', contentType: css, body: readAsset('drawings.css') },
    { path: '/page/page.css', contentType: css, body: readAsset('page.css') },
    {
      path: '/page/show-page.js',
      contentType: 'text/javascript; charset=utf-8',
      body: readAsset('local-page.js'),
    },
  ];
}
