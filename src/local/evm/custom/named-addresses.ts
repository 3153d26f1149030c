import type { Hex } from '../destination-chain.js';

/** Where the things are that an argument of a constructor can stand for. */
export interface NamedAddresses {
  readonly layer: Hex;
  /** @throws Error with a sentence when there is no such token by then. */
  tokenNamed(name: string): Hex;
}

/** Finds tokens by their names. */
export function namedAddresses(
  layer: Hex,
  tokens: readonly { readonly name: string; readonly alpha: Hex }[],
): NamedAddresses {
  return {
    layer,
    tokenNamed(name) {
      const token = tokens.find((known) => known.name === name);
      if (token !== undefined) return token.alpha;
      const names = tokens.map((known) => known.name).join(', ');
      throw new Error(`no token is called ${name} at that point, only ${names}`);
    },
  };
}
