import type { SmokeOutcome } from '../smoke-run.js';

/** A request was not sent; `outcome` is the outcome of its check. Never leaves a smoke run. */
export class NotSentError extends Error {
  readonly outcome: SmokeOutcome;

  constructor(outcome: SmokeOutcome) {
    super(outcome.message);
    this.outcome = outcome;
  }
}
