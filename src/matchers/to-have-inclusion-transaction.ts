import { type ClosestItem, closestBy, closestItem } from '../checks/closest-item.js';
import { differences, isOpen, openText } from '../checks/differences.js';
import { isAsymmetric, type Pattern } from '../checks/pattern.js';
import type { InclusionRecord } from '../client/inclusion-record.js';
import { isNeutral } from '../contract/dialect.js';
import { type InclusionTransaction, transactionNames } from '../contract/responses.js';
import { InconclusiveError, UsageError } from '../errors.js';
import { printText } from '../internal/print.js';
import { assertionMessage } from './assertion-message.js';
import { differenceLines } from './difference-lines.js';
import { recordOf, refuseMore } from './inclusion-subject.js';
import type { MatcherContext, MatcherResult } from './matcher-context.js';
import { patternOf } from './pattern-of.js';
import { printPattern } from './print-pattern.js';
import { recordLines } from './record-lines.js';

/** What a related transaction should look like (section 2.3); other members may be anything. Chain types: the neutral ones, or those of the deployment. */
export type InclusionTransactionPattern = Exclude<Pattern<InclusionTransaction>, string>;

/**
 * Asserts that a record lists a transaction with the members of a pattern. Judges the record alone and asks nobody;
 * a promise of one goes through `.resolves`. Negated: that it lists none like it.
 */
export function toHaveInclusionTransaction(
  this: MatcherContext,
  received: InclusionRecord,
  pattern: InclusionTransactionPattern,
  ...more: readonly unknown[]
): MatcherResult {
  refuseMore('toHaveInclusionTransaction', more);
  const wanted = patternOf('toHaveInclusionTransaction', pattern, transactionNames);
  const record = recordOf('toHaveInclusionTransaction', received);
  const { transactions } = record.response;
  refuseUnknownChain(wanted, record);
  const closest = closestTransaction(record, wanted);
  const count = transactions === null ? 'null' : (transactions?.length ?? 'absent');
  const message = (): string =>
    assertionMessage('record', this.isNot, 'toHaveInclusionTransaction()', [
      ...recordLines(
        record,
        `${this.isNot ? 'no' : 'a'} transaction like ${printPattern(wanted, record.exchange)}`,
      ),
      `Listed:     ${count}`,
      ...(closest === undefined
        ? []
        : [`${this.isNot ? 'Fits:      ' : 'Closest:   '} transactions[${closest.index}]`]),
      ...differenceLines(closest?.differences ?? [], record.exchange),
    ]);
  const isListed = closest?.differences.length === 0;
  const doubt = isListed ? undefined : doubtOf(record, neutralOf(wanted, record));
  if (doubt !== undefined) {
    const details = message().split('\n').slice(2);
    throw new InconclusiveError({
      summary: `toHaveInclusionTransaction cannot be judged: ${doubt}`,
      details,
    });
  }
  return { pass: isListed, message };
}

/** Why the list does not say whether it has such a transaction; null is no transactions (practice), and says so. */
function doubtOf({ response, drift }: InclusionRecord, wanted: unknown): string | undefined {
  const { transactions } = response;
  if (transactions === undefined) return 'the record has no list of transactions';
  const unknownTypes = new Set(
    drift.flatMap(
      ({ kind, path }) =>
        (kind === 'unknown-value' ? /\[(\d+)\]\.blockchainType$/.exec(path)?.[1] : []) ?? [],
    ),
  );
  for (const [index, transaction] of (transactions ?? []).entries()) {
    const differing = differences(transaction, wanted);
    const others = differing.filter(
      ({ path }) => !(path === 'blockchainType' && unknownTypes.has(String(index))),
    );
    if (others.length < differing.length && (others.length === 0 || isOpen(others)))
      return `transactions[${index}] is of a chain type that the deployment does not name`;
    if (isOpen(differing)) return openText(differing, `transactions[${index}]`);
  }
  return undefined;
}

/**
 * Finds the transaction that comes nearest to a pattern, whose chain types may be neutral or the deployment's own. What
 * differs is shown with the deployment's.
 */
function closestTransaction(
  { response: { transactions }, deployment }: InclusionRecord,
  wanted: InclusionTransactionPattern,
): ClosestItem | undefined {
  const listed = transactions ?? [];
  if (deployment === undefined || isNeutral(deployment.chains)) return closestItem(listed, wanted);
  const { fromWireName, toWireName, toWireTransaction } = deployment.dialect;
  const [neutral, wire] = [fromWireName, toWireName].map((nameOf) => withChainType(wanted, nameOf));
  const isInverse = hasInverse(wanted);
  return closestBy(listed, (transaction) => {
    const inNeutral = differences(transaction, neutral);
    const inWire = differences(toWireTransaction(transaction), wire);
    // What must not be there must be there under neither name.
    if (isInverse) return inWire.length > 0 ? inWire : inNeutral;
    return inNeutral.length === 0 ? inNeutral : inWire;
  });
}

/** A pattern with the neutral name of its chain type, as records of every deployment have it. */
function neutralOf(
  wanted: InclusionTransactionPattern,
  { deployment }: InclusionRecord,
): InclusionTransactionPattern {
  return deployment === undefined ? wanted : withChainType(wanted, deployment.dialect.fromWireName);
}

function withChainType(
  wanted: InclusionTransactionPattern,
  nameOf: (name: string) => string,
): InclusionTransactionPattern {
  if (isAsymmetric(wanted) || typeof wanted.blockchainType !== 'string') return wanted;
  return { ...wanted, blockchainType: nameOf(wanted.blockchainType) };
}

/** Whether a pattern, or a part of it, says what must not be: `expect.not.stringContaining('EVM')`. */
function hasInverse(pattern: unknown): boolean {
  if (typeof pattern !== 'object' || pattern === null || pattern instanceof RegExp) return false;
  const { inverse, sample } = pattern as { readonly inverse?: unknown; readonly sample?: unknown };
  if (isAsymmetric(pattern)) return inverse === true || hasInverse(sample);
  return Object.values(pattern).some(hasInverse);
}

/** A type that the deployment does not have is a slip, which would make every negated assertion pass. */
function refuseUnknownChain(
  wanted: InclusionTransactionPattern,
  { response: { transactions }, deployment }: InclusionRecord,
): void {
  if (isAsymmetric(wanted) || typeof wanted.blockchainType !== 'string' || deployment === undefined) return;
  const {
    name,
    conventions: { blockchainTypes },
    dialect: { fromWireName, toWireName },
  } = deployment;
  const type = fromWireName(wanted.blockchainType);
  const isListed = transactions?.some(({ blockchainType }) => blockchainType === type);
  if (blockchainTypes.length === 0 || blockchainTypes.includes(type) || isListed) return;
  throw new UsageError(`${printText(wanted.blockchainType)} is not a blockchainType of ${name}`, [
    `Its types:  ${blockchainTypes.map(toWireName).join(', ')}`,
    'What to do: name one of them, or add it to the conventions of the deployment',
  ]);
}
