import { setTimeout as pause } from 'node:timers/promises';

/** What one round of load knows: the operations that it submitted, and which of them a restored snapshot took back. */
export function createRound(forMs) {
  const submitted = new Set();
  const forgotten = new Set();
  const end = performance.now() + forMs;
  let submitting = 0;
  let isHeld = false;
  const isOver = () => performance.now() >= end;
  return {
    submitted,
    forgotten,
    isOver,
    /** Does something again and again until the round is over. */
    async repeat(work) {
      while (!isOver()) await work();
    },
    async submit(submission) {
      while (isHeld) await pause(5);
      submitting++;
      try {
        submitted.add(await submission());
      } finally {
        submitting--;
      }
    },
    /** Does something while nothing is being submitted, so that one knows which operations came before it. */
    async withoutSubmissions(work) {
      isHeld = true;
      try {
        while (submitting > 0) await pause(5);
        return await work();
      } finally {
        isHeld = false;
      }
    },
    /** Tells whether a snapshot took an operation back, also one that is being restored. */
    async isForgotten(operationId) {
      while (isHeld) await pause(5);
      return forgotten.has(operationId);
    },
    /** Notes that all operations but some are gone. */
    forgetAllBut(known) {
      for (const operationId of submitted) {
        if (known.has(operationId)) continue;
        submitted.delete(operationId);
        forgotten.add(operationId);
      }
    },
  };
}
