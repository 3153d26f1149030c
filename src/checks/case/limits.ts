import type { CheckLimits } from './check.js';

/** The limits that count where nothing else is said. Assumption; the interface states none (section 8). */
export const defaultLimits: CheckLimits = { slowThresholdMs: 5_000 };
