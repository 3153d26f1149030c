import { type ChainNames, wireFields } from '../../contract/dialect.js';

/** Replaces the fields that a text names with the deployment's names: `betaAssets[0]` with `tvmAssets[0]`. */
export function renameFields(text: string, chains: ChainNames): string {
  const names = wireFields(chains);
  return text.replace(/\b[a-z]\w*\b/g, (word) => names.get(word) ?? word);
}
