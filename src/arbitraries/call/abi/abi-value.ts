import type { Arbitrary, Random } from 'fast-check';

/** A value of an ABI type: integers as bigints, addresses and bytes as lower-case hex, tuples as lists. */
export type AbiValue = bigint | boolean | string | readonly AbiValue[];

/** How values of a type are drawn, and how they shrink when they come from outside. */
export interface AbiValues<T extends AbiValue = AbiValue> {
  readonly draw: (random: Random) => T;
  readonly shrinks: Arbitrary<T>;
}
