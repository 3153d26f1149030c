import { serviceDocument } from '../../contract/openapi.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import type { ServedDeployment } from './read-request.js';
import { withExecutable } from './request-check.js';
import type { Route } from './route.js';

/** Where a local deployment is served. */
export interface ServedUrls {
  readonly simulatorUrl: string;
  readonly observerUrl: string;
}

/** What the document shows of a deployment beside its conventions. */
interface DocumentExamples {
  readonly requests: Readonly<Record<string, LooseSimulationRequest>>;
  /** The newest operations that it knows. */
  readonly operationIds: () => readonly string[];
}

/** Serves the document of both operations, which either server has; not a part of the interface. */
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
