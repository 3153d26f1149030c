import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setImmediate } from 'node:timers/promises';
import { type Client, type Inclusion, type WaitOptions, waitForInclusion } from 'crosscheck';
import { createHandClock, type HandClock } from './hand-clock.js';
// Waits load it when an observer answers 404, which would take time.
import '../../src/probing/observer-check.js';

/** A wait on a clock that stands still while a request is under way, and jumps over every pause. */
export interface TimelessWait {
  readonly outcome: Promise<Inclusion>;
  /** The pauses made so far, in milliseconds. */
  readonly pauses: readonly number[];
  readonly clock: HandClock;
}

/** Starts a wait whose pauses take no real time, over real HTTP. */
export function waitTimelessly(client: Client, operationId: string, options: WaitOptions = {}): TimelessWait {
  const clock = createHandClock(0);
  const pauses: number[] = [];
  let underWay = 0;
  let isOver = false;
  const counted: Client = {
    ...client,
    async inclusion(...call) {
      underWay++;
      try {
        return await client.inclusion(...call);
      } finally {
        underWay--;
      }
    },
  };

  // The requests of the wait beside its polls: those that ask whether the observer is at its path.
  const requests = requestsUnderWay();
  const outcome = waitForInclusion(counted, operationId, { ...options, clock });
  const jump = async (): Promise<void> => {
    // Only when every microtask has run is the one timer left that of a pause.
    for (await setImmediate(); !isOver; await setImmediate()) {
      if (underWay > 0 || requests.count > 0 || clock.timers === 0) continue;
      const before = clock.now();
      clock.moveToNext();
      pauses.push(clock.now() - before);
    }
  };
  const over = (): void => {
    isOver = true;
    requests.stop();
  };
  outcome.then(over, over);
  void jump();
  return { outcome, pauses, clock };
}

/**
 * Awaits work on a clock that stands still while a request is under way, and jumps over every pause.
 *
 * @param unanswered - Returns how many of the requests a server has received and never answers. Default: none.
 */
export async function timelessly<T>(work: Promise<T>, clock: HandClock, unanswered = () => 0): Promise<T> {
  const requests = requestsUnderWay();
  let isOver = false;
  const outcome = work.finally(() => {
    isOver = true;
    requests.stop();
  });
  outcome.catch(() => {});
  for (await setImmediate(); !isOver; await setImmediate())
    if (requests.count === unanswered() && clock.timers > 0) clock.moveToNext();
  return outcome;
}

/** Counts the requests of undici that have begun and not ended. */
function requestsUnderWay(): { readonly count: number; stop(): void } {
  const requests = new Set<unknown>();
  const started = (message: unknown): void => void requests.add((message as { request: unknown }).request);
  const ended = (message: unknown): void => void requests.delete((message as { request: unknown }).request);
  subscribe('undici:request:create', started);
  subscribe('undici:request:trailers', ended);
  subscribe('undici:request:error', ended);
  return {
    get count() {
      return requests.size;
    },
    stop() {
      unsubscribe('undici:request:create', started);
      unsubscribe('undici:request:trailers', ended);
      unsubscribe('undici:request:error', ended);
    },
  };
}
