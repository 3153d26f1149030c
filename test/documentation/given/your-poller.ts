import type { ObserverAnswer } from 'crosscheck/arbitraries';

declare global {
  /** Code of the reader's that polls: what became of the operation. */
  var yourPoller: (ask: () => ObserverAnswer | undefined) => Promise<string>;
}

globalThis.yourPoller = async (ask) => {
  for (let answer = ask(); answer; answer = ask()) {
    if (answer.status === 200 && answer.body.response.success === false) return 'failed';
  }
  return 'pending';
};
