import fc from 'fast-check';
import type { SimulationRequest } from '../../contract/simulation-request.js';
import { pick } from '../drawing/pick.js';
import {
  type InvalidRequestOptions,
  type SpoilingSettings,
  spoilingSettings,
} from './invalid-request-options.js';
import { createPartsReader, type PartsReader } from './spoiled-parts.js';
import { type InvalidRequest, type SpoiledParts, spoiledRequest } from './spoiled-request.js';

/**
 * Gives requests with exactly one fault, each fault at every place where it can be: a valid request with one field
 * that is missing, of another type or form, too many, or written twice. Where formats are open, only the shape can be
 * wrong. Shrinks keep the fault and its field, and make the rest as simple as it can be. Section 2.1.
 *
 * @throws {UsageError} for a fault that there is not under the conventions, a `request` that is not valid without
 * one, or another bad option.
 * @example
 * import { invalidRequest } from 'crosscheck/arbitraries';
 * import fc from 'fast-check';
 *
 * const amounts = invalidRequest({ faults: ['negative', 'overflow-by-one'], chains: { alpha: 'evm', beta: 'tvm' } });
 * fc.assert(fc.property(amounts, ({ path, body }) => path !== '' && JSON.parse(body).tvmAssets !== undefined));
 */
export function invalidRequest(options: InvalidRequestOptions = {}): fc.Arbitrary<InvalidRequest> {
  return new InvalidRequests(spoilingSettings(options));
}

class InvalidRequests extends fc.Arbitrary<InvalidRequest> {
  readonly #settings: SpoilingSettings;
  readonly #partsOf: PartsReader;

  constructor(settings: SpoilingSettings) {
    super();
    this.#settings = settings;
    this.#partsOf = createPartsReader(settings);
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<InvalidRequest> {
    const { rows, requests } = this.#settings;
    const row = pick(random, rows);
    const rest = requests.generate(random, biasFactor);
    const index = row.path.includes('[]') ? drawIndex(random, rest.value) : 0;
    return this.#valueOf({ row, index, rest, bad: row.bad.generate(random, biasFactor) });
  }

  override canShrinkWithoutContext(value: unknown): value is InvalidRequest {
    return this.#partsOf(value) !== undefined;
  }

  override shrink(value: InvalidRequest, context: unknown): fc.Stream<fc.Value<InvalidRequest>> {
    const parts = (context as SpoiledParts | undefined) ?? this.#partsOf(value);
    if (parts === undefined) return fc.Stream.nil();
    const { row, rest, bad } = parts;
    const isAll = row.path === '' && row.text === undefined;
    const simplerRests = isAll
      ? fc.Stream.nil<typeof rest>()
      : this.#settings.requests.shrink(rest.value, rest.context);
    return (
      simplerRests
        .map((simpler): SpoiledParts => ({ ...parts, rest: simpler }))
        .join(row.bad.shrink(bad.value, bad.context).map((simpler) => ({ ...parts, bad: simpler })))
        .map((simpler) => this.#valueOf(simpler))
        // What the fault covers up makes no difference.
        .filter((simpler) => simpler.value.body !== value.body)
    );
  }

  #valueOf(parts: SpoiledParts): fc.Value<InvalidRequest> {
    const { examples, dialect } = this.#settings;
    return new fc.Value(spoiledRequest(parts, examples, dialect), parts);
  }
}

function drawIndex(random: fc.Random, { betaAssets = [] }: SimulationRequest): number {
  return betaAssets.length < 2 ? 0 : random.nextInt(0, betaAssets.length - 1);
}
