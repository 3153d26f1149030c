import type { Clock } from 'crosscheck';

const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;

/** A clock that a test moves by hand. */
export interface HandClock extends Clock {
  /** How many timers are waiting. */
  readonly timers: number;
  /** Moves the time forward and calls the timers that are due, in order. */
  move(ms: number): void;
  /** Moves the time to the next timer that is due, and calls it. */
  moveToNext(): void;
}

/** Creates the same clock, but a timer of no time needs nobody to move it. Requests then time out only if a test wants it. */
export function createPatientClock(): HandClock {
  const clock = createHandClock(0);
  const { setTimeout: start, clearTimeout: stop } = clock;
  return Object.assign(clock, {
    setTimeout: (callback: () => void, ms: number) =>
      ms > 0 ? start(callback, ms) : startTimer(callback, 0),
    clearTimeout(timer: unknown) {
      stop(timer);
      stopTimer(timer as NodeJS.Timeout);
    },
  });
}

/** Creates a clock that stands at a moment, in milliseconds. */
export function createHandClock(startMs = 1000): HandClock {
  const timers = new Map<object, { readonly atMs: number; readonly callback: () => void }>();
  let nowMs = startMs;

  function fireNext(untilMs: number): boolean {
    const [due] = [...timers].sort(([, a], [, b]) => a.atMs - b.atMs);
    if (due === undefined || due[1].atMs > untilMs) return false;
    timers.delete(due[0]);
    nowMs = Math.max(nowMs, due[1].atMs);
    due[1].callback();
    return true;
  }

  return {
    now: () => nowMs,
    get timers() {
      return timers.size;
    },
    setTimeout(callback, ms) {
      const timer = {};
      timers.set(timer, { atMs: nowMs + ms, callback });
      return timer;
    },
    clearTimeout: (timer) => void timers.delete(timer as object),
    move(ms) {
      const untilMs = nowMs + ms;
      while (fireNext(untilMs));
      nowMs = untilMs;
    },
    moveToNext: () => void fireNext(Number.POSITIVE_INFINITY),
  };
}
