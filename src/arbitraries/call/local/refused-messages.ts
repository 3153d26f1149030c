import fc, { type Arbitrary } from 'fast-check';
import { rawBetaAddress } from '../../../contract/addresses.js';
import { members } from '../../drawing/members.js';
import type { BetaAsset } from '../../request/request-constraints.js';
import { alphaAddress } from '../../values/alpha-address.js';
import { betaAddress } from '../../values/beta-address.js';
import { tokenAmount } from '../../values/token-amount.js';
import { asset, deliverableAssets, tokenOf } from './local-assets.js';
import type { CallableDeployment, LocalCall, LocalCallFailure } from './local-call.js';
import { envelopeOf, localCase } from './local-case.js';
import { methodSpelling } from './method-spelling.js';

/** More than there is of a reserve token, and of such an amount two do not come from an overflow. */
const beyondReserve = { min: 2n ** 128n, max: 2n ** 256n - 1n };
/** What a bridged token's supply cannot take, because it is never less than what the pools keep. */
const beyondSupply = 2n ** 256n - 1n;

/** Gives messages that the layer refuses for one of their assets, before it calls the target. */
export function refusedAssets(local: CallableDeployment): Arbitrary<LocalCall>[] {
  const { tokens } = local;
  const isKnown = (text: string): boolean => tokens.some(({ beta }) => beta === rawBetaAddress(text));
  const strangers = members<BetaAsset>({
    amount: tokenAmount(),
    tokenAddress: betaAddress().filter((text) => !isKnown(text)),
  });
  const reserves = tokens.filter(({ kind }) => kind === 'reserve');
  const unavailable = asset(
    reserves,
    fc.bigInt(beyondReserve).map(String, (text) => BigInt(text as string)),
  );
  const bridged = tokens.filter(({ kind }) => kind === 'bridged');
  const overflowing = asset(bridged, fc.constant(`${beyondSupply}`));
  return [
    refusedAsset(local, strangers, ({ tokenAddress = '' }) => ({
      reason: { errorName: 'UnknownToken', args: [rawBetaAddress(tokenAddress)] },
      explanation: 'the layer does not know the token',
    })),
    refusedAsset(local, unavailable, (refused) => ({
      reason: `InsufficientReserve(${tokenOf(tokens, refused).alpha}, ${refused.amount}, `,
      explanation: 'the layer does not hold so much of the token',
    })),
    refusedAsset(local, overflowing, () => ({
      reason: { errorName: 'Panic', args: ['0x11'] },
      explanation: "the token's supply would overflow",
    })),
  ];
}

/** Gives messages of an executor who may not deliver. */
export function strangeExecutors(local: CallableDeployment): Arbitrary<LocalCall> {
  const target = local.contracts.targets.bounce;
  const allowed = new Set(local.executors.map((executor) => executor.toLowerCase()));
  const strangers = alphaAddress().filter((address) => !allowed.has(address.toLowerCase()));
  return localCase<[methodName: string, assets: BetaAsset[]]>(local, {
    envelope: envelopeOf(local, strangers),
    parts: fc.tuple(methodSpelling('bounce'), deliverableAssets(local.tokens)),
    write: ([methodName, assets], { executorAddress = '' }) => ({
      call: { target, methodName },
      assets,
      failure: {
        reason: { errorName: 'NotExecutor', args: [executorAddress] },
        explanation: 'the executor may not deliver messages',
      },
    }),
    read: ({ methodName = '' }, assets) => [methodName, [...assets]],
  });
}

/** The refused asset comes last, after some that are not. */
function refusedAsset(
  local: CallableDeployment,
  refused: Arbitrary<BetaAsset>,
  failureOf: (refused: BetaAsset) => LocalCallFailure,
): Arbitrary<LocalCall> {
  const target = local.contracts.targets.bounce;
  return localCase<[methodName: string, assets: BetaAsset[], refused: BetaAsset]>(local, {
    parts: fc.tuple(methodSpelling('bounce'), deliverableAssets(local.tokens), refused),
    write: ([methodName, assets, last]) => ({
      call: { target, methodName },
      assets: [...assets, last],
      failure: failureOf(last),
    }),
    read: ({ methodName = '' }, assets) => [methodName, assets.slice(0, -1), assets.at(-1) ?? {}],
  });
}
