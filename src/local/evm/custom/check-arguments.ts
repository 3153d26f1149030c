import type { Hex } from '../destination-chain.js';
import { sampleTokens } from '../layer/deploy-contracts.js';
import { creationData } from './creation-data.js';
import type { TokenToRegister } from './custom-contracts.js';
import type { ReadContract } from './deployed-parts.js';
import { namedAddresses } from './named-addresses.js';

const anywhere: Hex = `0x${'11'.repeat(20)}`;

/**
 * Tries the arguments of constructors, before anything runs.
 *
 * @param isFound - The layer is found on a node, and has tokens that nobody knows yet.
 * @throws {UsageError} when some do not fit.
 */
export function checkArguments(
  contracts: readonly ReadContract[],
  tokens: readonly TokenToRegister[],
  isFound: boolean,
): void {
  const isContract = ({ alpha }: TokenToRegister): boolean => contracts.some(({ name }) => name === alpha);
  const known = [...sampleTokens, ...tokens.filter((token) => !isContract(token))].map(({ name }) => ({
    name,
    alpha: anywhere,
  }));
  for (const { name, artifact, args } of contracts) {
    const addresses = isFound
      ? { layer: anywhere, tokenNamed: () => anywhere }
      : namedAddresses(anywhere, known);
    creationData(artifact, args, addresses);
    for (const token of tokens) if (token.alpha === name) known.push({ name: token.name, alpha: anywhere });
  }
}
