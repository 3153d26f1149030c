import type { SmokeCheck } from '../../smoke/smoke-report.js';
import { withFlagNames } from '../flag.js';
import { smokeFlags } from './smoke-flags.js';

/** Returns a check whose texts name flags instead of options. */
export function withFlagWording(check: SmokeCheck): SmokeCheck {
  const { message, advice } = check;
  return {
    ...check,
    message: withFlagNames(message, smokeFlags),
    advice: advice && withFlagNames(advice, smokeFlags),
  };
}
