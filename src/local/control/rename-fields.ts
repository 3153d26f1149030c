import type { ChainNames } from '../../contract/chains.js';
import { invert, wireFields } from '../../contract/wire-fields.js';

/** Writes the fields that a text names as a deployment does: `betaAssets[0]` as `tvmAssets[0]`. */
export function renameFields(text: string, chains: ChainNames): string {
  return renamed(text, wireFields(chains));
}

/** Writes the fields of a deployment that a text names with neutral names. */
export function neutralFields(text: string, chains: ChainNames): string {
  return renamed(text, invert(wireFields(chains)));
}

function renamed(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(/\b[a-z]\w*\b/g, (word) => names.get(word) ?? word);
}
