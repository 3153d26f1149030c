import { UsageError } from '../errors.js';
import { type ChainNames, neutralChains } from './chains.js';

const prefixedFields = [
  ['alpha', 'alphaCallParams', 'CallParams'],
  ['beta', 'betaAssets', 'Assets'],
  ['beta', 'betaCaller', 'Caller'],
] as const;

/** Maps the request fields that carry a chain's name to the deployment's spelling: `alphaCallParams` to `evmCallParams`. */
export function wireFields(chains: ChainNames): Map<string, string> {
  return new Map(prefixedFields.map(([chain, neutral, suffix]) => [neutral, chains[chain] + suffix]));
}

/** Writes the path of a request field with the deployment's names: `alphaCallParams.target` as `evmCallParams.target`. */
export function wirePath(path: string, chains: ChainNames): string {
  const names = wireFields(chains);
  return path.replace(/^\w+/, (name) => names.get(name) ?? name);
}

/** Reads the path of a request field that was written with either the neutral names or the deployment's own. */
export function neutralPath(path: string, chains: ChainNames): string {
  const names = invert(wireFields(chains));
  const otherName = withChainPrefix(chains, neutralChains);
  return path.replace(/^\w+/, (name) => names.get(name) ?? otherName(name));
}

/**
 * Copies an object with its members renamed; members without a new name keep theirs.
 *
 * @throws {UsageError} when two members would get one name: one of them would win silently.
 */
export function renameMembers<T>(
  object: Readonly<Record<string, T>>,
  names: ReadonlyMap<string, string>,
  otherName: (name: string) => string = (name) => name,
): Record<string, T> {
  for (const name of Object.keys(object)) {
    const renamed = names.get(name);
    if (renamed !== undefined && renamed !== name && Object.hasOwn(object, renamed))
      throw new UsageError(`${name} and ${renamed} are two names of one member; give one of them`);
  }
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [names.get(name) ?? otherName(name), value]),
  );
}

/**
 * Gives a member that the interface does not name the other spelling of its chain: `alphaValidExecutors` becomes
 * `evmValidExecutors`. Practice: such members follow the deployment's names like all others.
 */
export function withChainPrefix(from: ChainNames, to: ChainNames): (name: string) => string {
  return (name) => {
    for (const chain of ['alpha', 'beta'] as const)
      if (name.startsWith(from[chain]) && /[A-Z]/.test(name.charAt(from[chain].length)))
        return to[chain] + name.slice(from[chain].length);
    return name;
  };
}

/** The same names the other way round. */
export function invert(names: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...names].map(([from, to]) => [to, from]));
}
