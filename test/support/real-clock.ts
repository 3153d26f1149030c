import type { Clock } from 'crosscheck';

// Captured before a test installs fake timers.
const { setTimeout: start, clearTimeout: stop } = globalThis;

/** A clock that goes as time does, for tests that replace one of its members. */
export const realClock: Clock = {
  now: () => performance.now(),
  setTimeout: (callback, ms) => start(callback, ms),
  clearTimeout: (timer) => stop(timer as NodeJS.Timeout),
};
