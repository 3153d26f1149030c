import { EarlierAnswers } from '../checks/earlier-answers.js';
import { knownChecks } from '../checks/known-checks.js';
import { resolveBuiltIns } from '../client/request.js';
import { minimalRequest } from '../contract/request-places.js';
import { simulationRequestSchema } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import { operationIdIssues } from '../deployment/operation-ids.js';
import { plainMessage } from '../endpoint/endpoint-schemas.js';
import { realClock, unixNowMs } from '../internal/clock.js';
import { optionName, optionSource } from '../internal/option-names.js';
import { type OptionIssue, parseOptions, usageError } from '../internal/options.js';
import { formatDuration, pathText } from '../internal/print.js';
import { redactUrl } from '../internal/redaction.js';
import { Agent } from '../internal/undici.js';
import { synchronous } from '../internal/user-callback.js';
import { Pace } from '../probing/pace.js';
import { NotSentError, Sender } from '../probing/sender.js';
import { followed, type TestContext } from '../running-test/test-context.js';
import { shareOfTest, signalWithin, withinTest } from '../running-test/within-test.js';
import { CertificateRecorder } from './certificate.js';
import {
  builtInCheckNames,
  endpointCheckName,
  type ReportedCheckName,
  type SmokeAnswerCheckName,
  smokeCheckNameIssue,
  smokeCheckNames,
} from './smoke-check-names.js';
import { endpointCheck, type PlannedCheck, smokeChecks } from './smoke-checks.js';
import { type SmokeOptions, smokeOptions } from './smoke-options.js';
import type { SmokeCheck, SmokeReport, SmokeVerdict } from './smoke-report.js';
import { type RunSettings, type SmokeOutcome, type SmokeRun, withUserAgent } from './smoke-run.js';

/**
 * Checks whether a deployment works: reachability, certificates, clocks, conformance of both endpoints, invalid
 * requests, configured operations, and latencies. It only reads, sends one request after the other within limits of
 * rate and number, and identifies itself in the user agent. It does not throw if a check fails; the report contains it. If
 * it is stopped, the report says which checks were not run.
 *
 * @throws {UsageError} when an option is invalid, or the deployment's headers function fails.
 * @throws {InconclusiveError} when the time of the test was over before all checks were run.
 * @example
 * import { defineDeployment } from 'crosscheck';
 * import { runSmoke } from 'crosscheck/smoke';
 *
 * const deployment = defineDeployment({
 *   simulatorUrl: 'http://localhost:8080',
 *   observerUrl: 'http://localhost:8081',
 * });
 * const { verdict, checks } = await runSmoke({ deployment, budgets: { simulateP95Ms: 800 } });
 * for (const { name, status, message } of checks) console.log(status, name, message);
 */
export function runSmoke(options: SmokeOptions): Promise<SmokeReport> {
  return followed({ text: 'runSmoke(...)', entry: runSmoke }, (test) => smokeInTest(options, test));
}

async function smokeInTest(options: SmokeOptions, test: TestContext | undefined): Promise<SmokeReport> {
  // Invalid options are rejected below.
  const limiting = (options as SmokeOptions | undefined)?.clock === undefined ? test : undefined;
  const settings = runSettings(options, {
    totalMs: limiting?.remainingMs() ?? Number.POSITIVE_INFINITY,
    attemptShare: shareOfTest,
    limit: `the test's own timeout of ${formatDuration(test?.timeoutMs ?? 0)}`,
  });
  const signal = signalWithin(test, settings.signal);
  let check = '';
  const what = (): string => `the outcome of the check ${check} of ${options.deployment.name}`;
  return await withinTest({ call: 'runSmoke()', what, signal, test: limiting }, (either) =>
    smoke(options, { ...settings, signal: either }, (name) => {
      check = name;
    }),
  );
}

/**
 * Runs the checks within a limit.
 *
 * @throws what {@link runSmoke} throws.
 */
export async function smokeWithin(limit: RunLimit, options: SmokeOptions): Promise<SmokeReport> {
  return await smoke(options, runSettings(options, limit));
}

async function smoke(
  options: SmokeOptions,
  settings: RunSettings,
  onStart?: (name: string) => void,
): Promise<SmokeReport> {
  const { clock = realClock, deployment } = options;
  const onCheck = options.onCheck && synchronous('The option onCheck of a smoke run', options.onCheck);
  const startedAt = new Date(unixNowMs()).toISOString();
  const start = clock.now();
  const agent = new Agent();
  const dispatcher = deployment.dispatcher ?? agent;
  const certificates = new CertificateRecorder();
  const asking = withUserAgent(deployment);
  const run: SmokeRun = {
    deployment: asking,
    endpoints: resolveBuiltIns(deployment),
    sender: new Sender({
      ...{ deployment: asking, dispatcher, clock, retries: deployment.retries, atOverload: 'stop' },
      pace: new Pace({ concurrency: 1, ratePerSecond: settings.ratePerSecond }, clock),
      timeoutMs: settings.attemptTimeoutMs,
      maxRequests: settings.maxRequests,
      signal: settings.signal,
    }),
    retryReasons: [],
    clock,
    endsAtMs: start + settings.totalMs,
    certificates,
    settings,
    first: {},
    reached: new Set(),
    isNotFoundOpen: false,
    isStopped: false,
    notedForms: new Set(),
    noted: new Set(),
    outages: new Map(),
    answers: new Map(),
    earlier: new EarlierAnswers(deployment.conventions),
  };
  try {
    const checks: SmokeCheck[] = [];
    for (const [name, planned] of plannedChecks(settings)) {
      onStart?.(name);
      const check = await runCheck(name, planned, run);
      checks.push(check);
      onCheck?.(check);
    }
    return {
      deployment: describedAs(deployment),
      ...(deployment.exchanges === 'replayed' ? { isReplayed: true } : {}),
      ...(run.isStopped ? { isStopped: true } : {}),
      startedAt,
      durationMs: Math.round(clock.now() - start),
      requests: run.sender.sent,
      verdict: verdictOf(checks),
      checks,
    };
  } finally {
    certificates.stop();
    await agent.destroy();
  }
}

/** Returns the checks of a run, with those of campaigns that it leaves out, so that its report lists them. */
function plannedChecks({ endpoints, skipChecks }: RunSettings): [ReportedCheckName, PlannedCheck][] {
  return [
    ...builtInCheckNames.map((name): [ReportedCheckName, PlannedCheck] => [name, smokeChecks[name]]),
    ...endpoints.map((endpoint): [ReportedCheckName, PlannedCheck] => [
      endpointCheckName(endpoint),
      endpointCheck(endpoint),
    ]),
    ...knownChecks
      .filter(({ name }) => skipChecks.some((skipped) => skipped === name))
      .map(({ name, about }): [ReportedCheckName, PlannedCheck] => [
        name as SmokeAnswerCheckName,
        { about, run: skippedOutcome },
      ]),
  ];
}

function skippedOutcome(): SmokeOutcome {
  return { status: 'skipped', message: `skipped by ${optionSource('skipChecks')}` };
}

async function runCheck(name: ReportedCheckName, planned: PlannedCheck, run: SmokeRun): Promise<SmokeCheck> {
  const start = run.clock.now();
  const outcome = await outcomeOf(name, planned, run);
  const { status, message, details = [], traceId } = outcome;
  // A note that many answers of an endpoint have appears once.
  const notes = (outcome.notes ?? []).filter((note) => {
    const key = `${planned.needs} ${note}`;
    return !run.noted.has(key) && run.noted.add(key);
  });
  const reasons = run.retryReasons.splice(0);
  // Otherwise the message says why the check did not pass.
  const isNoted = status === 'passed' && reasons.length > 0;
  return {
    name,
    about: planned.about,
    status,
    message,
    details,
    notes: [...notes, ...(isNoted ? [`passed only after retries: ${reasons.join(', ')}`] : [])],
    advice: outcome.advice ?? adviceFor(planned, outcome),
    durationMs: Math.round(run.clock.now() - start),
    ...(traceId !== undefined && { traceId }),
  };
}

function adviceFor({ advice }: PlannedCheck, { cause }: SmokeOutcome): string | undefined {
  const rows = cause === undefined ? undefined : advice?.();
  return rows?.[cause as string] ?? rows?.otherwise;
}

async function outcomeOf(
  name: string,
  { needs, run: judge }: PlannedCheck,
  run: SmokeRun,
): Promise<SmokeOutcome> {
  const { skipChecks, signal } = run.settings;
  if (skipChecks.some((skipped) => skipped === name)) return skippedOutcome();
  if (run.isStopped) return { status: 'skipped', message: 'not run: the run was stopped' };
  if (needs !== undefined && !run.reached.has(needs)) {
    const reachability = needs === 'simulate' ? 'simulator-reachability' : 'observer-reachability';
    return { status: 'skipped', message: `not sent: see ${reachability}` };
  }
  const outage = run.outages.get(needs ?? '');
  if (outage !== undefined)
    return { status: 'inconclusive', message: `not sent: ${outage.summary}`, advice: outage.advice };
  try {
    signal?.throwIfAborted();
    return await judge(run, name);
  } catch (error) {
    if (signal?.aborted) {
      run.isStopped = true;
      return { status: 'inconclusive', message: 'stopped before its end' };
    }
    if (!(error instanceof NotSentError)) throw error;
    return { status: 'inconclusive', message: error.message, advice: error.advice };
  }
}

function verdictOf(checks: readonly SmokeCheck[]): SmokeVerdict {
  const has = (status: SmokeCheck['status']): boolean => checks.some((check) => check.status === status);
  if (has('failed')) return 'failed';
  return has('inconclusive') ? 'inconclusive' : 'passed';
}

function describedAs({ name, simulatorUrl, observerUrl }: Deployment): SmokeReport['deployment'] {
  return {
    name,
    simulatorUrl: redactUrl(new URL(simulatorUrl)),
    observerUrl: redactUrl(new URL(observerUrl)),
  };
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** How many requests a custom endpoint adds to the default budget: its example, invalid requests, and the example after each. */
const requestsOfEndpoint = 9;

/** The time that a test or suite leaves for a run. */
interface RunLimit {
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
function runSettings(options: SmokeOptions, runLimit?: RunLimit): RunSettings {
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
    maxRequests: options.maxRequests ?? given.maxRequests + requestsOfEndpoint * endpoints.length,
    ratePerSecond: options.ratePerSecond ?? (isUnlimited ? Number.POSITIVE_INFINITY : given.ratePerSecond),
    attemptTimeoutMs: isCut ? Math.max(1, Math.floor(totalMs * attemptShare)) : attemptTimeoutMs,
    attemptLimit: isCut ? limit : optionName('attemptTimeoutMs'),
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

/** A name of no check of this run would skip nothing. */
function skippedIssues(skipChecks: readonly string[], names: readonly string[]): OptionIssue[] {
  return skipChecks.flatMap((name, at) => {
    const message = smokeCheckNameIssue(name, names);
    return message === undefined ? [] : [{ path: `skipChecks[${at}]`, message }];
  });
}

function isOnLoopback({ simulatorUrl, observerUrl }: Deployment): boolean {
  return [simulatorUrl, observerUrl].every((url) => loopback.test(new URL(url).hostname));
}
