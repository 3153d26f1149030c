import { isClock } from './clock.js';
import type { OptionRule } from './options.js';

/** A clock that something waits by. */
export const clockRule: OptionRule = (value) =>
  isClock(value) ? undefined : 'must be a clock: now, setTimeout and clearTimeout';
