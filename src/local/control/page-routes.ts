import { pagePolicy, readPage } from '../page/page.js';
import { Content } from '../server/http-answer.js';
import type { Route } from '../server/router.js';

/** The page that shows the deployment, file by file. */
export function pageRoutes(): Route[] {
  return readPage().map(({ path, contentType, body }) => ({
    method: 'GET',
    path,
    parameters: [],
    answer: async () =>
      new Content((response) => {
        response.writeHead(200, {
          'content-type': contentType,
          'content-length': Buffer.byteLength(body),
          'content-security-policy': pagePolicy,
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'no-store',
        });
        response.end(body);
      }),
  }));
}
