import type { SmokeOutcome } from '../smoke-run.js';

/** A request was not sent. Its outcome is what comes of the check that it is for. Stays within smoke runs. */
export class NotAskedError extends Error {
  readonly outcome: SmokeOutcome;

  constructor(outcome: SmokeOutcome) {
    super(outcome.message);
    this.outcome = outcome;
  }
}
