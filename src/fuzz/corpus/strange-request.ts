import type { CasePlan, CaseRequest } from '../../checks/case/case-plan.js';
import { requestsOf } from '../../checks/case/requests-of.js';
import { isBuiltIn } from '../../endpoint/built-in.js';
import type { Endpoint } from '../../endpoint/endpoint.js';
import { pathParam } from '../../endpoint/endpoint.js';

/** The first request of a case that a deployment cannot be asked, and what it lacks: the endpoint, or its path. */
export interface StrangeRequest {
  readonly endpoint: string;
  readonly lacks: 'endpoint' | 'path';
}

/** Finds the first request of a case that asks none of the built-in endpoints, nor one of the custom ones at its path. */
export function strangeRequest(plan: CasePlan, endpoints: readonly Endpoint[]): StrangeRequest | undefined {
  for (const request of requestsOf(plan)) {
    const { endpoint } = request;
    if (isBuiltIn(endpoint)) continue;
    const own = endpoints.find(({ name }) => name === endpoint);
    if (own === undefined) return { endpoint, lacks: 'endpoint' };
    if (!isAtPathOf(own, request)) return { endpoint, lacks: 'path' };
  }
  return undefined;
}

/** A file must not lead a campaign to what its endpoint does not stand for. */
function isAtPathOf({ path: template, params }: Endpoint, request: CaseRequest): boolean {
  const path = 'path' in request ? request.path : undefined;
  if (path === undefined || params === undefined) return path === undefined && params === undefined;
  const segments = path.split('/');
  const places = template.split('/');
  return (
    segments.length === places.length &&
    places.every((place, at) =>
      place.search(pathParam) < 0 ? place === segments[at] : !['', '.', '..'].includes(segments[at] ?? ''),
    )
  );
}
