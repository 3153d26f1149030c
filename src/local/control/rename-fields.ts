import { type ChainNames, wireFields } from '../../contract/dialect.js';

/** Writes the fields that a text names as a deployment does: `betaAssets[0]` as `tvmAssets[0]`. */
export function renameFields(text: string, chains: ChainNames): string {
  const names = wireFields(chains);
  return text.replace(/\b[a-z]\w*\b/g, (word) => names.get(word) ?? word);
}
