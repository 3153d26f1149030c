import { configuredSettings } from '../deployment/current-deployment.js';
import { leftoverRule } from '../deployment/option-rules.js';
import { UsageError } from '../errors.js';
import { printText } from '../internal/print.js';
import type { LeftoverLimits } from './pending-work.js';

/** Nothing tells which timer leads to an assertion: an assumption. */
const defaultTimersMs = 500;
/** The default timeout of a test: an assumption. */
const defaultRequestsMs = 5_000;

/**
 * How long the end of the test file waits for what its tests have left behind: as `configure` says, else the environment.
 *
 * @throws {UsageError} when a variable is no such duration.
 */
export function leftoverLimits(): LeftoverLimits {
  const { leftoverTimersMs, leftoverRequestsMs } = configuredSettings();
  return {
    timersMs: leftoverTimersMs ?? durationFromEnv('CROSSCHECK_LEFTOVER_TIMERS_MS') ?? defaultTimersMs,
    requestsMs: leftoverRequestsMs ?? durationFromEnv('CROSSCHECK_LEFTOVER_REQUESTS_MS') ?? defaultRequestsMs,
  };
}

function durationFromEnv(name: string): number | undefined {
  const text = process.env[name];
  if (!text) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  const fault = leftoverRule(ms);
  if (fault !== undefined) throw new UsageError(`${name} ${fault}, got ${printText(text, 40)}`);
  return ms;
}
