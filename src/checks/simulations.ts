import { isDeepStrictEqual } from 'node:util';
import * as Hash from 'ox/Hash';
import type { CaseRequest, Expectation } from '../case/case-plan.js';
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

/** How much of a campaign is kept. Later entries are dropped. Assumption. */
const limits = { recipients: 64, trades: 2_000, tokens: 1_000 };

/** The recipient of a call. */
interface SentCall {
  /** Whether the call has a method and assets. Calls of different kinds may have different recipients. */
  readonly kind: string;
  /** In lower case. */
  readonly to: string;
  readonly target: string;
  readonly isToTarget: boolean;
  readonly request: CaseRequest;
  readonly endMs: number;
}

/** A call that gave an amount of one asset for an amount of another one. */
interface Trade {
  /** Target, method and block. Trades that share them have the same rate. */
  readonly place: string;
  readonly tokenIn: string;
  readonly tokenOut: string;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly request: CaseRequest;
  readonly endMs: number;
}

/** A token in one of the lists of outgoing messages. */
interface MovedToken {
  /** The raw form of its address. */
  readonly token: string;
  readonly member: 'tokensBurned' | 'tokensLocked';
}

/** The earlier simulations of a campaign, reduced to what later ones are compared with. */
export class EarlierSimulations {
  readonly #recipients = new Map<string, SentCall>();
  readonly #trades = new Map<string, Trade>();
  readonly #moved = new Map<string, MovedToken & { readonly request: CaseRequest; readonly endMs: number }>();

  /** Records a simulation. */
  note(request: CaseRequest, simulation: Simulation, endMs: number): void {
    if (request.expect.kind !== 'simulated') return;
    const sent = sentCall(request.expect.request, simulation);
    if (sent !== undefined) {
      const key = `${sent.kind} ${sent.to} ${sent.isToTarget}`;
      if (!this.#recipients.has(key) && this.#recipients.size < limits.recipients)
        this.#recipients.set(key, { ...sent, request, endMs });
    }
    for (const moved of movedTokens(simulation)) {
      const key = `${moved.member} ${moved.token}`;
      if (!this.#moved.has(key) && this.#moved.size < limits.tokens)
        this.#moved.set(key, { ...moved, request, endMs });
    }
    const trade = tradeOf(request.expect.request, simulation);
    if (trade === undefined) return;
    const key = tradeKey(trade);
    const best = this.#trades.get(key);
    const isBetter = best === undefined || best.amountOut * trade.amountIn < trade.amountOut * best.amountIn;
    if (!isBetter || (best === undefined && this.#trades.size >= limits.trades)) return;
    this.#trades.set(key, { ...trade, request, endMs });
  }

  /** Returns calls of a kind that were sent before a moment, one for each recipient. */
  sentBefore(kind: string, ms: number): SentCall[] {
    return [...this.#recipients.values()].filter((sent) => sent.kind === kind && sent.endMs <= ms);
  }

  /** Returns an earlier message that had a token in the other list. The native coins of both chains look the same. */
  movedOtherwise(token: string, member: MovedToken['member'], ms: number) {
    const other = member === 'tokensBurned' ? 'tokensLocked' : 'tokensBurned';
    const moved = token === '' ? undefined : this.#moved.get(`${other} ${token}`);
    return moved !== undefined && moved.endMs <= ms ? moved : undefined;
  }

  /** Returns the trade with the best rate in the other direction before a moment. */
  tradeBack(trade: ThisTrade, ms: number): Trade | undefined {
    const { tokenIn, tokenOut } = trade;
    const back = this.#trades.get(tradeKey({ ...trade, tokenIn: tokenOut, tokenOut: tokenIn }));
    return back !== undefined && back.endMs <= ms ? back : undefined;
  }
}

type ThisCall = Omit<SentCall, 'request' | 'endMs'>;
type ThisTrade = Omit<Trade, 'request' | 'endMs'>;

/** Returns the recipient of a call; undefined if the answer does not show it. */
export function sentCall(
  { alphaCallParams: call, betaAssets = [] }: LooseSimulationRequest,
  { debugInfo }: Simulation,
): ThisCall | undefined {
  const [to, target] = [debugInfo?.to?.toLowerCase(), call?.target?.toLowerCase()];
  if (!to || !target) return undefined;
  const kind = `${call?.methodName ? 'method' : 'delivery'} ${betaAssets.length > 0 ? 'with' : 'without'} assets`;
  return { kind, to, target, isToTarget: to === target };
}

/** Returns the trade of a call; undefined if it does not exchange one asset for another one. */
export function tradeOf(request: LooseSimulationRequest, simulation: Simulation): ThisTrade | undefined {
  const { outMessages, debugInfo } = simulation;
  const { target, methodName = '' } = request.alphaCallParams ?? {};
  if (simulationVerdict(simulation) !== 'success' || !target || debugInfo?.blockNumber === undefined)
    return undefined;
  const [given, ...othersGiven] = tokenTotals(request.betaAssets ?? []);
  const [sent, ...othersSent] = tokenTotals(amountsSent(outMessages));
  if (given === undefined || sent === undefined || othersGiven.length + othersSent.length > 0)
    return undefined;
  const [[tokenIn, amountIn], [tokenOut, amountOut]] = [given, sent];
  if (tokenIn === tokenOut) return undefined;
  const place = `${target.toLowerCase()} ${bareMethodName(methodName)} ${debugInfo.blockNumber}`;
  return { place, tokenIn, tokenOut, amountIn, amountOut };
}

/** Returns the tokens of outgoing messages, each once for each list. */
export function movedTokens({ outMessages }: Simulation): MovedToken[] {
  return (['tokensBurned', 'tokensLocked'] as const).flatMap((member) => {
    const amounts = (outMessages ?? []).flatMap((message) => message[member] ?? []);
    const tokens = new Set(
      amounts.map(({ tokenAddress = '' }) => rawBetaAddress(tokenAddress).toLowerCase()),
    );
    return Array.from(tokens, (token) => ({ token, member }));
  });
}

function tradeKey({ place, tokenIn, tokenOut }: ThisTrade): string {
  return `${place} ${tokenIn} ${tokenOut}`;
}
