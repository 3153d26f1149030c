import { rawBetaAddress } from '../contract/addresses.js';
import { amountOf } from '../contract/integer-range.js';
import type { OutMessage, TokenAmount } from '../contract/responses.js';

/** Sums amounts by token, keyed by the raw form of its address, `''` for the native coin. Invalid amounts count as zero. */
export function tokenTotals(amounts: Iterable<TokenAmount>): Map<string, bigint> {
  const totals = new Map<string, bigint>();
  for (const { amount, tokenAddress = '' } of amounts) {
    const token = rawBetaAddress(tokenAddress);
    totals.set(token, (totals.get(token) ?? 0n) + (amountOf(amount) ?? 0n));
  }
  return totals;
}

/** Returns what outgoing messages take out of the destination chain: everything that they burn and lock. */
export function amountsSent(messages: readonly OutMessage[] | null | undefined): TokenAmount[] {
  return (messages ?? []).flatMap(({ tokensBurned, tokensLocked }) => [
    ...(tokensBurned ?? []),
    ...(tokensLocked ?? []),
  ]);
}
