import { isInconclusive } from '../../checks/case/inconclusive-answers.js';
import type { Observation } from '../../checks/case/observation.js';

/** Number of consecutive inconclusive requests after which the deployment may be gone. Assumption. */
const maxInRow = 200;
/** Time without a conclusive request after which the deployment may be gone, in milliseconds. Assumption. */
const longestMs = 10_000;
/** The same while no case ends, for example because each request must be retried later. Assumption. */
const longestWaitMs = 30_000;

/** Detects that a deployment may be gone. */
export class OutageDetector {
  #inconclusiveInRow = 0;
  #seenAtMs: number;

  constructor(nowMs: number) {
    this.#seenAtMs = nowMs;
  }

  /** Returns true if requests have been inconclusive for so long that a control request must decide. */
  isDoubtful(observations: readonly Observation[], nowMs: number): boolean {
    for (const observation of observations) {
      if (!isInconclusive(observation)) this.reset(nowMs);
      else this.#inconclusiveInRow++;
    }
    return (
      this.#inconclusiveInRow >= maxInRow ||
      (this.#inconclusiveInRow > 0 && nowMs - this.#seenAtMs >= longestMs)
    );
  }

  /** Returns true if nothing conclusive has been seen for too long, whether requests ended or not. */
  isWaiting(nowMs: number): boolean {
    return nowMs - this.#seenAtMs >= longestWaitMs;
  }

  /** Called after a conclusive request. */
  reset(nowMs: number): void {
    this.#inconclusiveInRow = 0;
    this.#seenAtMs = nowMs;
  }
}
