import type { CaseRelation } from '../case/case-plan.js';
import type { Answer } from '../case/observation.js';
import { evidenceOf } from '../client/evidence.js';
import type { Extension } from '../contract/extension.js';
import type { Simulation } from '../contract/responses.js';
import { formatText } from '../internal/print.js';
import { defineChecks, type Rule } from './check.js';
import {
  declaredMembers,
  simulationMembers as members,
  type SimulationMember,
} from './simulation-members.js';

/**
 * The members that must agree if an address is written in another form. The layer treats the address as a text, so payloads,
 * call data and ids may contain it as it is written. Operation ids may differ each time.
 */
const sameButForTexts = (): readonly SimulationMember[] => [
  members.status,
  members.error,
  members.outMessages,
  members.messageCallers,
  members.messageTargets,
  members.messageShardsKeys,
  members.messageBurned,
  members.messageLocked,
];

/**
 * The members in which two simulations of one request must agree. Operation ids, blocks and the text `message` may differ each
 * time. Suggested prices and the fee in the fee asset also depend on pending transactions and markets.
 */
const same = (extend: Extension): readonly SimulationMember[] => [
  ...sameButForTexts(),
  members.messagePayloads,
  members.callData,
  members.from,
  members.to,
  members.gas,
  members.baseFee,
  members.isEip1559,
  ...declaredMembers(extend),
];

/** The members that must agree if assets are written in another way: the verdict, and the totals that are sent back. */
const sameInTotal = (): readonly SimulationMember[] => [members.status, members.amountsSent];

/** The checks of relations between requests. */
export const relationChecks = defineChecks(
  'metamorphic',
  { evidence: 'verdicts', phases: ['metamorphic'] },
  {
    determinism: relation({
      about: 'The same request must get the same answer, however often it is sent.',
      source: 'practice: verdicts that vary without cause',
      change: 'the request sent once more',
      compared: same,
    }),
    'key-order': relation({
      about: 'The order of the members of a request must not affect the answer.',
      source: 'section 2.1: JSON objects are unordered (RFC 8259, 4)',
      change: 'another order of members',
      compared: same,
    }),
    'absent-or-default': relation({
      about: 'An absent field must mean the same as its documented default.',
      source: 'practice: the defaults of optional fields',
      change: 'a default that is left out or written',
      compared: same,
    }),
    'asset-order': relation({
      about: 'The order of the assets must not affect the answer.',
      source: 'practice: order that changes the meaning',
      change: 'another order of assets',
      compared: sameInTotal,
    }),
    'split-amounts': relation({
      about: 'An amount must mean the same in one entry as in two, if the call depends only on totals.',
      source: 'practice: duplicates that change the meaning',
      change: 'an amount in one entry or two',
      compared: sameInTotal,
    }),
    'address-case': relation({
      about: 'The letter case of a destination-chain address must not affect the answer.',
      source: 'practice: the letter case is a checksum',
      change: 'another letter case of an address',
      compared: same,
    }),
    'address-form': relation({
      about: 'The form of a source-chain address must not affect the answer.',
      source: 'practice: friendly and raw forms are accepted',
      change: 'another form of an address',
      compared: sameButForTexts,
    }),
    isolation: relation({
      about: 'An unrelated request must not affect the next request.',
      source: 'practice: state that leaks between requests in sequence',
      change: 'an unrelated request before it',
      compared: same,
    }),
    concurrency: relation({
      about: 'Concurrent requests must not affect each other.',
      source: 'practice: state that leaks between requests in parallel',
      change: 'concurrent requests',
      compared: same,
    }),
  },
);

/** A relation between requests, and the members that it must not affect. */
interface Relation extends Pick<Rule, 'about' | 'source'> {
  /** What differs from the base, in a few words. */
  readonly change: string;
  readonly compared: (extend: Extension) => readonly SimulationMember[];
}

/**
 * Creates the check of a relation. Pairs with the same second request are one repeated comparison: it differs only if it
 * differs from all first requests in the same way. A plan that repeats its base around a variant can thus distinguish the
 * effect of the variant from spontaneous changes.
 */
function relation({ about, source, change, compared }: Relation): (name: string) => Rule {
  return (name) => ({
    severity: 'critical',
    about,
    source,
    judge({ plan: { relation }, observations }, { conventions: { extend } }) {
      if (relation?.name !== name) return [];
      return [...basesByVariant(relation)].flatMap(([at, places]) => {
        const variant = observations[at]?.answer;
        const bases = places.flatMap((place) => observations[place]?.answer ?? []);
        if (variant === undefined || bases.length < places.length) return [];
        return differingMembers(bases, variant, compared(extend)).map(({ path, base, other }) => ({
          at,
          path,
          class: path === '' ? 'status differs' : 'differs',
          expected: `the same ${path || 'status'} with ${change}`,
          received: `${other} instead of ${base}`,
        }));
      });
    },
  });
}

function basesByVariant({ pairs }: CaseRelation): Map<number, number[]> {
  const bases = new Map<number, number[]>();
  for (const [base, variant] of pairs) bases.set(variant, [...(bases.get(variant) ?? []), base]);
  return bases;
}

/** A member in which an answer differs from several others that agree. The path `''` is the status. */
interface DifferingMember {
  readonly path: string;
  /** The value in all the others, shortened. */
  readonly base: string;
  /** The value in this one, shortened. */
  readonly other: string;
}

/**
 * Finds the members in which an answer differs from answers that agree with each other. If these do not agree, the member
 * changes by itself. If the blocks differ, the state of the chain may have changed. Inconclusive answers are not compared.
 */
function differingMembers(
  bases: readonly Answer[],
  variant: Answer,
  compared: readonly SimulationMember[],
): DifferingMember[] {
  // Equal bodies have no differing members.
  if (bases.every(({ status, text }) => status === variant.status && text === variant.text)) return [];
  if (![...bases, variant].every(isConclusive)) return [];
  const status = difference('', bases, variant, (answer) => String(answer.status));
  if (status !== undefined) return [status];
  const simulations = bases.flatMap(({ simulation }): Simulation[] => (simulation ? [simulation] : []));
  const { simulation } = variant;
  if (simulation === undefined || simulations.length < bases.length) return [];
  // Answers after different blocks may differ by what is in the blocks. A block may not be named.
  const blocks = [...simulations, simulation].map(({ debugInfo }) => debugInfo?.blockNumber);
  const named = blocks.filter((block) => block !== undefined);
  if (named.some((block) => block !== named[0])) return [];

  const found: DifferingMember[] = [];
  const isOfOneBlock = named.length === blocks.length;
  for (const { path, text, isJson, isDecisive, isOfBlock, follows } of compared) {
    if (isOfBlock && !isOfOneBlock) continue;
    if (found.some((earlier) => earlier.path === follows)) continue;
    const differing = difference(path, simulations, simulation, text, isJson);
    if (differing === undefined) continue;
    found.push(differing);
    if (isDecisive) break;
  }
  return found;
}

/** A server error has its own check and, like an overload, proves nothing about the request. */
function isConclusive({ status, headers, text }: Answer): boolean {
  const { kind } = evidenceOf({ response: { status, headers, body: text } });
  return kind !== 'failure' && kind !== 'no-verdict';
}

function difference<T>(
  path: string,
  bases: readonly T[],
  variant: T,
  read: (source: T) => string,
  isJson = false,
): DifferingMember | undefined {
  const [base = '', ...others] = bases.map(read);
  const other = read(variant);
  if (other === base || others.some((text) => text !== base)) return undefined;
  const from = startOfDifference(base, other);
  const partOf = (text: string): string => partFrom(from, text, isJson);
  return { path, base: partOf(base), other: partOf(other) };
}

const contextLength = 20;
const maxPartLength = 80;

/** Returns the index of the first character that differs, minus some context. */
function startOfDifference(one: string, other: string): number {
  let same = 0;
  while (one[same] === other[same]) same++;
  return Math.max(0, same - contextLength);
}

function partFrom(start: number, text: string, isJson: boolean): string {
  if (text === 'true' || text === 'false') return text;
  const part = `${start > 0 ? '…' : ''}${formatText(text.slice(start), maxPartLength)}`;
  return isJson ? part : `"${part}"`;
}
