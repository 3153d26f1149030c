import { formatBetaAddress, parseBetaAddress } from 'crosscheck/contract';

interface Amount {
  readonly amount?: string | undefined;
  readonly tokenAddress?: string | undefined;
}

/** Returns a source-chain address in its raw form, and the empty text of the native coin as it is. */
export function rawForm(text: string): string {
  const address = parseBetaAddress(text);
  return address === undefined ? text : formatBetaAddress({ ...address, form: 'raw' });
}

/** Returns the total of each token, by its raw address. */
export function tokenTotals(assets: readonly Amount[]): Map<string, bigint> {
  const totals = new Map<string, bigint>();
  for (const { amount = '0', tokenAddress = '' } of assets) {
    const token = rawForm(tokenAddress);
    totals.set(token, (totals.get(token) ?? 0n) + BigInt(amount));
  }
  return totals;
}
