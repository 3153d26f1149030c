import fc, { type Arbitrary } from 'fast-check';
import {
  formatBetaAddress,
  friendlyForms,
  parseBetaAddress,
  rawBetaAddress,
} from '../../../contract/addresses.js';
import { decimal } from '../../drawing/decimal.js';
import { members } from '../../drawing/members.js';
import type { BetaAsset } from '../../request/request-constraints.js';
import type { CallableToken } from './local-call.js';

/** Far below what pools and reserve hold at the start, 10^24, and so for long when tests submit such calls. */
const modestBits = 64;
/** Several of these do not overflow a token's supply. */
const largeBits = 128;

/** Gives one asset of some tokens, of at most 2^64−1 base units, in every form of its address. */
export function modestAsset(tokens: readonly CallableToken[]): Arbitrary<BetaAsset> {
  return asset(tokens, decimal(modestBits, [53n, 63n]));
}

/** Gives an asset of some tokens with amounts of one's own. */
export function asset(tokens: readonly CallableToken[], amount: Arbitrary<string>): Arbitrary<BetaAsset> {
  return members<BetaAsset>({ amount, tokenAddress: fc.constantFrom(...tokens.flatMap(spellings)) });
}

/** Gives none to four assets that the layer delivers, the same token more than once among them. */
export function deliverableAssets(tokens: readonly CallableToken[]): Arbitrary<BetaAsset[]> {
  const bridged = tokens.filter(({ kind }) => kind === 'bridged');
  const large = asset(bridged, decimal(largeBits, [53n, 63n, 64n]));
  return fc.array(fc.oneof(modestAsset(tokens), large), { maxLength: 4 });
}

/** Finds the token that an asset is of. */
export function tokenOf(tokens: readonly CallableToken[], { tokenAddress }: BetaAsset): CallableToken {
  const raw = rawBetaAddress(tokenAddress ?? '');
  const token = tokens.find(({ beta }) => beta === raw);
  if (token === undefined) throw new TypeError('no token of the deployment');
  return token;
}

function spellings({ beta }: CallableToken): (string | undefined)[] {
  const address = parseBetaAddress(beta);
  if (address === undefined) return [undefined, beta];
  return [beta, ...friendlyForms.map((form) => formatBetaAddress({ ...address, form }))];
}
