import { subscribe } from 'node:diagnostics_channel';
import { afterThisTurn, type Clock, realClock } from '../internal/clock.js';
import { countTimers } from './started-timers.js';

/** What Node says that it waits for, of the kinds that a helper which nobody awaits may wait for, but for timers. */
const awaitedResources = ['FSReqCallback', 'FSReqPromise', 'GetAddrInfoReqWrap', 'TCPConnectWrap'];

/** How long the end of a test file waits for what its tests have left behind, in milliseconds. */
export interface LeftoverLimits {
  /** For timers, files and connections, after the last request. */
  readonly timersMs: number;
  /** For requests that have begun. */
  readonly requestsMs: number;
}

const pauseMs = 5;
const quietTurns = 3;

const requestsUnderWay = new Set<object>();

/** Follows the requests of `fetch`, of undici and of node:http from now on, by their documented channels. */
export function followRequests(): void {
  const member = (message: unknown): object => (message as { readonly request: object }).request;
  for (const name of ['undici:request:create', 'http.client.request.start'])
    subscribe(name, (message) => requestsUnderWay.add(member(message)));
  for (const name of [
    'undici:request:trailers',
    'undici:request:error',
    'http.client.response.finish',
    'http.client.request.error',
  ])
    subscribe(name, (message) => requestsUnderWay.delete(member(message)));
}

/** What was under way at some moment, to compare with. */
export interface PendingWork {
  readonly requests: ReadonlySet<object>;
  readonly resources: number;
}

/** Notes what is under way now. */
export function pendingWork(): PendingWork {
  return { requests: new Set(requestsUnderWay), resources: countResources() };
}

/**
 * Waits until no more is under way than there was before, but not for long. The worker of a test file may be gone right
 * after its last test: a helper that nobody awaits would never come to its assertion, and nobody would hear of it.
 */
export async function pendingWorkEnds(
  before: PendingWork,
  { timersMs, requestsMs }: LeftoverLimits,
  clock: Clock = realClock,
): Promise<void> {
  const startMs = clock.now();
  let lastRequestMs = startMs;
  for (let quiet = 0; quiet < quietTurns; ) {
    await new Promise<void>((resolve) => afterThisTurn(resolve));
    const nowMs = clock.now();
    if (isRequestMore(before) && nowMs - startMs < requestsMs) lastRequestMs = nowMs;
    else if (nowMs - lastRequestMs >= timersMs) return;
    quiet = isRequestMore(before) || countResources() > before.resources ? 0 : quiet + 1;
    if (quiet === 0) await new Promise<void>((resolve) => clock.setTimeout(resolve, pauseMs));
  }
}

function isRequestMore(before: PendingWork): boolean {
  return [...requestsUnderWay].some((request) => !before.requests.has(request));
}

function countResources(): number {
  const others = process.getActiveResourcesInfo().filter((kind) => awaitedResources.includes(kind));
  return others.length + countTimers();
}
