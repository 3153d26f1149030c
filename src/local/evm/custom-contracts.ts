import { readFileSync } from 'node:fs';
import type * as Abi from 'ox/Abi';
import { z } from 'zod';
import { alphaAddressIssue, isBetaAddress } from '../../contract/addresses.js';
import { formats } from '../../contract/formats.js';
import { LocalDeploymentError } from '../../errors.js';
import { checkedValue, choice, list, text, valueWhere } from '../../internal/options.js';
import type { Hex } from './json-rpc.js';

/** An amount in base units: a bigint, or its canonical decimal text, below 2^256. */
export const amountSchema = z.custom<bigint | string>(
  (value) => formats.amount.schema.safeParse(typeof value === 'bigint' ? `${value}` : value).success,
  'must be an amount in base units: a bigint, or decimal digits',
);

const contractShape = {
  /** Its name in `contracts.deployed`. Each contract needs another one. */
  name: text(),
  /** The artifact that Foundry (`out/C.sol/C.json`) or Hardhat (`artifacts/…/C.json`) wrote: its path, or its content. */
  artifact: valueWhere<string | object>(
    (value) =>
      typeof value === 'string'
        ? value !== ''
        : typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be the path of an artifact, or its content',
  ),
  /**
   * Arguments of the constructor. Integers may be bigints, numbers or texts. `{ layer: true }` stands for the layer's
   * address, `{ token: 'RED' }` for that of a token that is registered by then: contracts are deployed in their order.
   */
  args: list(z.unknown()).optional(),
};

/** A contract to deploy when the local deployment starts. */
export interface ContractToDeploy extends Readonly<z.input<z.ZodObject<typeof contractShape>>> {}

export const contractToDeploy: z.ZodType<ContractToDeploy, ContractToDeploy> = z.strictObject(contractShape);

const tokenShape = {
  /** Its name in messages and other options. */
  name: text(),
  /** Its address on the source chain, in any form. */
  beta: valueWhere<string>(
    (value) => typeof value === 'string' && isBetaAddress(value),
    'must be a source-chain address',
  ),
  /** `bridged` tokens are minted and burned by the layer, `reserve` tokens unlocked and locked. Default: `bridged`. */
  kind: choice('bridged', 'reserve').optional(),
  /**
   * Where it is on the destination chain, or the name of a contract in `deploy`; a bridged one must let the layer
   * `mint(address,uint256)` and `burn(address,uint256)`. Default: a token is deployed.
   */
  alpha: text().optional(),
};

/** A token to register with the cross-chain layer. */
export interface TokenToRegister extends Readonly<z.input<z.ZodObject<typeof tokenShape>>> {}

export const tokenToRegister: z.ZodType<TokenToRegister, TokenToRegister> = z.strictObject(tokenShape);

const accountShape = {
  /** Its address on the destination chain. */
  address: checkedValue<string>((value) =>
    typeof value === 'string' ? alphaAddressIssue(value) : 'must be 0x and 40 hex digits',
  ),
  /** The name of a token. Default: the native coin of the destination chain. */
  token: text().optional(),
  /** In base units; it comes on top of what the account has. Tokens come from the layer, reserve tokens from its reserve. */
  amount: amountSchema,
};

/** An account of the destination chain to fund. */
export interface AccountToFund extends Readonly<z.input<z.ZodObject<typeof accountShape>>> {}

export const accountToFund: z.ZodType<AccountToFund, AccountToFund> = z.strictObject(accountShape);

/** A compiled contract. */
export interface Artifact {
  readonly abi: Abi.Abi;
  /** The creation code, with all libraries linked. */
  readonly bytecode: Hex;
  /** Where it comes from, for errors. */
  readonly source: string;
}

/** The members of the artifacts that Foundry and Hardhat write; Foundry wraps the bytecode. */
interface WrittenArtifact {
  readonly abi?: unknown;
  readonly bytecode?: unknown;
  readonly linkReferences?: unknown;
}

/**
 * Reads the artifact of a compiled contract, of Foundry or Hardhat.
 *
 * @param artifact - Its path, or its content.
 * @param name - The name of the contract, for errors about a content.
 * @throws LocalDeploymentError `DEPLOYMENT_CANNOT_START` with the path and the problem.
 */
export function readArtifact(artifact: string | object, name: string): Artifact {
  const source = typeof artifact === 'string' ? artifact : `of ${name}`;
  const written = typeof artifact === 'string' ? parsed(artifact) : artifact;
  const { abi, bytecode: wrapped, linkReferences } = (written ?? {}) as WrittenArtifact;
  if (!Array.isArray(abi)) throw badArtifact(source, 'has no list "abi"');
  if (!abiSchema.safeParse(abi).success) throw badArtifact(source, 'has an "abi" that cannot be read');
  const wrapper: { object?: unknown; linkReferences?: unknown } =
    typeof wrapped === 'object' && wrapped !== null ? wrapped : { object: wrapped, linkReferences };
  const { object } = wrapper;
  if (typeof object !== 'string')
    throw badArtifact(source, 'has no "bytecode", as a text or with an "object"');
  const bytecode = object.startsWith('0x') ? object : `0x${object}`;
  const libraries = unlinked(wrapper.linkReferences);
  if (libraries.length > 0)
    throw badArtifact(source, `needs libraries to be linked: ${libraries.join(', ')}`);
  if (bytecode.includes('__')) throw badArtifact(source, 'needs libraries to be linked');
  if (bytecode === '0x')
    throw badArtifact(source, 'has no code: it is of an interface or an abstract contract');
  if (!/^0x(?:[\da-f]{2})+$/i.test(bytecode)) throw badArtifact(source, 'has a "bytecode" that is not hex');
  return { abi: abi as unknown as Abi.Abi, bytecode: bytecode as Hex, source };
}

function badArtifact(source: string, problem: string, cause?: unknown): LocalDeploymentError {
  return new LocalDeploymentError('DEPLOYMENT_CANNOT_START', {
    summary: `The artifact ${source} ${problem}.`,
    cause,
  });
}

function parsed(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw badArtifact(path, `cannot be read (${(cause as NodeJS.ErrnoException).code})`, cause);
  }
  try {
    // Some editors write a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw badArtifact(path, 'is not JSON', cause);
  }
}

/** Returns the names of the libraries that are not linked. */
function unlinked(linkReferences: unknown): string[] {
  if (typeof linkReferences !== 'object' || linkReferences === null) return [];
  return Object.values(linkReferences).flatMap((libraries) => Object.keys(libraries ?? {}));
}

const parameter = z.looseObject({
  type: z.string(),
  name: z.string().optional(),
  get components() {
    return z.array(parameter).optional();
  },
});
const tuplesHaveComponents = z.array(parameter).refine((list) => list.every(isComplete));

/** The form of an ABI with which constructors can be called, and errors decoded. */
const abiSchema = z.array(
  z.union([
    z.looseObject({ type: z.literal('error'), name: z.string().min(1), inputs: tuplesHaveComponents }),
    z.looseObject({ type: z.enum(['function', 'event']), name: z.string().min(1) }),
    z.looseObject({ type: z.literal('constructor'), inputs: tuplesHaveComponents.optional() }),
    z.looseObject({ type: z.enum(['fallback', 'receive']) }),
  ]),
);

type Parameter = z.infer<typeof parameter>;

function isComplete({ type, components }: Parameter): boolean {
  return !type.startsWith('tuple') || components?.every(isComplete) === true;
}
