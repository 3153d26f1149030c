import { type History, isRecord } from '../checks/history.js';
import type { WaitReport } from '../errors.js';
import type { InclusionRecord } from '../http/inclusion-record.js';
import { printDuration, printText } from '../internal/print.js';
import { errorText } from './error-text.js';
import { timelineText } from './timeline-text.js';
import { isNotFound } from './wait-advice.js';
import type { WaitOptions } from './wait-options.js';

/** What a reader shall be told of a wait that its report does not say. */
export interface WaitAim {
  /** How long it was to last at most, in milliseconds. */
  readonly timeoutMs: number;
  /** What was expected: `included`. */
  readonly expected: string;
}

/** Describes a wait for a reader: what was expected, what came, what happened on the way. No secrets. */
export function waitLines(report: WaitReport, { timeoutMs, expected }: WaitAim): string[] {
  const { timeline, durationMs, findings, lastError } = report;
  const lines = [
    `Operation:  ${printText(report.operationId, 80)}   Deployment: ${report.deploymentName}`,
    `Expected:   ${expected}`,
    `Received:   ${receivedText(report)}`,
    `Waited:     ${printDuration(durationMs)} of ${printDuration(timeoutMs)}, ${pollsText(timeline)}`,
    `Timeline:   ${timelineText(timeline)}`,
  ];
  for (const { message, atMs } of findings)
    lines.push(`Finding:    +${printDuration(atMs)} ${printText(message)}`);
  if (lastError !== undefined) lines.push(`Last error: ${errorText(lastError)}`);
  return lines;
}

/** Says what was expected and how it was to hold: `included, for 500 ms, 3 polls in a row`. */
export function heldText(
  expected: string,
  { atLeastMs = 0, stableForMs = 0, consecutive = 1 }: WaitOptions,
): string {
  const words = [expected];
  if (stableForMs > 0) words.push(`for ${printDuration(stableForMs)}`);
  if (consecutive > 1) words.push(`${consecutive} polls in a row`);
  if (atLeastMs > 0) words.push(`after ${printDuration(atLeastMs)} or later`);
  return words.join(', ');
}

function receivedText({ lastRecord, timeline, durationMs }: WaitReport): string {
  if (lastRecord === undefined) {
    if (timeline.length === 0) return 'nothing';
    return timeline.some(isNotFound)
      ? 'the observer does not know the operation (404)'
      : 'nothing: no poll could see';
  }
  const seen = timeline.findLast(({ sight }) => isRecord(sight));
  const age = seen && seen !== timeline.at(-1) ? ` (${printDuration(durationMs - seen.atMs)} ago)` : '';
  return recordText(lastRecord) + age;
}

/** Says in a few words what a record says: stage, success, and the note where there is one. */
export function recordText({
  response: { stage, success, note },
  exchange,
  deployment,
}: InclusionRecord): string {
  // A record of somebody's own making may have no deployment.
  const nameOf = deployment?.dialect.toWireName ?? ((name: string) => name);
  // Masked before it is cut: half a secret would not be recognised.
  const print = (text: string, length?: number): string => printText(exchange.redact(text), length);
  const words = [
    stage === undefined ? 'no stage' : print(nameOf(stage), 80),
    `success=${success ?? 'absent'}`,
  ];
  const noteText = [note?.errorName, note?.content, note?.internalMsg].filter(Boolean).join(': ');
  if (noteText) words.push(`note "${print(noteText)}"`);
  return words.join(', ');
}

function pollsText(timeline: History): string {
  const failed = timeline.filter(({ sight }) => sight.failure !== undefined).length;
  const polls = `${timeline.length} ${timeline.length === 1 ? 'poll' : 'polls'}`;
  return `${polls}: ${timeline.length - failed} ok, ${failed} failed`;
}
