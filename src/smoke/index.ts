/** `crosscheck/smoke`: looks whether a deployment works, politely and read-only. Needs no test runner and no fast-check. */

export { SmokeFailedError } from '../errors.js';
export { runSmoke } from './run-smoke.js';
export type { ExpectedVerdict, SmokeBudgets, SmokeOptions, SmokeSettings } from './smoke-options.js';
export type { SmokeCheck, SmokeReport, SmokeStatus, SmokeVerdict } from './smoke-report.js';
