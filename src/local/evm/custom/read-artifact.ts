import { readFileSync } from 'node:fs';
import type * as Abi from 'ox/Abi';
import { LocalDeploymentError } from '../../../errors.js';
import type { Hex } from '../destination-chain.js';
import { abiSchema } from './abi-schema.js';

/** What is needed of a compiled contract. */
export interface Artifact {
  readonly abi: Abi.Abi;
  /** What creates it, all libraries linked. */
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
 * @param name - The contract's name, for errors about a content.
 * @throws LocalDeploymentError `DEPLOYMENT_CANNOT_START` with the path and what is wrong.
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

/** The error that says what is wrong with an artifact. */
function badArtifact(source: string, fault: string, cause?: unknown): LocalDeploymentError {
  return new LocalDeploymentError('DEPLOYMENT_CANNOT_START', {
    summary: `The artifact ${source} ${fault}.`,
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
    // Some editors put a byte order mark before it.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw badArtifact(path, 'is not JSON', cause);
  }
}

/** The libraries that are to be put in, by the file that has them. */
function unlinked(linkReferences: unknown): string[] {
  if (typeof linkReferences !== 'object' || linkReferences === null) return [];
  return Object.values(linkReferences).flatMap((libraries) => Object.keys(libraries ?? {}));
}
