import * as AbiParameters from 'ox/AbiParameters';
import { type AbiType, abiTypeText } from './abi-type.js';
import type { AbiValue } from './abi-value.js';

/** Writes and reads the arguments of one function. */
export interface ArgumentCodec {
  readonly encode: (values: readonly AbiValue[]) => string;
  /** Throws a TypeError unless the values encode to the very same bytes. */
  readonly decode: (text: string) => readonly AbiValue[];
}

interface Parameter {
  readonly type: string;
  readonly components?: readonly Parameter[];
}

/** Makes the codec of `arguments`: the ABI encoding of the tuple of a function's arguments. Source: practice. */
export function argumentCodec(types: readonly AbiType[]): ArgumentCodec {
  const parameters = types.map(parameterOf);
  const encode = (values: readonly AbiValue[]): string => AbiParameters.encode(parameters, [...values]);
  return {
    encode,
    decode: (text) => {
      const decoded = AbiParameters.decode(parameters, text as `0x${string}`, { checksumAddress: false });
      const values = types.map((type, index) => valueFrom(type, (decoded as readonly unknown[])[index]));
      if (encode(values) !== text.toLowerCase()) throw new TypeError('not the encoding of these arguments');
      return values;
    },
  };
}

/** Without names, because ox would lose one of two members of a tuple that have the same. */
function parameterOf(type: AbiType): Parameter {
  if (type.kind === 'tuple') return { type: 'tuple', components: type.members.map(parameterOf) };
  if (type.kind !== 'list') return { type: abiTypeText(type) };
  const item = parameterOf(type.item);
  return { ...item, type: `${item.type}[${type.length ?? ''}]` };
}

/** ox gives integers of up to 48 bits as numbers. */
function valueFrom(type: AbiType, decoded: unknown): AbiValue {
  if (type.kind === 'integer') return BigInt(decoded as bigint | number);
  if (type.kind === 'list') return (decoded as unknown[]).map((item) => valueFrom(type.item, item));
  if (type.kind === 'tuple')
    return type.members.map((member, index) => valueFrom(member, (decoded as unknown[])[index]));
  return decoded as AbiValue;
}
