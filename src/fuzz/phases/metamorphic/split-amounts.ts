import { rawBetaAddress } from '../../../contract/addresses.js';
import { amountOf } from '../../../contract/integer-range.js';
import type { BetaAsset } from '../../../contract/simulation-request.js';
import type { FuzzedCall } from '../../fuzzed-call.js';
import type { Variation } from './variation.js';

const largestAmount = 2n ** 256n - 1n;

/**
 * Amounts split over two entries of the same token, and two entries of a token merged into one. Only for calls that do not
 * depend on single assets: those without a method, and those that are known to send assets back.
 */
export const splitAmounts: Variation = (call) => {
  if (!isAboutTotals(call)) return [];
  const { request } = call;
  const { betaAssets = [] } = request;
  return [
    ...betaAssets.flatMap((asset, index) =>
      partsOf(asset).map((parts) => () => betaAssets.toSpliced(index, 1, ...parts)),
    ),
    ...mergersOf(betaAssets),
  ].map((assets) => () => ({ ...request, betaAssets: assets() }));
};

function isAboutTotals({ request, returns }: FuzzedCall): boolean {
  return returns !== undefined || !request.alphaCallParams?.methodName;
}

/** One base unit and the rest, then the two halves. */
function partsOf(asset: BetaAsset): BetaAsset[][] {
  const amount = amountOf(asset.amount);
  if (amount === undefined || amount < 2n) return [];
  const firsts = amount > 3n ? [1n, amount / 2n] : [1n];
  return firsts.map((first) => [
    { ...asset, amount: `${first}` },
    { ...asset, amount: `${amount - first}` },
  ]);
}

/** Each entry merged into the next one of the same token. */
function mergersOf(assets: readonly BetaAsset[]): (() => BetaAsset[])[] {
  const tokens = assets.map(({ tokenAddress = '' }) => rawBetaAddress(tokenAddress));
  return assets.flatMap((asset, index) => {
    const again = tokens.indexOf(tokens[index] as string, index + 1);
    const [amount, more] = [amountOf(asset.amount), amountOf(assets[again]?.amount)];
    if (amount === undefined || more === undefined || amount + more > largestAmount) return [];
    return [() => assets.with(again, { ...asset, amount: `${amount + more}` }).toSpliced(index, 1)];
  });
}
