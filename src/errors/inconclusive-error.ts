import { CrosscheckError, type ErrorParts } from './base-error.js';

/** An assertion could not be judged either way: what came is no verdict. Passes in neither polarity. */
export class InconclusiveError extends CrosscheckError {
  override readonly name = 'InconclusiveError';
  readonly code = 'INCONCLUSIVE';
}

/** It could not be established that the service is where a deployment says it is, so that its "not found" says nothing. */
export class PreflightError extends InconclusiveError {
  /** In a few words: `the observer answers every path alike`. */
  readonly reason: string;

  constructor(reason: string, parts: ErrorParts) {
    super(parts);
    this.reason = reason;
  }
}
