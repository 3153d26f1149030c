import { isDeepStrictEqual } from 'node:util';
import * as Hash from 'ox/Hash';
import type { Expectation } from '../case/case-plan.js';
import type { ObservedCase, RequestSpan } from '../case/observation.js';
import { rawBetaAddress } from '../contract/addresses.js';
import { amountOf } from '../contract/integer-range.js';
import type { OutMessage, Simulation, TokenAmount } from '../contract/responses.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import { simulationVerdict } from '../contract/verdicts.js';
import { formatText } from '../internal/print.js';

/** A simulation of a case, and the valid request that it answers. */
export interface CaseSimulation {
  /** The index of its request, counted from 0 over all steps. */
  readonly at: number;
  /** Its step: simulations of one step were concurrent. */
  readonly step: number;
  readonly request: LooseSimulationRequest;
  readonly expect: Extract<Expectation, { readonly kind: 'simulated' }>;
  readonly simulation: Simulation;
  /** When it was in progress, if measured. */
  readonly span: RequestSpan | undefined;
}

/** Computed once for all checks of a case. */
const listed = new WeakMap<ObservedCase, readonly CaseSimulation[]>();

/** Lists the simulations of a case, in the order of its requests. */
export function caseSimulations(observed: ObservedCase): readonly CaseSimulation[] {
  const known = listed.get(observed);
  if (known !== undefined) return known;
  const found: CaseSimulation[] = [];
  let at = 0;
  for (const [step, { requests }] of observed.plan.steps.entries()) {
    for (let index = 0; index < requests.length; index++, at++) {
      const { request, answer, span } = observed.observations[at] ?? {};
      const simulation = answer?.simulation;
      const expect = request?.expect;
      if (simulation === undefined || expect?.kind !== 'simulated') continue;
      found.push({ at, step, request: expect.request, expect, simulation, span });
    }
  }
  listed.set(observed, found);
  return found;
}

/** Lists the simulations of a case that succeed. */
export function caseSuccesses(observed: ObservedCase): CaseSimulation[] {
  return caseSimulations(observed).filter(({ simulation }) => simulationVerdict(simulation) === 'success');
}

/** Returns all pairs of a list, the earlier item first. */
export function pairsOf<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((one, index) => items.slice(index + 1).map((other): [T, T] => [one, other]));
}

/** Groups simulations by their requests, in order; with `keyOf`, also by what it returns. */
export function groupByRequest(
  all: readonly CaseSimulation[],
  keyOf: (simulation: Simulation) => unknown = () => undefined,
): [CaseSimulation, ...CaseSimulation[]][] {
  const groups: [CaseSimulation, ...CaseSimulation[]][] = [];
  for (const one of all) {
    const same = groups.find(
      ([other]) =>
        keyOf(other.simulation) === keyOf(one.simulation) && isDeepStrictEqual(other.request, one.request),
    );
    if (same === undefined) groups.push([one]);
    else same.push(one);
  }
  return groups;
}

/** Returns whether two simulations name the same block. */
export function areOnOneBlock(one: CaseSimulation, other: CaseSimulation): boolean {
  const block = one.simulation.debugInfo?.blockNumber;
  return block !== undefined && block === other.simulation.debugInfo?.blockNumber;
}

/** Returns whether two requests agree in all fields except one, which may differ. */
export function isSameBut(
  field: keyof LooseSimulationRequest,
  { [field]: _, ...rest }: LooseSimulationRequest,
  { [field]: __, ...otherRest }: LooseSimulationRequest,
): boolean {
  return isDeepStrictEqual(rest, otherRest);
}

/** Returns the first text that repeats the text of an earlier item, ignoring letter case and items without text. */
export function firstRepeatedText<T>(
  items: readonly T[] | null | undefined,
  textOf: (item: T) => string | undefined,
): string | undefined {
  if (!items || items.length < 2) return undefined;
  const seen = new Set<string>();
  for (const item of items) {
    const text = textOf(item);
    if (!text) continue;
    const lower = text.toLowerCase();
    if (seen.has(lower)) return text;
    seen.add(lower);
  }
  return undefined;
}

/** Sums amounts by token, keyed by the raw form of its address, `''` for the native coin. Invalid amounts count as zero. */
export function tokenTotals(amounts: Iterable<TokenAmount>): Map<string, bigint> {
  const totals = new Map<string, bigint>();
  for (const { amount, tokenAddress = '' } of amounts) {
    const token = rawBetaAddress(tokenAddress);
    totals.set(token, (totals.get(token) ?? 0n) + (amountOf(amount) ?? 0n));
  }
  return totals;
}

/** Writes the total of each token. A total of zero counts as none. */
export function totalsText(amounts: Iterable<TokenAmount>): string {
  const totals = [...tokenTotals(amounts)].filter(([, amount]) => amount !== 0n);
  return totals
    .map(([token, amount]) => `${amount} of ${token || 'the native coin'}`)
    .sort()
    .join(', ');
}

/** Returns what outgoing messages take out of the destination chain: everything that they burn and lock. */
export function amountsSent(messages: readonly OutMessage[] | null | undefined): TokenAmount[] {
  return (messages ?? []).flatMap(({ tokensBurned, tokensLocked }) => [
    ...(tokensBurned ?? []),
    ...(tokensLocked ?? []),
  ]);
}

/** Names a token of {@link tokenTotals} in a message. */
export function tokenName(token: string): string {
  return token === '' ? 'the native coin' : formatText(token);
}

/** Hex bytes, in either letter case. */
export const hexBytes = /^0x(?:[0-9a-f]{2})*$/i;

/** Hex digits with at least as many digits besides padding, and as many different bytes, do not occur by chance. Assumption. */
const minDigits = 8;
const minDifferentBytes = 4;

/**
 * Returns whether hex digits identify their source. Padding, lengths, small numbers, powers of two and the maxima of types occur
 * for many reasons, so they prove nothing.
 */
export function isDistinctive(digits: string): boolean {
  const core = digits.toLowerCase().replace(/^0+/, '').replace(/0+$/, '');
  if (core.length < minDigits) return false;
  const bytes = digits.length % 2 === 0 ? digits : `0${digits}`;
  const different = new Set((bytes.toLowerCase().match(/../g) ?? []).filter((byte) => byte !== '00'));
  return different.size >= minDifferentBytes;
}

/** Returns whether a number identifies its source, see {@link isDistinctive}. */
export function isDistinctiveNumber(number: bigint): boolean {
  return isDistinctive(number.toString(16));
}

/** Returns the name of a method without its parameters. */
export function bareMethodName(methodName: string): string {
  return methodName.replace(/\(.*$/s, '');
}

/** Returns the selector of a method, 8 hex digits. A bare name means `name(bytes,bytes)`. Source: practice. */
export function selectorOf(methodName: string): string {
  const signature = methodName.includes('(') ? methodName : `${methodName}(bytes,bytes)`;
  return Hash.keccak256(Buffer.from(signature), { as: 'Hex' }).slice(2, 10);
}

const rawAddress = /(?:0|-1):[0-9a-fA-F]{64}/g;
const hexDigits = /0x[0-9a-fA-F]+/g;
const friendlyAddress = /[A-Za-z0-9_-]{48}/g;

/** Returns a text with all addresses and hex bytes in one form, so that texts that differ only in form are equal. */
export function normalizedText(text: string): string {
  return text
    .replace(friendlyAddress, rawBetaAddress)
    .replace(rawAddress, rawBetaAddress)
    .replace(hexDigits, (digits) => digits.toLowerCase());
}

/** Returns a text with `#` for each number and hex text. */
export function textWithoutValues(text: string): string {
  return text.replace(/0x[0-9a-f]+|\d+/gi, '#');
}
