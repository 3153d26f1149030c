import { isInconclusive } from '../../checks/case/inconclusive-answers.js';
import type { Observation } from '../../checks/case/observation.js';

/** Requests in a row of which nothing could be said, after which the deployment may be gone. Assumption. */
const maxInRow = 200;
/** How long nothing can be seen until then, in milliseconds. Assumption. */
const longestMs = 10_000;
/** The same while no case ends either, as when each request is told to come later. Assumption. */
const longestWaitMs = 30_000;

/** Whether nothing can be said of a request. Of one that is no right HTTP, a closed connection says enough. */
export function isInconclusiveFor(observation: Observation): boolean {
  const isRejection = 'wire' in observation.request && observation.failure?.kind === 'closed';
  return isInconclusive(observation) && !isRejection;
}

/** Watches whether anything is still to be seen of a deployment. */
export class OutageDetector {
  #inconclusiveInRow = 0;
  #seenAtMs: number;

  constructor(nowMs: number) {
    this.#seenAtMs = nowMs;
  }

  /** Gives true when nothing has been seen for so long that a control request should tell. */
  isDoubtful(observations: readonly Observation[], nowMs: number): boolean {
    for (const observation of observations) {
      if (!isInconclusiveFor(observation)) this.reset(nowMs);
      else this.#inconclusiveInRow++;
    }
    return (
      this.#inconclusiveInRow >= maxInRow ||
      (this.#inconclusiveInRow > 0 && nowMs - this.#seenAtMs >= longestMs)
    );
  }

  /** Gives true when nothing has been seen for so long, whether requests ended or not. */
  isWaiting(nowMs: number): boolean {
    return nowMs - this.#seenAtMs >= longestWaitMs;
  }

  /** Something was seen. */
  reset(nowMs: number): void {
    this.#inconclusiveInRow = 0;
    this.#seenAtMs = nowMs;
  }
}
