import { brandError, composeMessage } from './base-error.js';

/** A function was called with something it does not take. Says what was meant. */
export class UsageError extends TypeError {
  readonly code = 'USAGE';
  override readonly name = 'UsageError';

  constructor(summary: string, details: readonly string[] = [], cause?: unknown) {
    super(composeMessage(summary, details), cause === undefined ? undefined : { cause });
    brandError(this);
  }
}
