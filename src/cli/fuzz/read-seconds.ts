import { longestTimerMs } from '../../internal/clock.js';
import { BadValue } from '../values/value-reader.js';

/** Reads seconds, as milliseconds. */
export function readSeconds(text: string): number {
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Math.round(Number(text) * 1000) : 0;
  if (ms > 0 && ms <= longestTimerMs) return ms;
  throw new BadValue('must be a number of seconds above 0, such as 60');
}
