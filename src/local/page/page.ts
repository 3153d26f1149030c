import { readAsset } from '../../internal/package-manifest.js';

/** A file of the page, and the path at which it is served. */
interface PageFile {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

/**
 * The `content-security-policy` of every file: the page may load its own files and call its own origin, nothing else.
 * A text cannot become markup.
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
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * Reads the files of the page of the control listener. The page shows operations, their stages over time, and epochs with
 * their Merkle trees, and controls the deployment.
 */
export function readPage(): readonly PageFile[] {
  const file = (path: string, type: string, asset: string): PageFile => ({
    path,
    contentType: `${type}; charset=utf-8`,
    body: readAsset(asset),
  });
  return [
    file('/', 'text/html', 'local-page.html'),
    file('/page/page.css', 'text/css', 'local-page.css'),
    file('/page/page.js', 'text/javascript', 'local-page.js'),
  ];
}
