import type { CasePlan, CaseRequest } from '../../checks/case/case-plan.js';
import { isOfInterface } from '../../checks/case/operation-facts.js';
import { requestsOf } from '../../checks/case/requests-of.js';
import { pathParam } from '../../contract/operations.js';
import type { Endpoint } from '../../endpoint/endpoint.js';

/** The first request of a case that a deployment cannot be asked, and what it lacks: the operation, or its path. */
export interface StrangeRequest {
  readonly operation: string;
  readonly lacks: 'operation' | 'path';
}

/** Finds the first request of a case that asks none of the interface's operations, nor one of the own ones at its path. */
export function strangeRequest(plan: CasePlan, operations: readonly Endpoint[]): StrangeRequest | undefined {
  for (const request of requestsOf(plan)) {
    const { operation } = request;
    if (isOfInterface(operation)) continue;
    const own = operations.find(({ name }) => name === operation);
    if (own === undefined) return { operation, lacks: 'operation' };
    if (!isAtPathOf(own, request)) return { operation, lacks: 'path' };
  }
  return undefined;
}

/** A file must not lead a campaign to what its operation does not stand for. */
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
