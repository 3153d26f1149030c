import { evidenceOf } from '../../client/evidence.js';
import type { Simulation } from '../../contract/responses.js';
import { formatText } from '../../internal/print.js';
import type { Answer } from '../case/observation.js';
import type { ComparedMember } from './compared-members.js';

/** A member in which an answer is not what all of some others are; `''` is the status. */
interface DifferingMember {
  readonly path: string;
  /** What all the others say, as far as it matters. */
  readonly base: string;
  /** What this one says. */
  readonly other: string;
}

/**
 * Finds the members in which an answer differs from answers that agree with each other. Where these do not agree, the
 * member changes by itself; where the blocks do not fit, the chain's state may have changed; where an answer says
 * nothing of the request, there is nothing to compare.
 */
export function differingMembers(
  bases: readonly Answer[],
  variant: Answer,
  members: readonly ComparedMember[],
): DifferingMember[] {
  // The same text says the same: then nothing needs to be read.
  if (bases.every(({ status, text }) => status === variant.status && text === variant.text)) return [];
  if (![...bases, variant].every(saysSomething)) return [];
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
function saysSomething({ status, headers, text }: Answer): boolean {
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
