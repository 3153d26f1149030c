import type { BetaAsset } from '../../../contract/simulation-request.js';
import type { Variation } from './variation.js';

/** Other orders of the assets: the reverse, then all rotations. */
export const otherAssetOrders: Variation = ({ request }) => {
  const { betaAssets = [] } = request;
  const orders = [
    [...betaAssets].reverse(),
    ...betaAssets.map((_, by) => [...betaAssets.slice(by), ...betaAssets.slice(0, by)]).slice(1),
  ];
  return orders
    .filter((order) => !isSameOrder(order, betaAssets))
    .map((order) => () => ({ ...request, betaAssets: order }));
};

function isSameOrder(one: readonly BetaAsset[], other: readonly BetaAsset[]): boolean {
  return one.every(
    ({ amount, tokenAddress }, index) =>
      amount === other[index]?.amount && tokenAddress === other[index]?.tokenAddress,
  );
}
