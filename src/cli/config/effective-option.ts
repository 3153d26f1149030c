import type { Source } from '../../deployment/resolve.js';

/** An option with its value, secrets masked, and where that comes from. */
export interface EffectiveOption {
  readonly name: string;
  readonly value: unknown;
  readonly source: Source;
}
