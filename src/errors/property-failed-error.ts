import { CrosscheckError } from './base-error.js';

/** A property does not hold: the message has the counterexample, the cause is the error that it ended with. */
export class PropertyFailedError extends CrosscheckError {
  override readonly name = 'PropertyFailedError';
  readonly code = 'PROPERTY_FAILED';
}
