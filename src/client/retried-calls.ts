import { counted, printText } from '../internal/print.js';
import type { Attempt } from './exchange.js';

const mostKinds = 50;
const mostNamed = 5;
const retried = new Map<string, number>();

/** Notes that a call succeeded, but not at once, so that the end of a run can tell. */
export function noteRetriedCall(
  endpoint: string,
  deploymentName: string,
  attempts: readonly Attempt[],
): void {
  const reasons = new Set(attempts.flatMap(({ reason }) => reason ?? []));
  const kind = printText(`${endpoint} of ${deploymentName} after ${[...reasons].join(' and ')}`, 200);
  if (retried.has(kind) || retried.size < mostKinds) retried.set(kind, (retried.get(kind) ?? 0) + 1);
}

/** Says in one line which calls succeeded only after retries since it was asked the last time; undefined if none did. */
export function takeRetriedCalls(): string | undefined {
  if (retried.size === 0) return undefined;
  const kinds = [...retried];
  retried.clear();
  const calls = kinds.reduce((sum, [, count]) => sum + count, 0);
  const named = kinds.slice(0, mostNamed).map(([kind, count]) => (count === 1 ? kind : `${count} × ${kind}`));
  const more = kinds.length > mostNamed ? [`${kinds.length - mostNamed} more kinds`] : [];
  return `crosscheck: ${counted(calls, 'call')} succeeded only after retries: ${[...named, ...more].join(', ')}`;
}
