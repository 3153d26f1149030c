/** `crosscheck/smoke`: checks that a deployment works, with few read-only requests. Needs no test runner and no fast-check. */

export { SmokeFailedError } from '../errors.js';
export { runSmoke } from './run-smoke.js';
export type { ReportedCheckName, SmokeAnswerCheckName, SmokeCheckName } from './smoke-check-names.js';
export type {
  ExpectedVerdict,
  SmokeBudgets,
  SmokeOptions,
  SmokeSettings,
} from './smoke-options.js';
export type { SmokeCheck, SmokeReport, SmokeStatus, SmokeVerdict } from './smoke-report.js';
