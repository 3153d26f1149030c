import { longestTimerMs } from '../internal/clock.js';

/**
 * Reads a `Retry-After` header in either form, seconds or an HTTP date: the milliseconds to wait from `now` (unix
 * milliseconds), at most what a timer can wait, or undefined when there is none or it is of neither form.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : dateOf(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), longestTimerMs);
}

/** Unix milliseconds; `Date.parse` alone would also read such things as `1.5` and `-3`. */
function dateOf(text: string): number {
  return /^[A-Z][a-z]+, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}
