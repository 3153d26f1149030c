import { longestTimerMs } from '../../internal/clock.js';
import { decimal } from '../values/decimal.js';

const seconds = decimal(0.001, longestTimerMs / 1000, 'a number of seconds');

/** Reads seconds, as milliseconds. */
export function readSeconds(text: string): number {
  return Math.round(seconds(text) * 1000);
}
