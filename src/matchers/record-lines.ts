import type { InclusionRecord } from '../client/inclusion-record.js';
import { printText } from '../internal/print.js';
import { recordText } from '../polling/wait-message.js';

/** Describes a record for a reader, below what was expected of it. No secrets. */
export function recordLines(record: InclusionRecord, expected: string): string[] {
  return [
    `Operation:  ${printText(record.operationId, 80)}`,
    `Expected:   ${expected}`,
    `Received:   ${record.verdict}: ${recordText(record)}`,
  ];
}
