/**
 * The names that a deployment uses for the two chains: `alpha` is the destination chain, `beta` the source chain.
 * A name is lower-case in paths (`/evm/simulator/…`), a lower-camel prefix in request fields (`evmCallParams`) and
 * upper-case in enumerations (`EVM`, `collectedInEVM`).
 *
 * Source: the neutral names are those of the interface; the spelling of a deployment's own is practice.
 */
export interface ChainNames {
  readonly alpha: string;
  readonly beta: string;
}

/** The neutral names, as the interface writes them. */
export const neutralChains: ChainNames = { alpha: 'alpha', beta: 'beta' };

/** Tells whether wire names and neutral names are the same, so that nothing needs translating. */
export function isNeutral(chains: ChainNames): boolean {
  return chains.alpha === neutralChains.alpha && chains.beta === neutralChains.beta;
}

/**
 * Reads an enumeration value or stage name that was written with either the neutral names or the deployment's own:
 * `collectedInEVM` and `collectedInALPHA` become `collectedInALPHA`. Other texts stay as they are.
 */
export function toNeutralEnum(name: string, chains: ChainNames): string {
  if (isNeutral(chains)) return name;
  const [alpha, beta] = [chains.alpha.toUpperCase(), chains.beta.toUpperCase()];
  // A whole word of a name in camel case: `EVM` of `includedInEVMConsensus`, not the `IN` of `MAINNET`.
  return name.replace(/(?<![A-Z0-9])[A-Z][A-Z0-9]*?(?=$|[A-Z][a-z]|[^A-Za-z0-9])/g, (word) =>
    word === alpha ? 'ALPHA' : word === beta ? 'BETA' : word,
  );
}

/** Writes a neutral enumeration value or stage name (`collectedInALPHA`) with the deployment's own chain names. */
export function toWireEnum(neutral: string, chains: ChainNames): string {
  return neutral.replace(/ALPHA|BETA/g, (name) =>
    (name === 'ALPHA' ? chains.alpha : chains.beta).toUpperCase(),
  );
}
