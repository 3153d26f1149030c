import { z } from 'zod';
import { staleError } from '../client/evidence.js';
import { traceLines } from '../client/exchange-text.js';
import type { InclusionRecord } from '../client/results.js';
import { isNeutral } from '../contract/dialect.js';
import type { ChainName } from '../contract/names.js';
import {
  type InclusionNote,
  type InclusionTransaction,
  noteFields,
  transactionFields,
} from '../contract/responses.js';
import { currentDeployment } from '../deployment/current-deployment.js';
import { definedDeployment } from '../deployment/deployment.js';
import { InconclusiveError, UsageError } from '../errors.js';
import { unixNowMs } from '../internal/clock.js';
import { suggestion } from '../internal/closest.js';
import { parseOptions, usageError } from '../internal/options.js';
import { counted, formatDuration, formatText } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import {
  asReceived,
  deploymentOf,
  formatTimeline,
  type Inconsistency,
  inconsistenciesIn,
  isRecord as isRecordOfPoll,
  type PollResult,
  type Timeline,
} from '../polling/timeline.js';
import { recordText } from '../polling/wait-message.js';
import { isHex } from './equality.js';
import { immediateMatcher } from './matcher.js';
import {
  type AsymmetricPattern,
  checkedPattern,
  type Difference,
  differenceLines,
  differences,
  fitsEverything,
  fitsValue,
  formatPattern,
  isAsymmetric,
  isInverse,
  isMembersPattern,
  isUndecided,
  type Pattern,
  patternIssues,
  patternVerdict,
  type Undecided,
  undecidedBy,
  wholeOf,
} from './pattern.js';
import { assertSameDeployment, describeShape, hasExchange, recordWrappers, wrongSubject } from './subject.js';

/** Asserts that a record says "included". */
export const toBeIncluded = immediateMatcher<InclusionRecord, readonly unknown[]>({
  name: 'toBeIncluded',
  about: 'record',
  run: (received, more, { isNot }) => {
    assertNoOptions('toBeIncluded', more);
    const record = recordOf('toBeIncluded', received);
    const lines = recordLines(record, isNot ? 'not included' : 'included');
    if (record.verdict === 'unknown')
      throw new InconclusiveError({
        summary: `The record does not say whether the operation is included: ${recordText(record)}`,
        details: [
          ...lines,
          { advice: 'check the chain names and the stages of the deployment: the record shows none of them' },
        ],
      });
    return { pass: record.verdict === 'included', fact: () => recordFact(record), lines: () => lines };
  },
});

/** Returns the record to judge. */
function recordOf(matcher: string, received: unknown): InclusionRecord {
  if (!isRecord(received))
    throw wrongSubject(
      matcher,
      'a record of client.inclusion or of waitForInclusion',
      received,
      recordWrappers,
    );
  const { operationId, staleness, exchange } = received;
  if (staleness === undefined) return received;
  throw staleError(`expect(record).${matcher}() is inconclusive: the record is ${staleness}`, exchange, [
    labelled('Operation', formatText(operationId, 80)),
  ]);
}

/** Checks members rather than the class: the record may come from a user or another copy of the package. */
function isRecord(received: unknown): received is InclusionRecord {
  const members = typeof received === 'object' && received !== null ? received : {};
  return 'operationId' in members && 'verdict' in members && 'response' in members && hasExchange(members);
}

/** Throws for arguments that would be ignored, such as a deployment. */
function assertNoOptions(matcher: string, more: readonly unknown[]): void {
  if (more.every((argument) => argument === undefined)) return;
  throw new UsageError(`${matcher} judges the record alone: it takes no options`);
}

/** States what a record says: `the record is pending: start, success=absent`. */
function recordFact(record: InclusionRecord): string {
  return `the record is ${record.verdict}: ${recordText(record)}`;
}

/** Describes a record and what was expected of it. Contains no secrets. */
function recordLines(record: InclusionRecord, expected: string): string[] {
  return [
    labelled('Operation', formatText(record.operationId, 80)),
    labelled('Expected', expected),
    labelled('Received', `${record.verdict}: ${recordText(record)}`),
    ...traceLines(record.exchange),
  ];
}

/**
 * The expected note: a part of any of its texts, a regular expression for any of them, an asymmetric matcher for any of
 * them or for the whole note, or the members to look for.
 */
export type NotePattern = string | RegExp | Exclude<Pattern<InclusionNote>, string>;

const rejectedShape = {
  /** What the note should say (section 2.3). Leave out the options for any note. */
  // Messages show its shape, not its values: it may be part of a response.
  note: z
    .custom<NotePattern>(isNotePattern, {
      error: ({ input }) =>
        input === undefined || fitsEverything(input)
          ? `is ${input === undefined ? 'missing or undefined' : describeShape(input)}, and every rejection would pass; leave out the options if that is meant`
          : `must be a text, a regular expression, an asymmetric matcher, or an object with the members to look for, got ${describeShape(input)}`,
    })
    .meta({ secret: true }),
};
const rejectedOptions = z.strictObject(rejectedShape);

/** Options of `toBeRejected`. */
export interface RejectedOptions extends Readonly<z.input<z.ZodObject<typeof rejectedShape>>> {}

function isNotePattern(value: unknown): boolean {
  if (fitsEverything(value)) return false;
  if (typeof value === 'string' || value instanceof RegExp || isAsymmetric(value)) return true;
  return isMembersPattern(value) && Object.values(value).some((member) => member !== undefined);
}

/** Asserts that a record says "rejected", and that its note says what is expected. */
export const toBeRejected = immediateMatcher<InclusionRecord, [options?: RejectedOptions]>({
  name: 'toBeRejected',
  about: 'record',
  run: (received, [options], { isNot }) => {
    const { note } =
      options === undefined
        ? { note: undefined }
        : parseOptions('toBeRejected has invalid options', rejectedOptions, options);
    const issues = isMembersPattern(note) ? patternIssues(note, wholeOf(noteFields), 'note') : [];
    if (issues.length > 0) throw usageError('toBeRejected has invalid options', issues);
    const record = recordOf('toBeRejected', received);
    assertKnownErrorName(note, record);
    const expected =
      note === undefined ? 'rejected' : `rejected, with a note of ${formatPattern(note, record.exchange)}`;
    const details = recordLines(record, isNot ? `not ${expected}` : expected);
    const inconclusive = (reason: string): InconclusiveError =>
      new InconclusiveError({ summary: `${reason}: ${recordText(record)}`, details });

    const isRejected = record.verdict === 'rejected';
    if (isRejected && note !== undefined && isSilent(record.response.note))
      throw inconclusive('The record is rejected and does not say why');
    if (record.verdict === 'included' && record.isRejected)
      throw inconclusive('The record is included, and says that a later stage failed');
    if (!isRejected && record.verdict !== 'included' && !hasRejectionVerdict(record))
      throw inconclusive('The record does not say whether it is rejected');
    if (isRejected && lacksMembers(record.response.note ?? {}, note))
      throw inconclusive('The record is rejected, and its note does not have the members that are asked for');
    return {
      pass: isRejected && (note === undefined || fitsNote(record.response.note ?? {}, note)),
      call: note === undefined ? '' : '{ note }',
      fact: () => recordFact(record),
      lines: () => details,
    };
  },
});

/** A record created by the user may have only a verdict. */
function hasRejectionVerdict(record: Partial<InclusionRecord>): boolean {
  return 'isRejected' in record ? record.isRejected !== undefined : record.verdict !== 'unknown';
}

/** Throws for an error name that the deployment does not have: a misspelt one would pass every negated assertion. */
function assertKnownErrorName(
  note: NotePattern | undefined,
  { response, deployment, exchange }: InclusionRecord,
): void {
  const name = isMembersPattern(note) ? note.errorName : undefined;
  if (typeof name !== 'string' || name === '' || deployment === undefined) return;
  const { errorNames } = deployment.conventions;
  if (errorNames.length === 0 || errorNames.includes(name) || response.note?.errorName === name) return;
  throw new UsageError(
    `${formatPattern(name, exchange)} is not an errorName of ${deployment.name}${suggestion(name, errorNames)}`,
    [
      `Its names:  ${errorNames.join(', ')}`,
      { advice: 'name one of them, or add it to conventions.errorNames if the deployment has it' },
    ],
  );
}

function lacksMembers(note: InclusionNote, expected: NotePattern | undefined): boolean {
  return isMembersPattern(expected) && isUndecided(differences(note, expected));
}

function isSilent(note: InclusionNote | null | undefined): boolean {
  return Object.values(note ?? {}).every((text) => text === '' || text === null || text === undefined);
}

function fitsNote(note: InclusionNote, expected: NotePattern): boolean {
  const texts = Object.values(note).filter((text) => typeof text === 'string');
  if (isHex(expected)) return texts.some((text) => text.toLowerCase().includes(expected.toLowerCase()));
  if (typeof expected === 'string') return texts.some((text) => text.includes(expected));
  if (expected instanceof RegExp) return texts.some((text) => text.search(expected) !== -1);
  if (!isAsymmetric(expected)) return differences(note, expected).length === 0;
  const fits = [note, ...texts].map((value) => fitsValue(value, expected));
  return isInverse(expected) ? fits.every(Boolean) : fits.some(Boolean);
}

/**
 * The expected shape of a related transaction (section 2.3); other members may be anything. Chain types have the neutral
 * names, or those of the deployment: a literal must be `ALPHA`, `BETA`, `EVM`, `TVM` or one of `CustomChains`.
 */
export type InclusionTransactionPattern<Name extends string = string> =
  | AsymmetricPattern
  | (Omit<Exclude<Pattern<InclusionTransaction>, string | AsymmetricPattern>, 'blockchainType'> & {
      readonly blockchainType?: (string extends Name ? Name : ChainName) | AsymmetricPattern | undefined;
    });

/** Asserts that a record lists a transaction with the members of a pattern. */
export const toHaveInclusionTransaction = immediateMatcher<
  InclusionRecord,
  [pattern: InclusionTransactionPattern, ...more: unknown[]]
>({
  name: 'toHaveInclusionTransaction',
  about: 'record',
  run: (received, [given, ...more], { isNot }) => {
    assertNoOptions('toHaveInclusionTransaction', more);
    const pattern = checkedPattern('toHaveInclusionTransaction', given, transactionFields);
    const record = recordOf('toHaveInclusionTransaction', received);
    assertKnownChain(pattern, record);
    const { transactions } = record.response;
    return patternVerdict({
      matcher: 'toHaveInclusionTransaction',
      pattern,
      values: transactions ?? [],
      list: 'transactions',
      fields: transactionFields,
      source: record,
      compare: transactionComparison(record, pattern),
      undecided: (differing, at) => undecidedTransaction(record, differing, at),
      // A null list has none (assumption).
      incomplete:
        transactions === undefined ? { reason: 'the record has no list of transactions' } : undefined,
      lines: (closest) => [
        ...recordLines(
          record,
          `${isNot ? 'no' : 'a'} transaction like ${formatPattern(pattern, record.exchange)}`,
        ),
        labelled('Listed', transactions === null ? 'null' : (transactions?.length ?? 'absent')),
        ...(closest ? [labelled(isNot ? 'Fits' : 'Closest', `transactions[${closest.index}]`)] : []),
        ...differenceLines(closest?.differences ?? [], record.exchange),
      ],
    });
  },
});

/** Throws for a chain type that the deployment does not have: a misspelt one would pass every negated assertion. */
function assertKnownChain(
  pattern: InclusionTransactionPattern,
  { response: { transactions }, deployment }: InclusionRecord,
): void {
  if (isAsymmetric(pattern) || typeof pattern.blockchainType !== 'string' || deployment === undefined) return;
  const {
    name,
    conventions: { blockchainTypes },
    dialect: { fromWireName, toWireName },
  } = deployment;
  const type = fromWireName(pattern.blockchainType);
  const isListed = transactions?.some(({ blockchainType }) => blockchainType === type);
  if (blockchainTypes.length === 0 || blockchainTypes.includes(type) || isListed) return;
  throw new UsageError(`${formatText(pattern.blockchainType)} is not a blockchainType of ${name}`, [
    `Its types:  ${blockchainTypes.map(toWireName).join(', ')}`,
    { advice: 'name one of them, or add it to the conventions of the deployment' },
  ]);
}

/**
 * Returns the comparison of transactions with a pattern, which may use neutral chain types or the deployment's. Differences
 * show the deployment's.
 */
function transactionComparison(
  { deployment }: InclusionRecord,
  pattern: InclusionTransactionPattern,
): (transaction: InclusionTransaction) => Difference[] {
  if (deployment === undefined || isNeutral(deployment.chains))
    return (transaction) => differences(transaction, pattern);
  const { fromWireName, toWireName, toWireTransaction } = deployment.dialect;
  const neutral = withChainType(pattern, fromWireName);
  const wire = withChainType(pattern, toWireName);
  const isNegative = hasInverse(pattern);
  return (transaction) => {
    const inNeutral = differences(transaction, neutral);
    const inWire = differences(toWireTransaction(transaction), wire);
    // A negated pattern must match with both names.
    if (isNegative) return inWire.length > 0 ? inWire : inNeutral;
    return inNeutral.length === 0 ? inNeutral : inWire;
  };
}

function withChainType(
  pattern: InclusionTransactionPattern,
  nameOf: (name: string) => string,
): InclusionTransactionPattern {
  if (isAsymmetric(pattern) || typeof pattern.blockchainType !== 'string') return pattern;
  return { ...pattern, blockchainType: nameOf(pattern.blockchainType) };
}

/** Returns whether a pattern contains a negated matcher: `expect.not.stringContaining('EVM')`. */
function hasInverse(pattern: unknown): boolean {
  if (typeof pattern !== 'object' || pattern === null || pattern instanceof RegExp) return false;
  const { inverse, sample } = pattern as { readonly inverse?: unknown; readonly sample?: unknown };
  if (isAsymmetric(pattern)) return inverse === true || hasInverse(sample);
  return Object.values(pattern).some(hasInverse);
}

/** Returns why it is undecided whether a transaction matches: {@link undecidedBy}, or its chain type is unknown. */
function undecidedTransaction(
  { drift }: InclusionRecord,
  differing: readonly Difference[],
  at: string,
): Undecided | undefined {
  const hasUnknownType = drift.some(
    ({ kind, path }) => kind === 'unknown-value' && path.endsWith(`${at}.blockchainType`),
  );
  return hasUnknownType && isDecidedByType(differing)
    ? { reason: `${at} is of a chain type that the deployment does not name` }
    : undecidedBy(differing, at);
}

/** Returns whether a transaction would match, or be undecided, if its chain type were the wanted one. */
function isDecidedByType(differing: readonly Difference[]): boolean {
  const others = differing.filter(({ path }) => path !== 'blockchainType');
  return others.length < differing.length && (others.length === 0 || isUndecided(others));
}

const consistencyShape = {
  /**
   * The deployment whose stages are in order. Default: the one that the timeline comes from, else the one in force. One
   * with other addresses than the timeline comes from is an error.
   */
  deployment: definedDeployment.optional(),
};
const consistencyOptions = z.strictObject(consistencyShape);

/** Options of `toBeConsistent`. */
export interface ConsistencyOptions extends Readonly<z.input<z.ZodObject<typeof consistencyShape>>> {}

/** Asserts that a timeline has no inconsistencies. */
export const toBeConsistent = immediateMatcher<
  Timeline | { readonly timeline: Timeline },
  [options?: ConsistencyOptions]
>({
  name: 'toBeConsistent',
  about: 'timeline',
  run: (received, [given = {}], { isNot }) => {
    const { deployment } = parseOptions('toBeConsistent has invalid options', consistencyOptions, given);
    const timeline = timelineOf(received);
    assertSameDeployment('toBeConsistent', timeline, deployment, 'observerUrl');
    const lines = [
      labelled('Expected', isNot ? 'an inconsistency' : 'no inconsistency'),
      labelled('Timeline', formatTimeline(timeline)),
    ];
    if (!timeline.some(({ result }) => result.verdict !== undefined))
      throw new InconclusiveError({ summary: 'The timeline has no poll that got an answer', details: lines });
    const { stages, timestampUnit } = (deployment ?? deploymentOf(timeline) ?? currentDeployment())
      .conventions;
    const rule = { unit: timestampUnit, nowMs: unixNowMs() };
    const found = withEarlierInconsistencies(inconsistenciesIn(timeline, stages, rule), received);
    if (found.length === 0 && !timeline.some(({ result }) => canBeJudged(asReceived(result), stages))) {
      const summary =
        'No poll found the operation at a stage that the deployment names: their order cannot be judged';
      throw new InconclusiveError({ summary, details: lines });
    }
    const foundLines = found.map(
      ({ atMs, message }) => `Inconsistency: +${formatDuration(atMs)} ${formatText(message)}`,
    );
    const fact = (): string => {
      const [first, ...more] = found;
      if (first === undefined) return `no inconsistency in ${counted(timeline.length, 'poll')}`;
      return formatText(first.message) + (more.length === 0 ? '' : ` (and ${more.length} more)`);
    };
    return { pass: found.length === 0, fact, lines: () => [...lines, ...foundLines] };
  },
});

function timelineOf(received: Timeline | { readonly timeline: Timeline }): Timeline {
  const timeline = (received as Partial<{ timeline: Timeline }> | null | undefined)?.timeline ?? received;
  if (Array.isArray(timeline) && timeline.every(isPoll)) return timeline;
  throw wrongSubject('toBeConsistent', 'a timeline, or what waitForInclusion returned or threw', received);
}

function isPoll(value: unknown): boolean {
  return typeof (value as { result?: unknown } | null)?.result === 'object';
}

/** Without an order of stages, timestamps and transactions can still be checked; a 404 has neither. */
function canBeJudged(result: PollResult, stages: readonly string[]): boolean {
  if (!isRecordOfPoll(result)) return false;
  const isPlaced = result.stage !== undefined && stages.includes(result.stage);
  return (
    isPlaced || (stages.length === 0 && (result.timestamp !== undefined || result.transactions !== undefined))
  );
}

/** Adds inconsistencies that the wait found: a timestamp that was in the future then may not be now. */
function withEarlierInconsistencies(
  found: readonly Inconsistency[],
  received: unknown,
): readonly Inconsistency[] {
  const { inconsistencies } = received as { inconsistencies?: unknown };
  if (!Array.isArray(inconsistencies)) return found;
  const earlier = (inconsistencies as Inconsistency[]).filter(
    ({ kind, atMs }) =>
      kind === 'timestamp-in-future' && !found.some((one) => one.kind === kind && one.atMs === atMs),
  );
  return [...found, ...earlier];
}
