import type { CaseRequest } from '../case/case-plan.js';
import { rawBetaAddress } from '../contract/addresses.js';
import type { Simulation } from '../contract/responses.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import { simulationVerdict } from '../contract/verdicts.js';
import { amountsSent, bareMethodName, tokenTotals } from './simulations.js';

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

/** A call that exchanged an amount of one asset for an amount of another one. */
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
