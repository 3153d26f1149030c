import { plainMessage } from '../client/call-endpoint.js';
import { minimalRequest } from '../contract/request-places.js';
import { simulationRequestSchema } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import { operationIdIssues } from '../deployment/operation-ids.js';
import { type OptionIssue, parseOptions, usageError } from '../internal/options.js';
import { pathText } from '../internal/print.js';
import { smokeCheckNameIssue, smokeCheckNames } from './smoke-check-names.js';
import { type SmokeOptions, smokeOptions } from './smoke-options.js';
import type { RunSettings } from './smoke-run.js';

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The time that a test or suite leaves for a run. */
export interface RunLimit {
  readonly totalMs: number;
  /** The share of it that an attempt may take. */
  readonly attemptShare: number;
  /** Where the limit comes from: `suiteTimeoutMs`. */
  readonly limit: string;
}

/**
 * Completes the options of a run with their defaults.
 *
 * @throws {UsageError} when an option is invalid, or the request is not valid by the deployment's conventions.
 */
export function runSettings(options: SmokeOptions, runLimit?: RunLimit): RunSettings {
  const headline = 'The smoke run has invalid options';
  const {
    deployment,
    endpoints = [],
    operationIds = [],
    ...given
  } = parseOptions(headline, smokeOptions, options);
  const issues = [
    ...requestIssues(options),
    ...operationIdIssues(operationIds, deployment.conventions),
    ...skippedIssues(given.skipChecks, smokeCheckNames(endpoints)),
  ];
  if (issues.length > 0) throw usageError(headline, issues);
  const isUnlimited = isOnLoopback(deployment) || deployment.exchanges === 'replayed';
  const attemptTimeoutMs = given.attemptTimeoutMs ?? deployment.attemptTimeoutMs;
  const { totalMs = Number.POSITIVE_INFINITY, attemptShare = 1, limit = '' } = runLimit ?? {};
  const isCut = totalMs * attemptShare < attemptTimeoutMs;
  return {
    ...given,
    request: given.request ?? minimalRequest(deployment.conventions),
    ratePerSecond: options.ratePerSecond ?? (isUnlimited ? Number.POSITIVE_INFINITY : given.ratePerSecond),
    attemptTimeoutMs: isCut ? Math.max(1, Math.floor(totalMs * attemptShare)) : attemptTimeoutMs,
    attemptLimit: isCut ? limit : 'attemptTimeoutMs',
    totalMs,
    totalLimit: limit,
    expectedVerdict: given.expectedVerdict ?? (options.request === undefined ? 'any' : 'success'),
    endpoints,
    operationIds: [...new Set(operationIds)],
    signal: given.signal,
  };
}

function requestIssues({ request, deployment }: SmokeOptions): OptionIssue[] {
  if (request === undefined) return [];
  const { error } = simulationRequestSchema(deployment.conventions).safeParse(request);
  return (error?.issues ?? []).map((issue) => ({
    path: ['request', pathText(issue.path)].filter(Boolean).join('.'),
    message: plainMessage(issue.message),
  }));
}

/** A name that is no check of this run would leave out nothing. */
function skippedIssues(skipChecks: readonly string[], names: readonly string[]): OptionIssue[] {
  return skipChecks.flatMap((name, at) => {
    const message = smokeCheckNameIssue(name, names);
    return message === undefined ? [] : [{ path: `skipChecks[${at}]`, message }];
  });
}

function isOnLoopback({ simulatorUrl, observerUrl }: Deployment): boolean {
  return [simulatorUrl, observerUrl].every((url) => loopback.test(new URL(url).hostname));
}
