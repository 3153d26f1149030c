import type { CaseRequest, Expectation, HttpCaseRequest } from '../case/case-plan.js';

const names: Readonly<Record<Expectation['kind'], string>> = {
  simulated: 'a valid request',
  rejected: 'an invalid request',
  known: 'a query for a known operation',
  unknown: 'a query for an unknown operation',
  answered: 'a valid request',
  'wrong-method': 'a method that the endpoint does not have',
  'no-server-error': 'an odd request',
};

/** Names the kind of a request for classes and messages: `a valid request`. */
export function requestKind({ expect }: CaseRequest): string {
  return names[expect.kind];
}

/** The kinds of requests that a campaign counts. Valid ones must be answered, if only with "not found". */
export const countedKinds = ['valid requests', 'invalid requests', 'odd requests'] as const;

/** One of {@link countedKinds}. */
export type CountedKind = (typeof countedKinds)[number];

/** Returns the kind under which a request is counted. */
export function countedKind(request: CaseRequest): CountedKind {
  const { kind } = request.expect;
  if (!isHttp(request) || kind === 'no-server-error' || kind === 'wrong-method') return 'odd requests';
  return kind === 'rejected' ? 'invalid requests' : 'valid requests';
}

/** Returns the invalid field of a request, which distinguishes causes; `''` if there is none. */
export function rejectedPath({ expect }: CaseRequest): string {
  return expect.kind === 'rejected' ? expect.path : '';
}

/** Returns whether a request is sent as HTTP, so that the service answers it and not the HTTP server in front of it. */
export function isHttp(request: CaseRequest): request is HttpCaseRequest {
  return !('wire' in request);
}

/** Returns whether a request is HTTP with the method of its endpoint. */
export function hasRightMethod(request: CaseRequest): request is HttpCaseRequest {
  return isHttp(request) && request.expect.kind !== 'wrong-method';
}
