import { CrosscheckError } from './base-error.js';

/** An assertion could not be judged either way: what came is no verdict. Passes in neither polarity. */
export class InconclusiveError extends CrosscheckError {
  override readonly name = 'InconclusiveError';
  readonly code = 'INCONCLUSIVE';
}
