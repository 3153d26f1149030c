import * as AbiConstructor from 'ox/AbiConstructor';
import type * as AbiParameters from 'ox/AbiParameters';
import { UsageError } from '../../../errors.js';
import type { Hex } from '../destination-chain.js';
import { abiValue } from './abi-value.js';
import type { NamedAddresses } from './named-addresses.js';
import type { Artifact } from './read-artifact.js';

/**
 * Makes the data of the transaction that creates a contract.
 *
 * @param args - See `ContractToDeploy`.
 * @throws {UsageError} when they do not fit the constructor.
 */
export function creationData(
  { abi, bytecode, source }: Artifact,
  args: readonly unknown[],
  addresses: NamedAddresses,
): Hex {
  const item = abi.find(({ type }) => type === 'constructor') as AbiConstructor.AbiConstructor | undefined;
  const inputs = item?.inputs ?? [];
  const subject = `The artifact ${source} has a constructor ${written(inputs)}`;
  if (args.length !== inputs.length)
    throw new UsageError(`${subject}, which does not take ${args.length} arguments.`);
  if (item === undefined || inputs.length === 0) return bytecode;
  try {
    const values = inputs.map((input, index) =>
      abiValue(input, filledIn(args[index], addresses), `args[${index}]`),
    );
    return AbiConstructor.encode(item, { bytecode, args: values as unknown as readonly [] });
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    const summary = `${subject}, which does not take the arguments: ${reason.replace(/\.$/, '')}.`;
    throw new UsageError(summary, [], error);
  }
}

/** Writes parameters as Solidity does, with what tuples consist of: `(uint256 cap, (address to)[] shares)`. */
function written(parameters: readonly AbiParameters.Parameter[]): string {
  const items = parameters.map((parameter) => {
    const {
      type,
      name = '',
      components = [],
    } = parameter as AbiParameters.Parameter & {
      readonly components?: readonly AbiParameters.Parameter[];
    };
    const typeName = type.startsWith('tuple') ? written(components) + type.slice('tuple'.length) : type;
    return `${typeName} ${name}`.trim();
  });
  return `(${items.join(', ')})`;
}

/** Replaces `{ layer: true }` and `{ token: name }` with addresses. */
function filledIn(value: unknown, addresses: NamedAddresses): unknown {
  if (Array.isArray(value)) return value.map((item) => filledIn(item, addresses));
  if (typeof value !== 'object' || value === null) return value;
  const { layer, token } = value as { layer?: unknown; token?: unknown };
  const isAlone = Object.keys(value).length === 1;
  if (isAlone && layer === true) return addresses.layer;
  if (isAlone && typeof token === 'string') return addresses.tokenNamed(token);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filledIn(item, addresses)]));
}
