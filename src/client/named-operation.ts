import { HttpOtherOperationError } from '../errors.js';
import { isPlainObject } from '../internal/objects.js';
import { printText, printValue } from '../internal/print.js';
import { mixedUpAdvice } from './advice.js';
import { exchangeLines } from './exchange-lines.js';
import type { Sent } from './send.js';

/** The member that says which operation an answer is about, beside those of section 2.3, in any spelling. Practice. */
const memberName = /^operation_?id$/i;

/** Which operation an answer says that it is about. */
export interface NamedOperation {
  /** Where it says so: `response.operationId`. */
  readonly path: string;
  readonly value: unknown;
}

/** Lists which operations the body of an observer's answer names. What is null or empty names none. */
export function namedOperations(body: unknown): NamedOperation[] {
  if (!isPlainObject(body)) return [];
  return [
    { at: '', members: body },
    { at: 'response.', members: isPlainObject(body.response) ? body.response : {} },
  ].flatMap(({ at, members }) =>
    Object.entries(members)
      .filter(([name, value]) => memberName.test(name) && value !== null && value !== '')
      .map(([name, value]) => ({ path: at + name, value })),
  );
}

/** Returns which other operation than the one that was asked about the body of an observer's answer names, if any. */
export function otherOperation(operationId: string, body: unknown): NamedOperation | undefined {
  return namedOperations(body).find(
    ({ value }) => typeof value !== 'string' || !isSameOperation(value, operationId),
  );
}

/** Tells whether two ids are of one operation: of hex digits neither the letter case nor the prefix tells them apart. */
export function isSameOperation(one: string, other: string): boolean {
  return one === other || operationKey(one) === operationKey(other);
}

/** A text that all spellings of one operation's id share. */
export function operationKey(operationId: string): string {
  return /^(?:0x)?[\da-f]+$/i.test(operationId) ? operationId.toLowerCase().replace(/^0x/, '') : operationId;
}

/** Throws when an answer says that it is about another operation than the one that was asked about. */
export function refuseOtherOperation(operationId: string, body: unknown, { endpoint, exchange }: Sent): void {
  const other = otherOperation(operationId, body);
  if (other === undefined) return;
  const named = typeof other.value === 'string' ? other.value : printValue(other.value);
  throw new HttpOtherOperationError(exchange, {
    summary: `${endpoint.who} answered about another operation: ${exchange.redact(printText(named, 80))}`,
    details: [
      `Expected:  ${other.path} ${printText(operationId, 80)}`,
      ...exchangeLines(exchange),
      `What to do: ${mixedUpAdvice}`,
    ],
  });
}
