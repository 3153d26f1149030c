import type { ChainNames } from '../../contract/chains.js';
import { wireFields } from '../../contract/wire-fields.js';

/** Writes the fields that a text names as a deployment does: `betaAssets[0]` as `tvmAssets[0]`. */
export function renameFields(text: string, chains: ChainNames): string {
  const names = wireFields(chains);
  return text.replace(/\b[a-z]\w*\b/g, (word) => names.get(word) ?? word);
}
