import { stalenessOf } from '../client/evidence.js';
import { type Exchange, endOf } from '../deployment/exchange.js';
import { isBuiltIn } from '../endpoint/built-in.js';
import { optionName } from '../internal/option-names.js';
import { formatDuration } from '../internal/print.js';
import type { JudgedRequest, SmokeRun } from './smoke-run.js';

/** Returns what is wrong with the clock of an answer, unless the first of its endpoint, which clock-skew judges, is wrong too. */
export function otherClock({ settings, first }: SmokeRun, sent: JudgedRequest): string | undefined {
  const {
    endpoint: { name, who },
    call,
  } = sent;
  const { maxClockSkewMs, skipChecks } = settings;
  if (!isBuiltIn(name)) return undefined;
  const [firstMs, aheadMs] = [first[name]?.call, call].map((one) => one && clockAheadMs(one.exchange));
  const isWrong = (ms = 0): boolean => Math.abs(ms) > maxClockSkewMs;
  if (aheadMs === undefined || !isWrong(aheadMs) || isWrong(firstMs) || skipChecks.includes('clock-skew'))
    return undefined;
  const limit = `${formatDuration(maxClockSkewMs)} (${optionName('maxClockSkewMs')})`;
  return `${skewText(who, aheadMs)}: more than ${limit}`;
}

/**
 * Returns how far the clock of an answer is ahead of this machine's, in milliseconds: negative if it is behind, 0 if the clocks
 * may be equal. Undefined without a header Date; in a cached answer, either the service or the cache may have written it, at
 * any time.
 */
export function clockAheadMs(exchange: Exchange): number | undefined {
  const { response, startedAt } = exchange;
  const saidMs = Date.parse(response?.headers.date ?? '');
  if (Number.isNaN(saidMs) || stalenessOf(response) !== undefined) return undefined;
  const latestMs = endOf(exchange);
  // The header has whole seconds, and was written at some point during the exchange.
  return saidMs > latestMs ? saidMs - latestMs : Math.min(0, saidMs + 999 - startedAt);
}

export function skewText(who: string, aheadMs: number): string {
  const way = aheadMs > 0 ? 'ahead of' : 'behind';
  return `${who} has a clock ${formatDuration(Math.abs(aheadMs))} ${way} the clock of this machine`;
}
