import fc, { type Arbitrary } from 'fast-check';
import type { BetaAsset } from '../../request/request-constraints.js';
import { argumentCodec } from '../abi/argument-codec.js';
import { readSignature } from '../abi/read-signature.js';
import { deliverableAssets } from './local-assets.js';
import type { CallableDeployment, LocalCall, LocalCallFailure } from './local-call.js';
import { localCase } from './local-case.js';
import { methodSpelling } from './method-spelling.js';

const { encode, decode } = argumentCodec(readSignature('burnGas(uint256 slots)').types);

/** A slot takes about 22,000 gas and a block has 30 million; more than this only takes time. */
const mostSlots = 128n;
/** Beyond what any block holds, and below what overflows the count. */
const tooManySlots = { min: 2n ** 16n, max: 2n ** 128n };

/** Gives calls that burn some gas. */
export function gasBurns(local: CallableDeployment): Arbitrary<LocalCall> {
  return burnCase(local, fc.bigInt({ min: 0n, max: mostSlots }), undefined);
}

/** Gives calls that burn more gas than there is. */
export function failingGasBurns(local: CallableDeployment): Arbitrary<LocalCall> {
  return burnCase(local, fc.bigInt(tooManySlots), {
    reason: { errorName: 'TargetOutOfGas', args: [local.contracts.targets.gasBurner] },
    explanation: 'no block holds the gas for so many storage slots',
  });
}

function burnCase(
  local: CallableDeployment,
  slots: Arbitrary<bigint>,
  failure: LocalCallFailure | undefined,
): Arbitrary<LocalCall> {
  const target = local.contracts.targets.gasBurner;
  return localCase<[methodName: string, slots: bigint, assets: BetaAsset[]]>(local, {
    parts: fc.tuple(methodSpelling('burnGas', 'burnAndRefund'), slots, deliverableAssets(local.tokens)),
    write: ([methodName, count, assets]) => ({
      call: { target, arguments: encode([count]), methodName },
      assets,
      failure,
    }),
    read: ({ arguments: text = '', methodName = '' }, assets) => {
      const [count] = decode(text) as [bigint];
      return [methodName, count, [...assets]];
    },
  });
}
