import { type CasePlan, type CaseRequest, caseRequests } from '../../checks/case/case-plan.js';
import { isBuiltIn } from '../../endpoint/built-in.js';
import { type Endpoint, isSegment, pathParam } from '../../endpoint/endpoint.js';
import { UsageError } from '../../errors.js';
import { meantName } from '../../internal/closest.js';

/** A case calls a custom endpoint that the deployment does not have, or has at another path. */
export class UnknownEndpointError extends UsageError {
  readonly summary: string;

  /** @param summary - A sentence about what the case calls. */
  constructor(summary: string) {
    super(summary, ['What to do: pass the endpoint that defineEndpoint returned in endpoints']);
    this.summary = summary;
  }
}

/** Throws an {@link UnknownEndpointError} when a case calls an endpoint that is not among those given. */
export function assertKnownEndpoints(plan: CasePlan, endpoints: readonly Endpoint[]): void {
  const unknown = unknownEndpoint(plan, endpoints);
  if (unknown === undefined) return;
  const { endpoint, lacks } = unknown;
  if (lacks === 'path')
    throw new UnknownEndpointError(
      `The case sends requests to the endpoint ${endpoint} at a path that it does not have`,
    );
  const meant = meantName(
    endpoint,
    endpoints.map(({ name }) => name),
  );
  throw new UnknownEndpointError(
    `The case sends requests to the endpoint ${endpoint}, which is unknown${meant === undefined ? '' : `; did you mean ${meant}?`}`,
  );
}

/** An endpoint that a case calls and a deployment does not have, and what is missing: the endpoint, or its path. */
interface UnknownEndpoint {
  readonly endpoint: string;
  readonly lacks: 'endpoint' | 'path';
}

/** Returns the first endpoint that a case calls and that is neither built in nor among the given ones at its path. */
export function unknownEndpoint(plan: CasePlan, endpoints: readonly Endpoint[]): UnknownEndpoint | undefined {
  for (const request of caseRequests(plan)) {
    const { endpoint } = request;
    if (isBuiltIn(endpoint)) continue;
    const known = endpoints.find(({ name }) => name === endpoint);
    if (known === undefined) return { endpoint, lacks: 'endpoint' };
    if (!isAtPathOf(known, request)) return { endpoint, lacks: 'path' };
  }
  return undefined;
}

/** A file must not make a campaign call paths other than those of its endpoints. */
function isAtPathOf({ path: template, params }: Endpoint, request: CaseRequest): boolean {
  const path = 'path' in request ? request.path : undefined;
  if (path === undefined || params === undefined) return path === undefined && params === undefined;
  const segments = path.split('/');
  const places = template.split('/');
  return (
    segments.length === places.length &&
    places.every((place, at) =>
      place.search(pathParam) < 0 ? place === segments[at] : isSegment(segments[at] ?? ''),
    )
  );
}
