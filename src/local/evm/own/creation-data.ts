import * as AbiConstructor from 'ox/AbiConstructor';
import type { Hex } from '../destination-chain.js';
import type { Layout } from '../layer/deploy-contracts.js';
import { abiValue } from './abi-value.js';
import { type Artifact, badArtifact } from './read-artifact.js';

/**
 * Makes the data of the transaction that creates a contract.
 *
 * @param args - See `ContractToDeploy`.
 * @throws LocalDeploymentError `DEPLOYMENT_CANNOT_START` when they do not fit the constructor.
 */
export function creationData(
  { abi, bytecode, source }: Artifact,
  args: readonly unknown[],
  layout: Layout,
): Hex {
  const item = abi.find(({ type }) => type === 'constructor') as AbiConstructor.AbiConstructor | undefined;
  const inputs = item?.inputs ?? [];
  const wanted = `(${inputs.map(({ type, name }) => `${type} ${name ?? ''}`.trim()).join(', ')})`;
  if (args.length !== inputs.length)
    throw badArtifact(source, `has a constructor ${wanted}, which ${args.length} arguments do not fit`);
  if (item === undefined || inputs.length === 0) return bytecode;
  try {
    const values = inputs.map((input, index) =>
      abiValue(input, filledIn(args[index], layout), `args[${index}]`),
    );
    return AbiConstructor.encode(item, { bytecode, args: values as unknown as readonly [] });
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw badArtifact(
      source,
      `has a constructor ${wanted}, which the arguments do not fit: ${reason}`,
      error,
    );
  }
}

/** Puts addresses in the places that stand for them. */
function filledIn(value: unknown, layout: Layout): unknown {
  if (Array.isArray(value)) return value.map((item) => filledIn(item, layout));
  if (typeof value !== 'object' || value === null) return value;
  const { layer, token } = value as { layer?: unknown; token?: unknown };
  const isAlone = Object.keys(value).length === 1;
  if (isAlone && layer === true) return layout.contracts.layer;
  if (isAlone && typeof token === 'string') return tokenNamed(token, layout);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filledIn(item, layout)]));
}

function tokenNamed(name: string, { tokens }: Layout): Hex {
  const token = tokens.find((known) => known.name === name);
  if (token === undefined)
    throw new Error(
      `no token is called ${name} by then, only ${tokens.map((known) => known.name).join(', ')}`,
    );
  return token.alpha;
}
