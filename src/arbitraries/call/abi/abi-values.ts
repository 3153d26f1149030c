import fc from 'fast-check';
import { pick } from '../../drawing/pick.js';
import { unsignedInteger } from '../../drawing/unsigned-integer.js';
import { hexBytes } from '../../values/hex-bytes.js';
import type { AbiType } from './abi-type.js';
import type { AbiValue, AbiValues } from './abi-value.js';
import { addressValues } from './address-values.js';
import { textValues } from './text-values.js';

const exponents = [7n, 8n, 15n, 16n, 31n, 32n, 53n, 63n, 64n, 127n, 128n, 255n];
const longestBytes = 96;

/**
 * Makes the values of a type, type by type. `known` are addresses to prefer. Lists inside lists are shorter, so that
 * a deeply nested type does not fill the request.
 */
export function abiValues(type: AbiType, known: readonly string[], depth = 0): AbiValues {
  switch (type.kind) {
    case 'integer':
      return type.isSigned ? signedValues(type.bits) : unsignedValues(type.bits);
    case 'address':
      return addressValues(known);
    case 'bool':
      return { draw: (random) => random.nextInt(0, 1) === 1, shrinks: fc.boolean() };
    case 'string':
      return textValues;
    case 'bytes':
      return bytesValues(type.length);
    case 'list':
      return listValues(abiValues(type.item, known, depth + 1), type.length, depth);
    case 'tuple':
      return tupleValues(type.members.map((member) => abiValues(member, known, depth)));
  }
}

/** Makes tuples, the arguments of a function among them. */
export function tupleValues(members: readonly AbiValues[]): AbiValues<readonly AbiValue[]> {
  return {
    draw: (random) => members.map((member) => member.draw(random)),
    shrinks: fc.tuple(...members.map((member) => member.shrinks)),
  };
}

function unsignedValues(bits: number): AbiValues {
  const powers = exponents.filter((exponent) => exponent < bits).map((exponent) => 2n ** exponent);
  return unsignedInteger(
    bits,
    powers.flatMap((power) => [power - 1n, power, power + 1n]),
  );
}

/** Folded out of the unsigned integers of one bit less, so that 0, −1, the least and the largest are boundaries. */
function signedValues(bits: number): AbiValues {
  const { draw } = unsignedValues(bits - 1);
  const max = 2n ** BigInt(bits - 1) - 1n;
  return {
    draw: (random) => {
      const magnitude = draw(random) as bigint;
      return random.nextInt(0, 1) === 0 ? magnitude : -1n - magnitude;
    },
    shrinks: fc.bigInt({ min: -1n - max, max }),
  };
}

function bytesValues(length: number | undefined): AbiValues {
  const drawn = hexBytes({ minLength: length ?? 0, maxLength: length ?? longestBytes });
  return {
    draw: (random) => drawn.generate(random, undefined).value,
    shrinks: length === undefined ? hexBytes({ maxLength: 2 ** 20 }) : drawn,
  };
}

function listValues(item: AbiValues, length: number | undefined, depth: number): AbiValues {
  const lengths = length === undefined ? [0, 1, 2, ...(depth === 0 ? [3, 8] : [])] : [length];
  return {
    draw: (random) => Array.from({ length: pick(random, lengths) }, () => item.draw(random)),
    shrinks: fc.array(item.shrinks, length === undefined ? {} : { minLength: length, maxLength: length }),
  };
}
