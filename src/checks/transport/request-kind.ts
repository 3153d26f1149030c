import type { CaseRequest, Expectation, HttpCaseRequest } from '../case/case-plan.js';

const names: Readonly<Record<Expectation['kind'], string>> = {
  simulated: 'a valid request',
  rejected: 'an invalid request',
  known: 'a query for a known operation',
  unknown: 'a query for an unknown operation',
  answered: 'a valid request',
  'wrong-method': 'a method that the endpoint does not have',
  survived: 'an odd request',
};

/** Names the kind of a request for classes and messages: `a valid request`. */
export function requestKind({ expect }: CaseRequest): string {
  return names[expect.kind];
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
