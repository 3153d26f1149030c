import { isDeepStrictEqual } from 'node:util';
import fc, { type Arbitrary } from 'fast-check';
import { memberAt, type Steps, withMemberAt } from '../../contract/json.js';
import type { PlacedMutation } from '../../endpoint/schema-mutations.js';
import { placeText, stepsIn } from '../../endpoint/schema-places.js';
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
  /** Returns the request inside a mutated one; undefined if there is none. */
  readonly read: (mutated: Mutated, row: Row) => unknown;
  /** Valid values of a place, to shrink requests written by users. */
  readonly examples?: (row: Row) => readonly unknown[];
}

/**
 * Returns an arbitrary of requests that are valid but for one mutation at one place. Shrinking keeps the mutation and its
 * place, and makes the rest of the request and the invalid value simpler. Requests that somebody wrote shrink too.
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
  /** Which of the mutation's values is there, or that of who wrote the request. */
  readonly choice: fc.Value<number> | { readonly given: unknown };
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

  override canShrinkWithoutContext(value: unknown): value is Mutated {
    return this.#partsOf(value) !== undefined;
  }

  override shrink(value: Mutated, context: unknown): fc.Stream<fc.Value<Mutated>> {
    const parts = (context as Parts<Request, Row> | undefined) ?? this.#partsOf(value);
    if (parts === undefined) return fc.Stream.nil();
    const { rest, choice } = parts;
    const simplerRests = this.#mutating.valid
      .shrink(rest.value, rest.context)
      .map((simpler): Parts<Request, Row> => ({ ...parts, rest: simpler }));
    const simplerChoices =
      'given' in choice
        ? fc.Stream.of(new fc.Value(0, undefined))
        : anyChoice.shrink(choice.value, choice.context);
    return (
      simplerRests
        .join(simplerChoices.map((simpler) => ({ ...parts, choice: simpler })))
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
    if (!('given' in choice) && choice.value >= candidates.length) return undefined;
    const changed = 'given' in choice ? choice.given : candidates.at(choice.value);
    const request = withMemberAt(completed, steps, changed);
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

  /** Returns the parts of a user's request; undefined if it could not have been generated. */
  #partsOf(value: unknown): Parts<Request, Row> | undefined {
    const { rows } = this.#mutating;
    if (!isMutated(value)) return undefined;
    const path = value.path.replace(/\[\d+\]/g, '[]');
    const item = Number(/\[(\d+)\]/.exec(value.path)?.[1] ?? 0);
    for (const row of rows) {
      const at = placeText(row.member === undefined ? row.place : [...row.place, row.member]);
      if (row.mutation !== value.mutation || row.reason !== value.reason) continue;
      if (at !== path) continue;
      const parts = this.#partsBy(row, item, value as Mutated);
      if (parts !== undefined) return parts;
    }
    return undefined;
  }

  #partsBy(row: Row, item: number, value: Mutated): Parts<Request, Row> | undefined {
    const { valid, read } = this.#mutating;
    const request = read(value, row);
    const steps = stepsIn(request, row.place, item);
    if (steps === undefined) return undefined;
    const given = memberAt(request, steps);
    for (const rest of this.#restsOf(row, request, steps)) {
      if (!valid.canShrinkWithoutContext(rest)) continue;
      const parts = { row, item, rest: new fc.Value(rest, undefined), choice: { given } };
      if (isDeepStrictEqual(this.#valueOf(parts)?.value, value)) return parts;
    }
    return undefined;
  }

  /** The requests that this may have been before the mutation: with what another one, or another item, has there. */
  #restsOf(row: Row, request: unknown, steps: Steps): unknown[] {
    const { valid, examples } = this.#mutating;
    const [sample] = fc.sample(valid, { numRuns: 1, seed: 1 });
    const ofSample = stepsIn(sample, row.place, 0);
    const members = [
      ...(ofSample === undefined ? [] : [memberAt(sample, ofSample)]),
      ...(examples?.(row) ?? []),
      ...otherItems(request, steps),
      undefined,
    ];
    return [request, ...members.map((member) => withMemberAt(request, steps, member))];
  }
}

function isMutated(value: unknown): value is MutationFacts {
  return typeof value === 'object' && value !== null && typeof (value as MutationFacts).path === 'string';
}

/** Returns the values at the same place in the first and last item. */
function otherItems(request: unknown, steps: Steps): unknown[] {
  const at = steps.findIndex((step) => typeof step === 'number');
  const list = memberAt(request, steps.slice(0, at));
  if (at < 0 || !Array.isArray(list)) return [];
  return [0, list.length - 1].map((index) => memberAt(request, steps.with(at, index)));
}
