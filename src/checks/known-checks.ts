import type { Check } from './case/check.js';

/** Every check, in the order in which they are listed and judge. */
export const knownChecks: readonly Check[] = [];
