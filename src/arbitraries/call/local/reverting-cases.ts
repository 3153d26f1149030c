import fc, { type Arbitrary } from 'fast-check';
import { drawn } from '../../drawing/drawn.js';
import type { BetaAsset } from '../../request/request-constraints.js';
import { hexBytes } from '../../values/hex-bytes.js';
import type { AbiValue } from '../abi/abi-value.js';
import { abiValues, tupleValues } from '../abi/abi-values.js';
import { argumentCodec } from '../abi/argument-codec.js';
import { readSignature } from '../abi/read-signature.js';
import { deliverableAssets } from './local-assets.js';
import type { CallableDeployment, LocalCall, LocalCallFailure } from './local-call.js';
import { localCase } from './local-case.js';
import { methodSpelling } from './method-spelling.js';

/** The beginning of a revert's data decides whether it is decoded: only what no error begins with is shown as it is. */
const undecoded = 'ff';

/** Gives calls of the failing target, which reverts in the way of each of its methods. */
export function reverts(local: CallableDeployment): Arbitrary<LocalCall>[] {
  return [
    typedCase(local, 'failWithReason(string)', ([text]) => ({
      reason: `execution reverted: ${text}`,
      explanation: 'the target reverts with the reason that it is given',
    })),
    typedCase(local, 'failWithCustomError(uint256,string)', ([code, why]) => ({
      reason: { errorName: 'Refused', args: [`${code}`, `${why}`] },
      explanation: 'the target reverts with a custom error of its arguments',
    })),
    rawCase(local, 'failWithPanic', anyArguments, () => ({
      reason: { errorName: 'Panic', args: ['0x11'] },
      explanation: 'the target subtracts more than it has',
    })),
    rawCase(local, 'failWithoutData', anyArguments, () => ({
      reason: 'execution reverted without data',
      explanation: 'the target reverts without saying why',
    })),
    rawCase(local, 'failWithData', revertData, (data) => ({
      reason: data === '0x' ? 'execution reverted without data' : `execution reverted: ${data}`,
      explanation: 'the target reverts with the data that it is given',
    })),
  ];
}

const anyArguments = hexBytes({ maxLength: 64 });
const revertData = fc.oneof(
  fc.constant('0x'),
  hexBytes({ maxLength: 64 }).map(
    (text) => `0x${undecoded}${text.slice(2)}`,
    (data) => `0x${String(data).slice(2 + undecoded.length)}`,
  ),
);

/** Arguments that are decoded: values of their types, encoded. */
function typedCase(
  local: CallableDeployment,
  signature: string,
  failureOf: (values: readonly AbiValue[]) => LocalCallFailure,
): Arbitrary<LocalCall> {
  const { name, types } = readSignature(signature);
  const { encode, decode } = argumentCodec(types);
  const { draw, shrinks } = tupleValues(types.map((type) => abiValues(type, [])));
  return failingCase(local, name, drawn(draw, shrinks), encode, decode, failureOf);
}

/** Arguments that are taken as they are. */
function rawCase(
  local: CallableDeployment,
  name: string,
  texts: Arbitrary<string>,
  failureOf: (text: string) => LocalCallFailure,
): Arbitrary<LocalCall> {
  const asItIs = (text: string): string => text;
  return failingCase(local, name, texts, asItIs, asItIs, failureOf);
}

function failingCase<T>(
  local: CallableDeployment,
  name: string,
  values: Arbitrary<T>,
  encode: (value: T) => string,
  decode: (text: string) => T,
  failureOf: (value: T) => LocalCallFailure,
): Arbitrary<LocalCall> {
  const target = local.contracts.targets.failing;
  return localCase<[methodName: string, value: T, assets: BetaAsset[]]>(local, {
    parts: fc.tuple(methodSpelling(name), values, deliverableAssets(local.tokens)),
    write: ([methodName, value, assets]) => ({
      call: { target, arguments: encode(value), methodName },
      assets,
      failure: failureOf(value),
    }),
    read: ({ arguments: text = '', methodName = '' }, assets) => [methodName, decode(text), [...assets]],
  });
}
