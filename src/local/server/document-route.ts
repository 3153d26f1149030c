import { serviceDocument } from '../../contract/openapi.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import type { ServedDeployment } from './read-request.js';
import { withExecutable } from './request-check.js';
import type { Route } from './route.js';

/** The addresses of a local deployment. */
export interface ServedUrls {
  readonly simulatorUrl: string;
  readonly observerUrl: string;
}

/** What the document shows of a deployment besides its conventions. */
interface DocumentExamples {
  readonly requests: Readonly<Record<string, LooseSimulationRequest>>;
  /** Returns the newest operations. */
  readonly operationIds: () => readonly string[];
}

/** Serves the OpenAPI document of both endpoints, on either server. Not part of the interface. */
export function documentRoute(
  { chains, conventions }: ServedDeployment,
  urls: () => ServedUrls,
  { requests, operationIds }: DocumentExamples,
): Route {
  return {
    method: 'GET',
    path: '/openapi.json',
    parameters: [],
    answer() {
      return serviceDocument({
        ...urls(),
        name: 'a crosscheck local deployment',
        chains,
        conventions: withExecutable(conventions),
        requests,
        operationIds: operationIds(),
      });
    },
  };
}
