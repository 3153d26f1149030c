import fc, { type Arbitrary } from 'fast-check';
import { operationId } from '../../../arbitraries/values.js';
import type { Conventions } from '../../../contract/conventions.js';

/** A query without one well-formed operation id. */
interface BadQuery {
  readonly mutation: string;
  readonly reason: string;
  /** As sent, without the question mark. */
  readonly query: string;
}

interface QueryMutation {
  readonly mutation: string;
  readonly reason: string;
  /** Returns queries with this mutation for the parameter's name and two operation ids, the simplest first. */
  readonly queries: (name: string, id: string, other: string) => readonly string[];
}

const shapeProblems: readonly QueryMutation[] = [
  {
    mutation: 'missing-operation-id',
    reason: 'There is no operation id to look for.',
    queries: (name, id) => ['', '&', `=${id}`, id, `x${name}=${id}`, `${name}%00=${id}`],
  },
  {
    mutation: 'empty-operation-id',
    reason: 'The operation id is empty.',
    queries: (name) => [`${name}=`, name],
  },
  {
    mutation: 'repeated-operation-id',
    reason: 'There is more than one operation id; readers differ in which of them they take.',
    queries: (name, id, other) => [
      `${name}=${id}&${name}=${id}`,
      `${name}=${id}&${name}=${other}`,
      `${name}=${other}&${name}=${id}`,
      `${name}=${id}&${name}=`,
      `${name}=&${name}=${id}`,
    ],
  },
  {
    mutation: 'parameter-name-case',
    reason:
      'The name of the parameter is in another case than it should be, and names have a case (section 2).',
    queries: (name, id) =>
      [name.toLowerCase(), name.toUpperCase()]
        .filter((spelt) => spelt !== name)
        .map((spelt) => `${spelt}=${id}`),
  },
];

const formMutations: readonly QueryMutation[] = [
  {
    mutation: 'wrong-length',
    reason: 'The operation id is too long or too short.',
    queries: (name, id) => [
      `${name}=0x`,
      `${name}=${id.slice(0, -1)}`,
      `${name}=${id}0`,
      `${name}=${id}00`,
      `${name}=${id}${'0'.repeat(4096)}`,
    ],
  },
  {
    mutation: 'not-hex',
    reason: 'The operation id has characters that are no hex digits.',
    queries: (name, id) => [
      `${name}=${id.slice(0, -2)}zz`,
      `${name}=0x${'%2F..'.repeat(13)}`,
      `${name}=%27%20OR%20%271%27=%271`,
      `${name}=%F0%9F%92%A5`,
    ],
  },
  {
    mutation: 'missing-prefix',
    reason: 'The operation id does not start with 0x.',
    queries: (name, id) => [`${name}=${id.slice(2)}`, `${name}=0X${id.slice(2)}`],
  },
  {
    mutation: 'spaces',
    reason: 'The operation id has white space before or after it.',
    queries: (name, id) => [`${name}=%20${id}`, `${name}=${id}%20`, `${name}=+${id}`, `${name}=${id}%0D%0A`],
  },
  {
    mutation: 'nul-character',
    reason: 'The operation id has a NUL in it, at which some readers end a text.',
    queries: (name, id) => [`${name}=${id}%00`, `${name}=%00${id}`],
  },
  {
    mutation: 'bad-percent-encoding',
    reason: 'The operation id has percent signs that encode nothing, or bytes that are not UTF-8.',
    queries: (name, id) => [`${name}=${id}%`, `${name}=${id}%zz`, `${name}=${id}%ff`, `${name}=%c0%80${id}`],
  },
];

/** Returns whether a query is invalid only by the form of its operation id, which is allowed if formats are open. */
export function isOptionalQueryMutation(mutation: string): boolean {
  return formMutations.some((one) => one.mutation === mutation);
}

/**
 * Returns queries that the observer must reject, with known ids if there are any. The form of an operation id is practice:
 * if formats are open, only a query without exactly one id is invalid. Section 4.2.
 */
export function badQuery(
  {
    operationIdParameter,
    requestValidation,
  }: Pick<Conventions, 'operationIdParameter' | 'requestValidation'>,
  knownIds: readonly string[],
): Arbitrary<BadQuery> {
  const name = encodeURIComponent(operationIdParameter);
  const ids = knownIds.length > 0 ? fc.constantFrom(...knownIds) : operationId();
  const mutations = requestValidation === 'strict' ? [...shapeProblems, ...formMutations] : shapeProblems;
  return fc.oneof(
    ...mutations.flatMap(({ mutation, reason, queries }) => {
      const count = queries(name, '', '').length;
      if (count === 0) return [];
      return fc
        .tuple(fc.nat({ max: count - 1 }), ids, operationId())
        .map(([index, id, other]) => ({ mutation, reason, query: queries(name, id, other)[index] ?? '' }));
    }),
  );
}
