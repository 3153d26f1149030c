import drawingsCss from './browser/drawings.css?raw';
import pageCss from './browser/page.css?raw';
import html from './browser/page.html?raw';
import script from './browser/show-page.js?bundled';

/** One file of the page, and where it is served. */
export interface PageFile {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

/**
 * What a browser may do with the page: load its own files and read from where it came, nothing else. For the header
 * `content-security-policy` of every file.
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
 * The page of the control listener, as it is served: it shows operations, their stages over time, and epochs with
 * their Merkle trees. It only reads.
 */
export const page: readonly PageFile[] = [
  { path: '/', contentType: 'text/html; charset=utf-8', body: html },
  ...Object.entries({ drawings: drawingsCss, page: pageCss }).map(([name, body]) => ({
    path: `/page/${name}.css`,
    contentType: 'text/css; charset=utf-8',
    body,
  })),
  { path: '/page/show-page.js', contentType: 'text/javascript; charset=utf-8', body: script },
];
