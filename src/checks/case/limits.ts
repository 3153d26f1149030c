import type { CheckLimits } from './check.js';

/** The default limits. Assumption; the interface states none (section 8). */
export const defaultLimits: CheckLimits = { slowThresholdMs: 5_000 };
