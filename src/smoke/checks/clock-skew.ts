import type { Endpoint } from '../../http/planned-request.js';
import { printDuration } from '../../internal/print.js';
import type { Asked, SmokeOutcome, SmokeRun } from '../smoke-run.js';

/** A server's clock beside this machine's. */
interface Clocks {
  readonly who: string;
  /** How far the server's is ahead, negative when it is behind, in milliseconds; 0 when they may be the same. */
  readonly aheadMs: number;
  readonly line: string;
}

/** Holds the header `Date` of the first answers against this machine's clock. */
export function checkClockSkew({ first, endpoints, settings }: SmokeRun): SmokeOutcome {
  const clocks = (['simulate', 'inclusion'] as const).flatMap((name) =>
    clocksOf(endpoints[name], first[name]),
  );
  if (clocks.length === 0)
    return {
      status: 'skipped',
      message: 'no answer came with a header Date that says the time of its server',
    };
  const { maxClockSkewMs } = settings;
  const wrong = clocks.filter(({ aheadMs }) => Math.abs(aheadMs) > maxClockSkewMs);
  const details = clocks.map(({ line }) => line);
  if (wrong.length > 0)
    return {
      status: 'failed',
      message: `${wrong.map(skewText).join('; ')}: more than ${printDuration(maxClockSkewMs)} (maxClockSkewMs)`,
      details,
      advice: isOwnClock(wrong)
        ? 'set the clock of this machine by NTP: all servers disagree with it alike'
        : server,
    };
  const most = Math.max(...clocks.map(({ aheadMs }) => Math.abs(aheadMs)));
  return {
    status: 'passed',
    message: most === 0 ? 'no difference can be seen' : `at most ${printDuration(most)} apart`,
  };
}

const server = 'set the clock of that server by NTP; of one host alone it may be a cache that answers';

/** Two hosts that are wrong by the same time are right. */
function isOwnClock(wrong: readonly Clocks[]): boolean {
  const [one, other] = wrong;
  if (one === undefined || other === undefined) return false;
  return Math.abs(one.aheadMs - other.aheadMs) < 2_000;
}

function skewText({ who, aheadMs }: Clocks): string {
  const way = aheadMs > 0 ? 'ahead of' : 'behind';
  return `${who}'s clock is ${printDuration(Math.abs(aheadMs))} ${way} this machine's`;
}

function clocksOf({ who }: Endpoint, asked: Asked | undefined): Clocks[] {
  if (asked?.call.outcome.kind !== 'response') return [];
  const { headers } = asked.call.outcome.response;
  const { startedAt, durationMs } = asked.call.exchange;
  const date = Date.parse(headers.date ?? '');
  // What a cache answers was written so many seconds ago.
  const from = date + (Number(headers.age) || 0) * 1_000;
  if (Number.isNaN(from)) return [];
  // The header has whole seconds, and was written at some time while we waited.
  const latest = startedAt + durationMs;
  const aheadMs = from > latest ? from - latest : Math.min(0, from + 999 - startedAt);
  const line = `Clocks:    ${who} says ${iso(from)}, here it is ${iso(latest)}`;
  return [{ who, aheadMs, line }];
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
