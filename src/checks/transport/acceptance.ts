import type { Answer } from '../case/observation.js';
import { isSuccess } from './statuses.js';

/**
 * Tells whether an answer says that a request was taken. A page with status 200 does not: it is what something else than
 * the endpoint answers to anything, and `malformed-json`'s.
 */
export function isAccepted({ status, text, json }: Answer): boolean {
  return isSuccess(status) && ('value' in json || text === '');
}
