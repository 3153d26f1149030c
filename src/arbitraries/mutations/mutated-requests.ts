import { isDeepStrictEqual } from 'node:util';
import fc, { type Arbitrary } from 'fast-check';
import type { PlacedMutation } from '../../endpoint/schema-mutations.js';
import { stepsIn } from '../../endpoint/schema-places.js';
import { memberAt, type Steps, withMemberAt } from '../../internal/json.js';
import { pathText } from '../../internal/print.js';

/** The facts about a mutated request. */
interface MutationFacts {
  readonly mutation: string;
  /** The path of the mutation: `betaAssets[0].amount`; `''` for the whole. */
  readonly path: string;
  /** Why the request is invalid, as a sentence. */
  readonly reason: string;
}

/** How mutated requests are built and interpreted. */
export interface Mutating<Request, Row extends PlacedMutation, Mutated extends MutationFacts> {
  readonly rows: readonly Row[];
  readonly valid: Arbitrary<Request>;
  /** Completes a valid request so that the place of a mutation is there. */
  readonly complete?: (request: Request, row: Row, steps: Steps) => Request;
  /** Returns whether a mutated request is really invalid. */
  readonly isInvalid: (request: unknown, row: Row) => boolean;
  readonly write: (facts: MutationFacts, request: unknown, row: Row, steps: Steps) => Mutated;
  /** Valid values of a place, for requests that have none there. */
  readonly examples?: (row: Row) => readonly unknown[];
}

/**
 * Returns an arbitrary of requests that are valid but for one mutation at one place. Shrinking keeps the mutation and its
 * place, and makes the rest of the request and the invalid value simpler.
 */
export function mutatedRequests<Request, Row extends PlacedMutation, Mutated extends MutationFacts>(
  mutating: Mutating<Request, Row, Mutated>,
): Arbitrary<Mutated> {
  return new MutatedRequests(mutating);
}

/** Returns whether a mutation applies to a valid request: the place exists, and some value there is invalid. */
export function isPossible<Request, Row extends PlacedMutation, Mutated extends MutationFacts>(
  mutating: Mutating<Request, Row, Mutated>,
  request: Request,
  row: Row,
): boolean {
  return (
    new MutatedRequests(mutating).mutated(new fc.Value(request, undefined), row, 0, () => 0) !== undefined
  );
}

/** The parts of a mutated request. */
interface Parts<Request, Row> {
  readonly row: Row;
  /** The index of the mutated item in each list, capped at the last item. */
  readonly item: number;
  readonly rest: fc.Value<Request>;
  /** Which of the mutation's values is there. */
  readonly choice: fc.Value<number>;
}

const anyChoice = fc.nat();
const maxItems = 5;

class MutatedRequests<
  Request,
  Row extends PlacedMutation,
  Mutated extends MutationFacts,
> extends fc.Arbitrary<Mutated> {
  readonly #mutating: Mutating<Request, Row, Mutated>;

  constructor(mutating: Mutating<Request, Row, Mutated>) {
    super();
    this.#mutating = mutating;
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<Mutated> {
    const { rows, valid } = this.#mutating;
    for (;;) {
      const row = rows[random.nextInt(0, rows.length - 1)] as Row;
      const rest = valid.generate(random, biasFactor);
      const item = random.nextInt(0, maxItems - 1);
      const value = this.mutated(rest, row, item, (count) => random.nextInt(0, count - 1));
      if (value !== undefined) return value;
    }
  }

  /** Undefined where the request has no such place, or none of the values tried is invalid there. */
  mutated(
    rest: fc.Value<Request>,
    row: Row,
    item: number,
    pick: (count: number) => number,
  ): fc.Value<Mutated> | undefined {
    const candidates = this.#placeIn(rest.value, row, item)?.candidates ?? [];
    const { length } = candidates;
    const start = length === 0 ? 0 : pick(length);
    // Lazy values are all alike.
    const tries = Array.isArray(candidates) ? length : 1;
    for (let tried = 0; tried < tries; tried++) {
      const choice = new fc.Value((start + tried) % length, undefined);
      const value = this.#valueOf({ row, item, rest, choice });
      if (value !== undefined) return value;
    }
    return undefined;
  }

  override canShrinkWithoutContext(_value: unknown): _value is Mutated {
    return false;
  }

  override shrink(value: Mutated, context: unknown): fc.Stream<fc.Value<Mutated>> {
    const parts = context as Parts<Request, Row> | undefined;
    if (parts === undefined) return fc.Stream.nil();
    const { rest, choice } = parts;
    const simplerRests = this.#mutating.valid
      .shrink(rest.value, rest.context)
      .map((simpler): Parts<Request, Row> => ({ ...parts, rest: simpler }));
    const simplerChoices = anyChoice
      .shrink(choice.value, choice.context)
      .map((simpler): Parts<Request, Row> => ({ ...parts, choice: simpler }));
    return (
      simplerRests
        .join(simplerChoices)
        .map((simpler) => this.#valueOf(simpler))
        .filter((simpler) => simpler !== undefined)
        // Ignore changes that the mutation hides.
        .filter((simpler) => !isDeepStrictEqual(simpler.value, value))
    );
  }

  /** Undefined where the request has no such place, or would be valid all the same. */
  #valueOf(parts: Parts<Request, Row>): fc.Value<Mutated> | undefined {
    const { row, item, rest, choice } = parts;
    const { isInvalid, write } = this.#mutating;
    const place = this.#placeIn(rest.value, row, item);
    if (place === undefined) return undefined;
    const { completed, steps, candidates } = place;
    if (choice.value >= candidates.length) return undefined;
    const request = withMemberAt(completed, steps, candidates.at(choice.value));
    if (!isInvalid(request, row)) return undefined;
    const at = row.member === undefined ? steps : [...steps, row.member];
    const facts = { mutation: row.mutation, path: pathText(at), reason: row.reason };
    return new fc.Value(write(facts, request, row, steps), parts);
  }

  /** The place of a mutation in a request, and what may stand there; undefined where there is none. */
  #placeIn(request: Request, row: Row, item: number) {
    const { complete = (whole: Request) => whole } = this.#mutating;
    const open = stepsIn(request, row.place, item) ?? row.place.map((step) => (step === '[]' ? 0 : step));
    const completed = complete(request, row, open);
    const steps = stepsIn(completed, row.place, item);
    if (steps === undefined) return undefined;
    const valid = memberAt(completed, steps) ?? this.#mutating.examples?.(row)[0];
    return valid === undefined ? undefined : { completed, steps, candidates: row.mutate(valid) };
  }
}
