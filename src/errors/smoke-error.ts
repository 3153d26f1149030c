import { CrosscheckError } from './base-error.js';

/** A check of a smoke suite failed: the deployment does not work as it must. */
export class SmokeFailedError extends CrosscheckError {
  override readonly name = 'SmokeFailedError';
  readonly code = 'SMOKE_FAILED';
}
