import fc from 'fast-check';
import { oneOf } from '../../../internal/options.js';
import { pick } from '../../drawing/pick.js';
import { nonEmptyListOf, refuseOptions } from '../../drawing/refuse-options.js';
import { simulationRequest } from '../../request/simulation-request.js';
import { brokenSyntaxBodies } from './broken-syntax-bodies.js';
import { otherEncodingBodies, otherFormatBodies } from './other-format-bodies.js';
import { type RawBodyKind, type RawBodyRow, rawBodyKinds } from './raw-body-kind.js';
import { unfinishedBodies } from './unfinished-bodies.js';

/** A body that is no JSON. */
export interface RawBody {
  /** The name of its kind. */
  readonly kind: RawBodyKind;
  /** Why it is no JSON, as a sentence. */
  readonly reason: string;
  /** The bytes to send, of at most a few 10 kB. */
  readonly bytes: Buffer;
}

/** What {@link rawBody} gives. */
export interface RawBodyOptions {
  /** The kinds to give. Default: every one. */
  readonly kinds?: readonly RawBodyKind[] | undefined;
}

const rules = { kinds: nonEmptyListOf(oneOf(...rawBodyKinds)) };

/**
 * Gives bodies that are no JSON, or none in UTF-8: nothing, pieces, nearly JSON, other encodings and formats, most of
 * them made from a valid request with neutral names. Shrinks keep the kind. Section 4.1, the request's content type.
 *
 * @throws {UsageError} for a kind that there is not, or an empty list of them.
 * @example
 * import { rawBody } from 'crosscheck/arbitraries';
 * import fc from 'fast-check';
 *
 * fc.assert(
 *   fc.property(rawBody({ kinds: ['comments', 'trailing-comma'] }), ({ bytes }) => bytes.includes('shardsKey')),
 * );
 */
export function rawBody(options: RawBodyOptions = {}): fc.Arbitrary<RawBody> {
  refuseOptions('rawBody', options, rules);
  const { kinds = rawBodyKinds } = options;
  return new RawBodies(rawBodyRows().filter(({ kind }) => kinds.includes(kind)));
}

function rawBodyRows(): RawBodyRow<Buffer>[] {
  const requestTexts = simulationRequest().map(
    (request) => JSON.stringify(request),
    (text) => JSON.parse(text as string),
  );
  const texts = [
    ...unfinishedBodies(requestTexts),
    ...brokenSyntaxBodies(requestTexts),
    ...otherFormatBodies(),
  ];
  return [...texts.map(inUtf8), ...otherEncodingBodies(requestTexts)];
}

function inUtf8({ kind, reason, bodies }: RawBodyRow<string>): RawBodyRow<Buffer> {
  const bytesOf = bodies.map(
    (text) => Buffer.from(text),
    (bytes) => {
      if (!Buffer.isBuffer(bytes)) throw new TypeError('not bytes');
      return bytes.toString();
    },
  );
  return { kind, reason, bodies: bytesOf };
}

class RawBodies extends fc.Arbitrary<RawBody> {
  readonly #rows: readonly RawBodyRow<Buffer>[];

  constructor(rows: readonly RawBodyRow<Buffer>[]) {
    super();
    this.#rows = rows;
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<RawBody> {
    const row = pick(random, this.#rows);
    return bodyOf(row, row.bodies.generate(random, biasFactor));
  }

  override canShrinkWithoutContext(value: unknown): value is RawBody {
    const { bytes, reason } = (value ?? {}) as Partial<RawBody>;
    const row = this.#rowOf(value);
    return row?.reason === reason && row?.bodies.canShrinkWithoutContext(bytes) === true;
  }

  override shrink(value: RawBody, context: unknown): fc.Stream<fc.Value<RawBody>> {
    const row = this.#rowOf(value);
    if (row === undefined) return fc.Stream.nil();
    return row.bodies
      .shrink(value.bytes, context)
      .filter((bytes) => !bytes.value.equals(value.bytes))
      .map((bytes) => bodyOf(row, bytes));
  }

  #rowOf(value: unknown): RawBodyRow<Buffer> | undefined {
    const { kind } = (value ?? {}) as Partial<RawBody>;
    return this.#rows.find((row) => row.kind === kind);
  }
}

function bodyOf({ kind, reason }: RawBodyRow<Buffer>, bytes: fc.Value<Buffer>): fc.Value<RawBody> {
  return new fc.Value({ kind, reason, bytes: bytes.value }, bytes.context);
}
