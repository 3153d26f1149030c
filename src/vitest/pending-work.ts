import { subscribe } from 'node:diagnostics_channel';
import { afterThisTurn, type Clock, realClock } from '../internal/clock.js';

/** What Node says that it waits for, of the kinds that a helper which nobody awaits may wait for. */
const awaitedResources = ['Timeout', 'FSReqCallback', 'FSReqPromise', 'GetAddrInfoReqWrap', 'TCPConnectWrap'];

/** How long timers, files and connections are waited for. An assumption: nothing tells which of them leads to an assertion. */
const longestPauseMs = 500;
/** How long requests are waited for that have begun: the default timeout of a test. An assumption. */
const longestRequestMs = 5_000;
/** The limit of a hook that waits for what is left behind: well beyond the longest wait, whatever `hookTimeout` says. */
export const pendingWorkHookMs = 2 * longestRequestMs;
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
 * Waits until no more is under way than there was before, but not for long: for requests five seconds, for anything else
 * half a second after the last of them. The worker of a test file may be gone right after its last test: a helper that
 * nobody awaits would never come to its assertion, and nobody would hear of it.
 */
export async function pendingWorkEnds(before: PendingWork, clock: Clock = realClock): Promise<void> {
  const startMs = clock.now();
  let lastRequestMs = startMs;
  for (let quiet = 0; quiet < quietTurns; ) {
    await new Promise<void>((resolve) => afterThisTurn(resolve));
    const nowMs = clock.now();
    if (isRequestMore(before) && nowMs - startMs < longestRequestMs) lastRequestMs = nowMs;
    else if (nowMs - lastRequestMs >= longestPauseMs) return;
    quiet = isRequestMore(before) || countResources() > before.resources ? 0 : quiet + 1;
    if (quiet === 0) await new Promise<void>((resolve) => clock.setTimeout(resolve, pauseMs));
  }
}

function isRequestMore(before: PendingWork): boolean {
  return [...requestsUnderWay].some((request) => !before.requests.has(request));
}

function countResources(): number {
  return process.getActiveResourcesInfo().filter((kind) => awaitedResources.includes(kind)).length;
}
