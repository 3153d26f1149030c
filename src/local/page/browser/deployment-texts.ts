import { stagesInPractice, toWireEnum } from '../../../contract/names.js';
import type { AppliedFault } from '../../faults/fault-rule.js';
import type { WireOperation } from '../../model/control-data.js';
import type { LocalDescription } from '../../model/local-description.js';

/** A deployment with its stages in their order. */
export type PageDeployment = LocalDescription & { readonly stages: readonly string[] };

/** The progress of an operation, as a word, a mark, and a class of the style sheet. */
interface Progress {
  readonly name: string;
  readonly mark: string;
  readonly style: string;
  /** Whether nothing more happens by itself. */
  readonly isOver: boolean;
}

/** The time that an operation spent at a stage. `left` and `width` are percentages of the whole drawing. */
export interface StageSpan {
  readonly stage: string;
  readonly isFailed: boolean;
  readonly isLast: boolean;
  /** Milliseconds since the submission. */
  readonly fromMs: number;
  readonly ms: number;
  readonly left: number;
  readonly width: number;
}

const inProgress = { name: 'in progress', mark: '→', style: 'in-progress', isOver: false };
const wentBack = { name: 'went back', mark: '↺', style: 'rolled-back', isOver: false };
const done = { name: 'done', mark: '✓', style: 'done', isOver: true };
const failed = { name: 'failed', mark: '✕', style: 'failed', isOver: false };
const rollingBack = { name: 'rolling back', mark: '↩', style: 'rolled-back', isOver: false };
const rolledBack = { name: 'rolled back', mark: '↩', style: 'rolled-back', isOver: true };

/** Returns the stages of a deployment in their order, with its own names. */
export function stagesOf({
  chains,
  conventions,
}: Pick<LocalDescription, 'chains' | 'conventions'>): string[] {
  return (conventions.stages ?? stagesInPractice).map((stage) => toWireEnum(stage, chains));
}

/**
 * Returns the progress of an operation. One that failed and has moved on is rolling back. A note without an error means that the
 * operation ends at its stage. Only a reorganisation takes one back.
 */
export function progressOf(
  { stage, success, note, history }: WireOperation,
  stages: readonly string[],
): Progress {
  const isAtEnd = stage === stages.at(-1);
  const lastFailure = history.findLastIndex((entry) => !entry.success);
  if (lastFailure !== -1) {
    if (lastFailure === history.length - 1) return failed;
    return isAtEnd ? rolledBack : rollingBack;
  }
  if (!success) return failed;
  if (isAtEnd || (note && !note.errorName)) return done;
  const before = history.at(-2);
  return before && stages.indexOf(before.stage) > stages.indexOf(stage) ? wentBack : inProgress;
}

/** Returns the class that gives a stage its colour. */
export function stageStyle(stage: string, stages: readonly string[]): string {
  return `stage-${Math.min(stages.indexOf(stage) + 1, 7)}`;
}

/**
 * Returns the times that an operation spent at its stages, oldest first. The last lasts until now, but is drawn no longer
 * than all of those before it together, because an operation that has not moved for hours would else be one bar.
 *
 * @param nowMs - Without it, the last is drawn short.
 */
export function stageSpans({ history }: WireOperation, nowMs?: number): StageSpan[] {
  const startMs = history[0]?.atMs ?? 0;
  const lastMs = (history.at(-1)?.atMs ?? 0) - startMs;
  const sinceMs = Math.max(0, (nowMs ?? 0) - startMs - lastMs);
  const tailMs = nowMs === undefined ? lastMs / 8 || 1 : Math.min(sinceMs, lastMs || sinceMs);
  const wholeMs = lastMs + tailMs || 1;
  return history.map(({ stage, success, atMs }, index) => {
    const next = history[index + 1];
    const fromMs = atMs - startMs;
    const drawnMs = next ? next.atMs - atMs : tailMs;
    return {
      stage,
      isFailed: !success,
      isLast: !next,
      fromMs,
      ms: next ? drawnMs : sinceMs,
      left: (fromMs / wholeMs) * 100,
      width: (drawnMs / wholeMs) * 100,
    };
  });
}

/** Returns what an operation calls: the method and the target, by its name if it is one of the deployment's own. */
export function callOf(request: WireOperation['request'], { chains, contracts }: PageDeployment): string {
  const call = request[`${chains.alpha}CallParams`] as { target?: unknown; methodName?: unknown } | undefined;
  const { target = '', methodName } = call ?? {};
  const own: Readonly<Record<string, string>> = { ...contracts.targets, ...contracts.deployed };
  const name = Object.keys(own).find((key) => own[key]?.toLowerCase() === String(target).toLowerCase());
  const where = name ?? shortHash(String(target));
  return where === methodName ? where : `${brief(methodName || 'no method')} → ${where}`;
}

/** Returns the assets that an operation sends. */
export function assetsOf(request: WireOperation['request'], { chains, tokens }: PageDeployment): string {
  const assets = (request[`${chains.beta}Assets`] ?? []) as { amount: unknown; tokenAddress?: unknown }[];
  if (assets.length === 0) return 'none';
  return assets
    .map(({ amount, tokenAddress }) => {
      const token = tokens.find(({ beta }) => beta === (tokenAddress ?? ''));
      return `${brief(amount)} ${token?.name ?? shortHash(String(tokenAddress || 'native'))}`;
    })
    .join(', ');
}

/** Returns how many faults can still trigger, and how many are over. */
export function countOfFaults(faults: readonly AppliedFault[]): string {
  const over = faults.filter(isOver).length;
  const left = faults.length - over;
  const set = left === 0 ? 'no faults' : `${counted(left, 'fault')} set`;
  return over === 0 ? set : `${set}, ${over} over`;
}

/** Returns the rule of a fault or an interceptor, and how often it has triggered. */
export function textOfFault(fault: AppliedFault): string {
  const { fault: kind, name, endpoint, operationId, probability, times, ms, triggered } = fault;
  const rule = [
    name === undefined ? kind : `${kind} ${name}`,
    endpoint,
    operationId && shortHash(operationId),
    probability !== undefined && `probability ${probability}`,
    times !== undefined && counted(times, 'time'),
    ms !== undefined && `${ms} ms`,
  ].filter(Boolean);
  return `${rule.join(', ')}: triggered ${counted(triggered, 'time')}${isOver(fault) ? ', over' : ''}`;
}

function isOver({ times, triggered }: AppliedFault): boolean {
  return times !== undefined && triggered >= times;
}

/** Returns the two ends of a hash. */
export function shortHash(hex: string): string {
  return hex.length > 14 ? `${hex.slice(0, 6)}…${hex.slice(-4)}` : hex;
}

/** Returns the beginning of a text, which may be as long as a request may be. */
export function brief(text: unknown): string {
  const whole = String(text);
  return whole.length > 300 ? `${whole.slice(0, 300)}… (${whole.length} characters)` : whole;
}

/** Returns a number of things: `1 leaf`, `2 leaves`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns a duration in the largest units that it has. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** Returns the time of day, in UTC. */
export function timeOfDay(atMs: number): string {
  return dateAndTime(atMs)[1];
}

/** Returns date and time, in UTC. */
export function moment(atMs: number): string {
  const [date, time] = dateAndTime(atMs);
  return `${date} ${time.split('.')[0]} UTC`.trim();
}

/** A clock can be set further than a date can be. */
function dateAndTime(atMs: number): [date: string, time: string] {
  const date = new Date(atMs);
  if (Number.isNaN(date.getTime())) return ['', `${atMs} ms`];
  const [day = '', time = ''] = date.toISOString().split('T');
  return [day, time.slice(0, -1)];
}
