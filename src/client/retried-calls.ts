import type { Attempt } from '../deployment/exchange.js';
import { counted, formatText } from '../internal/print.js';
import { sharedByCopies } from '../internal/shared-by-copies.js';

const maxKinds = 50;
const maxNamed = 5;
const retried = sharedByCopies('retriedCalls', () => new Map<string, number>());

/** Records a call that succeeded only after retries, for the summary at the end of a run. */
export function recordRetriedCall(
  endpoint: string,
  deploymentName: string,
  attempts: readonly Attempt[],
): void {
  const reasons = new Set(attempts.flatMap(({ reason }) => reason ?? []));
  const kind = formatText(`${endpoint} of ${deploymentName} after ${[...reasons].join(' and ')}`, 200);
  if (retried.has(kind) || retried.size < maxKinds) retried.set(kind, (retried.get(kind) ?? 0) + 1);
}

/** Returns one line about the calls that needed retries since it was last called; undefined if there were none. */
export function takeRetriedCalls(): string | undefined {
  if (retried.size === 0) return undefined;
  const kinds = [...retried];
  retried.clear();
  const calls = kinds.reduce((sum, [, count]) => sum + count, 0);
  const named = kinds.slice(0, maxNamed).map(([kind, count]) => (count === 1 ? kind : `${count} × ${kind}`));
  const more = kinds.length > maxNamed ? [`${kinds.length - maxNamed} more kinds`] : [];
  return `crosscheck: ${counted(calls, 'call')} succeeded only after retries: ${[...named, ...more].join(', ')}`;
}
