import type { SmokeCheck } from '../../smoke/smoke-report.js';
import { withFlagNames } from '../flag.js';
import { smokeFlags } from './smoke-flags.js';

/** A check that speaks of flags, where for somebody who writes code it speaks of options. */
export function toldInFlags(check: SmokeCheck): SmokeCheck {
  const { message, advice } = check;
  return {
    ...check,
    message: withFlagNames(message, smokeFlags),
    advice: advice && withFlagNames(advice, smokeFlags),
  };
}
