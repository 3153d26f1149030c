import fc, { type Arbitrary } from 'fast-check';
import { constantsOr } from '../drawing/constants-or.js';
import { drawnFrom } from '../drawing/drawn.js';
import { members } from '../drawing/members.js';
import { betaAddress } from '../values/beta-address.js';
import { tokenAmount } from '../values/token-amount.js';
import type { BetaAsset } from './request-constraints.js';
import type { RequestField } from './request-field.js';

/** The amount with which the first asset comes again, in a tuple because the amount itself may be left out. */
type Again = [amount: string | undefined] | undefined;
type AssetParts = [again: Again, assets: BetaAsset[]];

const mostTokens = 4;
/** How many times as often the first token comes again as not. */
const timesAgain = 3;

/**
 * Gives the assets of a request: none, one, many, and lists in which a token comes twice. Section 2.1, `betaAssets`;
 * that a token may come twice is assumption.
 */
export function betaAssets(field: RequestField): Arbitrary<BetaAsset[]> {
  const amount = field('betaAssets[].amount', tokenAmount);
  const asset = members<BetaAsset>({
    amount,
    tokenAddress: field('betaAssets[].tokenAddress', () => constantsOr([''], betaAddress(), 3)),
  });
  const again = constantsOr([undefined], fc.tuple(amount), timesAgain);
  return drawnFrom(
    [amount, asset],
    (drawAmount, drawAsset) => (random) => {
      const assets: BetaAsset[] = [];
      for (let more = random.nextInt(0, mostTokens); more > 0; more--) assets.push(drawAsset(random));
      const isAgain = assets.length > 0 && random.nextInt(0, timesAgain) > 0;
      return write([isAgain ? [drawAmount(random)] : undefined, assets]);
    },
    fc
      .tuple(again, fc.array(asset, { maxLength: mostTokens }))
      .filter(([again, assets]) => again === undefined || assets.length > 0)
      .map(write, read),
  );
}

function write([again, assets]: AssetParts): BetaAsset[] {
  if (again === undefined) return assets;
  const repeated: BetaAsset = { ...assets[0], amount: again[0] };
  if (repeated.amount === undefined) delete repeated.amount;
  return [...assets, repeated];
}

function read(value: unknown): AssetParts {
  if (!Array.isArray(value)) throw new TypeError('not a list');
  const assets: BetaAsset[] = value;
  const last = assets.at(-1);
  const isAgain = assets.length > 1 && last?.tokenAddress === assets[0]?.tokenAddress;
  return isAgain ? [[last?.amount], assets.slice(0, -1)] : [undefined, assets];
}
