import { createHook } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { configuredSettings } from '../deployment/current-deployment.js';
import { variableText } from '../deployment/environment.js';
import { UsageError } from '../errors.js';
import { afterThisTurn, type Clock, realClock } from '../internal/clock.js';
import { durationMs, optionIssues } from '../internal/options.js';

/*
 * The worker may exit right after the last test of a file, and an assertion in a helper that is not awaited would silently never run. So the end of a file waits for leftover requests, timers, file operations and connections.
 */

/** How long the end of a test file waits for leftover work, in milliseconds. */
interface LeftoverLimits {
  /** For timers, files and connections, after the last request. */
  readonly timersMs: number;
  /** For requests in flight. */
  readonly requestsMs: number;
}

/** We cannot know which timer leads to an assertion: an assumption. */
const defaultTimersMs = 500;
/** The default timeout of a test: an assumption. */
const defaultRequestsMs = 5_000;

/** The pending work at one moment. */
interface PendingWork {
  readonly requests: ReadonlySet<object>;
  readonly resources: number;
}

export function pendingWork(): PendingWork {
  return { requests: new Set(pendingRequests), resources: countResources() };
}

const pauseMs = 5;
const quietTurns = 3;

/**
 * Waits until no more work is pending than before, or until the limits of `configure` or the environment are reached.
 *
 * @throws {UsageError} when an environment variable is not a duration.
 */
export async function pendingWorkEnds(before: PendingWork, clock: Clock = realClock): Promise<void> {
  const { timersMs, requestsMs } = leftoverLimits();
  const startMs = clock.now();
  let lastRequestMs = startMs;
  for (let quiet = 0; quiet < quietTurns; ) {
    await new Promise<void>((resolve) => afterThisTurn(resolve));
    const nowMs = clock.now();
    if (hasMoreRequests(before) && nowMs - startMs < requestsMs) lastRequestMs = nowMs;
    else if (nowMs - lastRequestMs >= timersMs) return;
    quiet = hasMoreRequests(before) || countResources() > before.resources ? 0 : quiet + 1;
    if (quiet === 0) await new Promise<void>((resolve) => clock.setTimeout(resolve, pauseMs));
  }
}

function leftoverLimits(): LeftoverLimits {
  const { leftoverTimersMs, leftoverRequestsMs } = configuredSettings();
  return {
    timersMs: leftoverTimersMs ?? durationFromEnv('CROSSCHECK_LEFTOVER_TIMERS_MS') ?? defaultTimersMs,
    requestsMs: leftoverRequestsMs ?? durationFromEnv('CROSSCHECK_LEFTOVER_REQUESTS_MS') ?? defaultRequestsMs,
  };
}

/**
 * Validates the variables of the limits before any test runs.
 *
 * @throws {UsageError} when one is not a duration.
 */
export function assertLeftoverVariables(): void {
  durationFromEnv('CROSSCHECK_LEFTOVER_TIMERS_MS');
  durationFromEnv('CROSSCHECK_LEFTOVER_REQUESTS_MS');
}

function durationFromEnv(name: string): number | undefined {
  const text = variableText(process.env, name);
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : text;
  const [issue] = optionIssues(durationMs(), value, name);
  if (issue !== undefined) throw new UsageError(`${issue.path} ${issue.message}`);
  return Number(text);
}

/**
 * Follows requests and timers from now on.
 *
 * @param isOfTests - Returns whether the running code belongs to a test or hook, whose timers count. Those of module code do
 * not, because a server or a fixture may have them.
 */
export function followPendingWork(isOfTests: () => boolean): void {
  const request = (message: unknown): object => (message as { readonly request: object }).request;
  for (const channel of ['undici:request:create', 'http.client.request.start'])
    subscribe(channel, (message) => pendingRequests.add(request(message)));
  for (const channel of [
    'undici:request:trailers',
    'undici:request:error',
    'http.client.response.finish',
    'http.client.request.error',
  ])
    subscribe(channel, (message) => pendingRequests.delete(request(message)));
  createHook({
    init(_asyncId, type, _triggerAsyncId, timer) {
      if (type !== 'Timeout' || isOfTests()) return;
      backgroundTimers.add(timer as NodeJS.Timeout);
      if (backgroundTimers.size >= forgetAt) forgetAt = Math.max(minForgetAt, 2 * countBackgroundTimers());
    },
  }).enable();
}

/** The requests of `fetch`, undici and node:http in flight. */
const pendingRequests = new Set<object>();

/** Timers not started by tests or hooks; some may have ended. */
const backgroundTimers = new Set<NodeJS.Timeout>();
const minForgetAt = 100;
let forgetAt = minForgetAt;

/** Active resources that may lead to an assertion, except timers. */
const awaitedResources = ['FSReqCallback', 'FSReqPromise', 'GetAddrInfoReqWrap', 'TCPConnectWrap'];

function hasMoreRequests(before: PendingWork): boolean {
  return [...pendingRequests].some((request) => !before.requests.has(request));
}

function countResources(): number {
  const others = process.getActiveResourcesInfo().filter((kind) => awaitedResources.includes(kind));
  return others.length + countActiveTimers() - countBackgroundTimers();
}

/** Counts the background timers that keep the process alive, and drops the others. */
function countBackgroundTimers(): number {
  for (const timer of backgroundTimers) if (!keepsAlive(timer)) backgroundTimers.delete(timer);
  return backgroundTimers.size;
}

/**
 * Returns whether a timer keeps the process alive. An ended timer still reports a reference, but unref() changes
 * nothing.
 */
function keepsAlive(timer: NodeJS.Timeout): boolean {
  if (!timer.hasRef()) return false;
  const withIt = countActiveTimers();
  timer.unref();
  const without = countActiveTimers();
  timer.ref();
  return without < withIt;
}

function countActiveTimers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
}
