import type { ChainNames } from './chains.js';

const prefixedFields = [
  ['alpha', 'alphaCallParams', 'CallParams'],
  ['beta', 'betaAssets', 'Assets'],
  ['beta', 'betaCaller', 'Caller'],
] as const;

/** Maps the request fields that carry a chain's name to the deployment's spelling: `alphaCallParams` to `evmCallParams`. */
export function wireFields(chains: ChainNames): Map<string, string> {
  return new Map(prefixedFields.map(([chain, neutral, suffix]) => [neutral, chains[chain] + suffix]));
}

/** Copies an object with its members renamed; members without a new name keep theirs. */
export function renameMembers<T>(
  object: Readonly<Record<string, T>>,
  names: ReadonlyMap<string, string>,
): Record<string, T> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [names.get(name) ?? name, value]));
}

/** The same names the other way round. */
export function invert(names: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...names].map(([from, to]) => [to, from]));
}
