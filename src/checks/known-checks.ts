import type { Check } from './case/check.js';
import { meaningChecks } from './meaning/meaning-checks.js';
import { metamorphicChecks } from './metamorphic/metamorphic-checks.js';
import { recordChecks } from './records/all-record-checks.js';
import { transportChecks } from './transport/transport-checks.js';

/** Every check, in the order in which they are listed and judge. */
export const knownChecks: readonly Check[] = [
  ...transportChecks,
  ...meaningChecks,
  ...recordChecks,
  ...metamorphicChecks,
];
