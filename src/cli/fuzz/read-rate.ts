import { requestRate } from '../../fuzz/campaign-options.js';
import { decimal } from '../values/decimal.js';

const { minValue, maxValue } = requestRate;
const requestsPerSecond = decimal(minValue ?? 0, maxValue ?? Number.MAX_SAFE_INTEGER, 'auto or a number');

/** Reads a number of requests per second, or `auto`. */
export function readRate(text: string): number | 'auto' {
  return text === 'auto' ? text : requestsPerSecond(text);
}
