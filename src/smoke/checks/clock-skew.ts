import { stalenessOf } from '../../client/evidence.js';
import { formatDuration } from '../../internal/print.js';
import type { Asked, SmokeOutcome, SmokeRun } from '../smoke-run.js';

/** A server's clock compared with this machine's. */
interface Clocks {
  readonly who: string;
  readonly origin: string;
  readonly hostname: string;
  /** How far the server's clock is ahead, in milliseconds; negative if it is behind, 0 if the clocks may be equal. */
  readonly aheadMs: number;
  readonly line: string;
}

/** Compares the header `Date` of the first answers with this machine's clock. */
export function checkClockSkew(run: Pick<SmokeRun, 'first' | 'endpoints' | 'settings'>): SmokeOutcome {
  const clocks = clocksOf(run);
  if (clocks.length === 0)
    return {
      status: 'skipped',
      message: 'no fresh answer had a header Date with the time of its server',
    };
  const { maxClockSkewMs } = run.settings;
  const wrong = clocks.filter(({ aheadMs }) => Math.abs(aheadMs) > maxClockSkewMs);
  if (wrong.length > 0)
    return {
      status: 'failed',
      message: `${wrong.map(skewText).join('; ')}: more than ${formatDuration(maxClockSkewMs)} (maxClockSkewMs)`,
      details: clocks.map(({ line }) => line),
      advice: isOwnClock(wrong)
        ? 'look at the clock of this machine first: it is probably that one, since two hosts disagree with it alike'
        : 'set the clock of that server by NTP; of one host alone it may also be a cache that answers, or the clock of this machine',
    };
  const most = Math.max(...clocks.map(({ aheadMs }) => Math.abs(aheadMs)));
  const seen = most === 0 ? 'no difference can be seen' : `at most ${formatDuration(most)} apart`;
  const silent = silentServers(run, clocks);
  if (silent.length === 0) return { status: 'passed', message: seen };
  return {
    status: 'skipped',
    message: `${clocks.map(({ who }) => who).join(', ')}: ${seen}; ${silent.join(', ')}: no header Date to compare`,
  };
}

/** Returns the servers that answered without a time, from origins whose clock no other answer shows. */
function silentServers({ endpoints }: Pick<SmokeRun, 'endpoints'>, clocks: readonly Clocks[]): string[] {
  const seen = new Set(clocks.map(({ origin }) => origin));
  const { simulate, inclusion } = endpoints;
  return [simulate, inclusion].filter(({ origin }) => !seen.has(origin)).map(({ who }) => who);
}

/** If two hosts differ by the same time, this machine's clock is wrong. */
function isOwnClock([one, other]: readonly Clocks[]): boolean {
  if (one === undefined || other === undefined || one.hostname === other.hostname) return false;
  return Math.abs(one.aheadMs - other.aheadMs) < 2_000;
}

function skewText({ who, aheadMs }: Clocks): string {
  const way = aheadMs > 0 ? 'ahead of' : 'behind';
  return `${who}'s clock is ${formatDuration(Math.abs(aheadMs))} ${way} this machine's`;
}

/** The clock of each origin once. */
function clocksOf({ first, endpoints }: Pick<SmokeRun, 'first' | 'endpoints'>): Clocks[] {
  const clocks = new Map<string, Clocks>();
  for (const name of ['simulate', 'inclusion'] as const) {
    const { origin, who } = endpoints[name];
    const seen = seenClock(first[name]);
    if (seen !== undefined && !clocks.has(origin)) clocks.set(origin, asClocks(origin, who, seen));
  }
  return [...clocks.values()];
}

/** The time that a server reported, and when it may have done so, in milliseconds of Unix time. */
interface SeenClock {
  readonly saidMs: number;
  readonly earliestMs: number;
  readonly latestMs: number;
}

function seenClock(asked: Asked | undefined): SeenClock | undefined {
  if (asked?.call.outcome.kind !== 'response') return undefined;
  const { headers } = asked.call.outcome.response;
  const { startedAt, durationMs } = asked.call.exchange;
  const saidMs = Date.parse(headers.date ?? '');
  // In a cached answer, either the service or the cache may have written it, at any time.
  if (Number.isNaN(saidMs) || stalenessOf(asked.call.exchange.response) !== undefined) return undefined;
  return { saidMs, earliestMs: startedAt, latestMs: startedAt + durationMs };
}

function asClocks(origin: string, who: string, { saidMs, earliestMs, latestMs }: SeenClock): Clocks {
  // The header has whole seconds, and was written at some point during the exchange.
  const aheadMs = saidMs > latestMs ? saidMs - latestMs : Math.min(0, saidMs + 999 - earliestMs);
  const line = `Clocks:    ${who} says ${iso(saidMs)}, here it is ${iso(latestMs)}`;
  return { who, origin, hostname: new URL(origin).hostname, aheadMs, line };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
