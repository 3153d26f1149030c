import type { Arbitrary, Random } from 'fast-check';
import type { CallParams } from '../request/request-constraints.js';
import type { AbiType } from './abi/abi-type.js';
import type { AbiValue } from './abi/abi-value.js';
import { abiValues, tupleValues } from './abi/abi-values.js';
import { argumentCodec } from './abi/argument-codec.js';

/** A function that can be called: its bare name, and the types of its arguments. */
export interface CallFunction {
  readonly name: string;
  /** Name and types, in the canonical form: `swap(address,uint256)`. */
  readonly signature: string;
  readonly types: readonly AbiType[];
}

/** How calls of a function are drawn, and how they shrink. */
export interface FunctionCalls {
  readonly draw: (random: Random) => CallParams;
  readonly shrinks: Arbitrary<CallParams>;
}

/** Makes the calls of a function of a contract. They shrink inside the typed arguments. */
export function functionCalls(
  { name, types }: CallFunction,
  target: string,
  known: readonly string[],
): FunctionCalls {
  const { encode, decode } = argumentCodec(types);
  const values = tupleValues(types.map((type) => abiValues(type, known)));
  const write = (list: readonly AbiValue[]): CallParams => ({
    target,
    arguments: encode(list),
    methodName: name,
  });
  const read = (value: unknown): readonly AbiValue[] => {
    const { target: to, arguments: text = '0x', methodName, ...others } = (value ?? {}) as CallParams;
    const isTarget = typeof to === 'string' && to.toLowerCase() === target.toLowerCase();
    if (!isTarget || methodName !== name || Object.keys(others).length > 0)
      throw new TypeError(`not a call of ${name} at ${target}`);
    return decode(text);
  };
  return {
    draw: (random) => write(values.draw(random)),
    shrinks: values.shrinks.map(write, read),
  };
}
