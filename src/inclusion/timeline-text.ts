import type { History, Sight } from '../checks/history.js';
import { cut, printDuration, printText } from '../internal/print.js';

const mostSteps = 12;

/**
 * Writes a history on one line, repeats collapsed: `+0 ms ×3 404 | +1.6 s ×2 collectedInALPHA | …`. The middle of a
 * long one is left out, and counted.
 */
export function timelineText(history: History): string {
  const steps = collapsed(history).map(
    ({ atMs, count, text }) => `+${printDuration(atMs)}${count > 1 ? ` ×${count}` : ''} ${text}`,
  );
  if (steps.length <= mostSteps) return steps.join(' | ') || 'no poll was made';
  const half = mostSteps / 2;
  const left = `… ${steps.length - mostSteps} more changes …`;
  return [...steps.slice(0, half), left, ...steps.slice(-half)].join(' | ');
}

interface Step {
  readonly atMs: number;
  readonly text: string;
  count: number;
}

/** What reads the same is the same: some observers give every answer a new timestamp. */
function collapsed(history: History): Step[] {
  const steps: Step[] = [];
  for (const { atMs, sight } of history) {
    const text = sightText(sight);
    const last = steps.at(-1);
    if (last?.text === text) last.count++;
    else steps.push({ atMs, text, count: 1 });
  }
  return steps;
}

/** Says in a few words what one poll saw. */
export function sightText({
  stage,
  wireStage = stage,
  success,
  transactions = [],
  status,
  failure,
}: Sight): string {
  if (failure !== undefined) return printText(failure, 60);
  if (status !== undefined) return String(status);
  const words = [printText(wireStage ?? 'no stage', 60)];
  if (success === false) words.push('success=false');
  const last = transactions.at(-1);
  if (last !== undefined)
    words.push(`tx ${shortHash(last)}${transactions.length > 1 ? ` (${transactions.length})` : ''}`);
  return words.join(' ');
}

function shortHash(hash: string): string {
  return hash.length > 14
    ? `${printText(hash.slice(0, 6))}…${printText(hash.slice(-4))}`
    : cut(printText(hash));
}
