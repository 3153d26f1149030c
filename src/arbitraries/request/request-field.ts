import { isDeepStrictEqual } from 'node:util';
import fc, { type Arbitrary } from 'fast-check';
import type { RequestFieldPath } from '../../contract/simulation-request.js';
import { constantsOr } from '../drawing/constants-or.js';
import { drawn } from '../drawing/drawn.js';
import { isArbitrary } from '../drawing/is-arbitrary.js';
import {
  constrainedPaths,
  conventionsOf,
  isInside,
  type RequestFieldValues,
  type SimulationRequestConstraints,
} from './request-constraints.js';

/** Gives the arbitrary of one field, undefined where the field is left out. */
export type RequestField = <Path extends RequestFieldPath>(
  path: Path,
  usual: () => Arbitrary<RequestFieldValues[Path]>,
) => Arbitrary<RequestFieldValues[Path] | undefined>;

/**
 * Makes the fields of a request under constraints: a pinned one is constant, a narrowed one is the arbitrary given,
 * a required one and one that is narrowed further inside are always there, any other is there two times of three.
 */
export function requestFieldOf(constraints: SimulationRequestConstraints): RequestField {
  const { requiredRequestFields } = conventionsOf(constraints);
  const narrowed = constrainedPaths(constraints);
  return (path, usual) => {
    const constraint: unknown = constraints[path];
    if (isArbitrary(constraint)) return constraint as ReturnType<typeof usual>;
    if (constraint !== undefined) return pinned(constraint) as ReturnType<typeof usual>;
    if (requiredRequestFields.includes(path) || narrowed.some((inner) => isInside(inner, path)))
      return usual();
    return constantsOr([undefined], usual(), 2);
  };
}

/** Each value is a copy, so that a test that changes one request does not change the next. */
function pinned(value: unknown): Arbitrary<unknown> {
  if (typeof value !== 'object') return drawn(() => value, fc.constant(value));
  const copy = (): unknown => structuredClone(value);
  return drawn(
    copy,
    fc.constant(value).map(copy, (outside) => {
      if (!isDeepStrictEqual(outside, value)) throw new TypeError('not the pinned value');
      return value;
    }),
  );
}
