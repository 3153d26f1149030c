import { campaignLimits } from '../../fuzz/campaign-limits.js';
import { decimal } from '../values/decimal.js';

const { min, max } = campaignLimits.ratePerSecond;
const requestsPerSecond = decimal(min, max, 'auto or a number');

/** Reads requests a second, or `auto`. */
export function readRate(text: string): number | 'auto' {
  return text === 'auto' ? text : requestsPerSecond(text);
}
