import { evidenceOf } from '../../client/evidence.js';
import { rawBetaAddress } from '../../contract/addresses.js';
import type { Simulation } from '../../contract/responses.js';
import { formatText } from '../../internal/print.js';
import type { CaseRelation, RelationName } from '../case/case-plan.js';
import type { Check } from '../case/check.js';
import type { Answer } from '../case/observation.js';
import type { ComparedMember } from './compared-members.js';

/** A relation between requests, and the members that it must not affect. */
interface Relation extends Pick<Check, 'about' | 'source'> {
  readonly name: RelationName;
  /** What differs from the base, in a few words. */
  readonly change: string;
  readonly members: readonly ComparedMember[];
}

/**
 * Creates the check of a relation. Pairs with the same second request are one repeated comparison: it differs only if it
 * differs from all first requests in the same way. A plan that repeats its base around a variant can thus distinguish the
 * effect of the variant from spontaneous changes.
 */
export function relationCheck({ name, about, source, change, members }: Relation): Check {
  return {
    name,
    family: 'metamorphic',
    severity: 'critical',
    about,
    source,
    judge({ plan: { relation }, observations }) {
      if (relation?.name !== name) return [];
      return [...basesByVariant(relation)].flatMap(([at, places]) => {
        const variant = observations[at]?.answer;
        const bases = places.flatMap((place) => observations[place]?.answer ?? []);
        if (variant === undefined || bases.length < places.length) return [];
        return differingMembers(bases, variant, members).map(({ path, base, other }) => ({
          at,
          path,
          class: path === '' ? 'status differs' : 'differs',
          message: `expected ${change} to change nothing, got ${path || 'status'} ${other} after ${base}`,
        }));
      });
    },
  };
}

function basesByVariant({ pairs }: CaseRelation): Map<number, number[]> {
  const bases = new Map<number, number[]>();
  for (const [base, variant] of pairs) bases.set(variant, [...(bases.get(variant) ?? []), base]);
  return bases;
}

/** A member in which an answer is not what all of some others are; `''` is the status. */
interface DifferingMember {
  readonly path: string;
  /** The value in all the others, shortened. */
  readonly base: string;
  /** The value in this one, shortened. */
  readonly other: string;
}

/**
 * Finds the members in which an answer differs from answers that agree with each other. Where these do not agree, the
 * member changes by itself; where the blocks do not fit, the chain's state may have changed; an answer that
 * proves nothing about its request is not compared.
 */
function differingMembers(
  bases: readonly Answer[],
  variant: Answer,
  members: readonly ComparedMember[],
): DifferingMember[] {
  // Equal texts have no differing members.
  if (bases.every(({ status, text }) => status === variant.status && text === variant.text)) return [];
  if (![...bases, variant].every(isConclusive)) return [];
  const status = difference('', bases, variant, (answer) => String(answer.status));
  if (status !== undefined) return [status];
  const simulations = bases.flatMap(({ simulation }): Simulation[] => (simulation ? [simulation] : []));
  const { simulation } = variant;
  if (simulation === undefined || simulations.length < bases.length) return [];
  if (!isOfSameState(simulations, simulation)) return [];

  const found: DifferingMember[] = [];
  const isOfOneBlock = [...simulations, simulation].every(namesBlock);
  for (const { path, read, isDecisive, isOfBlock, follows } of members) {
    if (isOfBlock && !isOfOneBlock) continue;
    if (found.some((earlier) => earlier.path === follows)) continue;
    const differing = difference(path, simulations, simulation, read);
    if (differing === undefined) continue;
    found.push(differing);
    if (isDecisive) break;
  }
  return found;
}

/** A failure of the server has its own check and, like an overload, does not settle anything about the request. */
function isConclusive({ status, headers, text }: Answer): boolean {
  const { kind } = evidenceOf({ response: { status, headers, body: text } });
  return kind !== 'failure' && kind !== 'no-verdict';
}

/** Answers after different blocks may differ by what is in the blocks. A block may not be named. */
function isOfSameState(bases: readonly Simulation[], variant: Simulation): boolean {
  const blocks = [...bases, variant].flatMap(({ debugInfo }) => debugInfo?.blockNumber ?? []);
  return blocks.every((block) => block === blocks[0]);
}

function namesBlock({ debugInfo }: Simulation): boolean {
  return debugInfo?.blockNumber !== undefined;
}

function difference<T>(
  path: string,
  bases: readonly T[],
  variant: T,
  read: (source: T) => string,
): DifferingMember | undefined {
  const [base = '', ...others] = bases.map(read);
  const other = read(variant);
  if (other === base || others.some((text) => text !== base)) return undefined;
  const from = startOfDifference(base, other);
  return { path, base: partFrom(from, base), other: partFrom(from, other) };
}

const shownBefore = 20;
const longestPart = 80;

/** Shortly before the first character that differs. */
function startOfDifference(one: string, other: string): number {
  let same = 0;
  while (one[same] === other[same]) same++;
  return Math.max(0, same - shownBefore);
}

function partFrom(start: number, text: string): string {
  if (text === 'true' || text === 'false') return text;
  return `"${start > 0 ? '…' : ''}${formatText(text.slice(start), longestPart)}"`;
}

const rawAddress = /(?:0|-1):[0-9a-fA-F]{64}/g;
const hex = /0x[0-9a-fA-F]+/g;
const friendlyAddress = /[A-Za-z0-9_-]{48}/g;

/** Returns a text with all addresses and hex bytes in one form, so that texts that differ only in form are equal. */
export function normalizedText(text: string): string {
  return text
    .replace(friendlyAddress, rawBetaAddress)
    .replace(rawAddress, rawBetaAddress)
    .replace(hex, (digits) => digits.toLowerCase());
}
