import type { Arbitrary } from 'fast-check';
import { constantsOr } from '../drawing/constants-or.js';

/** Decides whether the members of an answer are there. */
export interface Presence {
  /** Gives a value, or undefined where the member is absent. */
  optional<T>(value: Arbitrary<T>): Arbitrary<T | undefined>;
  /** Gives a value, null, or undefined where the member is absent; a value `weight` times as often as each of these. */
  nullable<T>(value: Arbitrary<T>, weight?: number): Arbitrary<T | null | undefined>;
}

/** Every member may be absent, and null where it may be. Section 2.2: which are always present is not shown. */
export const sometimesThere: Presence = {
  optional: (value) => constantsOr([undefined], value, 1),
  nullable: (value, weight = 2) => constantsOr([undefined, null], value, weight),
};

/** Every member is there, and none is null. */
export const alwaysThere: Presence = { optional: (value) => value, nullable: (value) => value };
