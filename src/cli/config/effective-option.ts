import type { Source } from '../../deployment/resolve.js';

/** An option with its value, secrets masked, and the source of the value. */
export interface EffectiveOption {
  readonly name: string;
  readonly value: unknown;
  readonly source: Source;
}
