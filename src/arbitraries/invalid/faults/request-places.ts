import type { RequestFieldPath } from '../../../contract/simulation-request.js';

/** What a place of a request takes: an object, a list, or a text of a form. */
export type PlaceKind = 'request' | 'call' | 'assets' | 'asset' | TextKind;

/** The forms of a request's texts; an optional address may be `""`. */
export type TextKind =
  | 'uint64'
  | 'uint256'
  | 'hex'
  | 'method'
  | 'alpha'
  | 'optionalAlpha'
  | 'beta'
  | 'optionalBeta';

/** A place of a request: the whole (`''`), a field, or an asset. */
export type PlacePath = RequestFieldPath | 'betaAssets[]' | '';

/** Every place of a request, and what it takes. Section 2.1; the forms are practice. */
export const requestPlaces: { readonly [Path in PlacePath]: PlaceKind } = {
  '': 'request',
  shardsKey: 'uint64',
  alphaCallParams: 'call',
  'alphaCallParams.target': 'alpha',
  'alphaCallParams.arguments': 'hex',
  'alphaCallParams.methodName': 'method',
  betaAssets: 'assets',
  'betaAssets[]': 'asset',
  'betaAssets[].amount': 'uint256',
  'betaAssets[].tokenAddress': 'optionalBeta',
  betaCaller: 'beta',
  executorAddress: 'optionalAlpha',
  extraData: 'hex',
  feeAssetAddress: 'optionalBeta',
};

/** The steps from the whole to a place; `index` is the one of the asset. */
export function stepsTo(path: string, index: number): (string | number)[] {
  if (path === '') return [];
  return path.split(/\.|(?=\[\])/).map((step) => (step === '[]' ? index : step));
}
