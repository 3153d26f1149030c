import { campaignLimits } from '../../fuzz/campaign-limits.js';
import { decimal } from '../values/decimal.js';

const { min, max } = campaignLimits.timeMs;
const seconds = decimal(min / 1000, max / 1000, 'a number of seconds');

/** Reads seconds, as milliseconds. */
export function readSeconds(text: string): number {
  return Math.round(seconds(text) * 1000);
}
