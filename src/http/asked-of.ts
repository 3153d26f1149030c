import type { Deployment } from '../deployment/deployment.js';
import type { HttpError } from '../errors.js';
import type { Endpoint } from './planned-request.js';

/** What a call asked. */
export interface Asked {
  readonly deployment: Deployment;
  readonly endpoint: Endpoint;
}

const asked = new WeakMap<HttpError, Asked>();

/** Notes what the call asked that ended with an error. */
export function noteAsked(error: HttpError, what: Asked): void {
  asked.set(error, what);
}

/** What the call asked that ended with an error; undefined of an error that no client threw. */
export function askedOf(error: HttpError): Asked | undefined {
  return asked.get(error);
}
