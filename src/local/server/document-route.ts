import type { OpenApiDocument } from '../../contract/document/openapi-parts.js';
import { serviceDocument } from '../../contract/document/service-document.js';
import type { ServedDeployment } from './read-request.js';
import { withExecutable } from './request-check.js';
import type { Route } from './route.js';

/** Where a local deployment is served. */
export interface ServedUrls {
  readonly simulatorUrl: string;
  readonly observerUrl: string;
}

/** Serves the document of both operations, which either server has; not a part of the interface. */
export function documentRoute({ chains, conventions }: ServedDeployment, urls: () => ServedUrls): Route {
  let document: OpenApiDocument | undefined;
  return {
    method: 'GET',
    path: '/openapi.json',
    parameters: [],
    answer() {
      // Few ask for it, and everybody would wait for it.
      document ??= serviceDocument({
        ...urls(),
        name: 'a crosscheck local deployment',
        chains,
        conventions: withExecutable(conventions),
      });
      return document;
    },
  };
}
