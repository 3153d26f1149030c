import { formatOf, inclusionFields, rowsOf, simulationFields } from '../contract/responses.js';
import { unitOf } from '../contract/timestamps.js';
import type { Exchange } from '../deployment/exchange.js';
import { isPlainObject } from '../internal/objects.js';

/** What `expect.addSnapshotSerializer` of Vitest and Jest takes. */
export interface SnapshotSerializer {
  test(value: unknown): boolean;
  serialize<Config, Refs>(
    value: unknown,
    config: Config,
    indentation: string,
    depth: number,
    refs: Refs,
    print: (value: unknown, config: Config, indentation: string, depth: number, refs: Refs) => string,
  ): string;
}

/** The placeholder for a volatile member. */
interface Mask {
  readonly name: string;
  /** Returns whether it replaces a value; wrong values are kept. */
  readonly isReplaced: (value: string | bigint) => boolean;
  /** Whether the placeholder says the unit. */
  readonly hasUnit: boolean;
}

/** By the name of the member: snapshots also have parts of answers, and an operation id beside them. */
const masks: ReadonlyMap<string, Mask> = new Map(
  [...rowsOf(simulationFields), ...rowsOf(inclusionFields)].flatMap(([member, field]) => {
    const isReplaced = formatOf(field)?.isSet;
    if (field.volatile === undefined || isReplaced === undefined) return [];
    const hasUnit = 'format' in field && field.format === 'timestamp';
    return [[member, { name: field.volatile, isReplaced, hasUnit }] as const];
  }),
);

function timestampUnit(value: string | bigint): string {
  return unitOf(BigInt(value)) === 'ms' ? ' in ms' : '';
}

const blockInText = /(\bblock (?:number )?#?)(\d+)/gi;

/** The values of each member in one snapshot, numbered so that different values have different placeholders. */
class SeenValues {
  readonly #values = new Map<string, (string | bigint)[]>();

  /** `<operation id>` for the first value of a member, `<operation id 2>` for the second. */
  textOf(member: string, name: string, value: string | bigint): string {
    const values = this.#values.get(member) ?? [];
    this.#values.set(member, values);
    const known = values.indexOf(value);
    const index = known < 0 ? values.push(value) - 1 : known;
    return index === 0 ? `<${name}>` : `<${name} ${index + 1}>`;
  }
}

/** Keyed by the printer configuration, which all parts of one snapshot share. */
const seenBySnapshot = new WeakMap<object, SeenValues>();

function seenIn(config: unknown): SeenValues {
  if (!isObject(config)) return new SeenValues();
  const seen = seenBySnapshot.get(config) ?? new SeenValues();
  seenBySnapshot.set(config, seen);
  return seen;
}

const copies = new WeakSet<object>();

/**
 * Writes simulations and inclusion records to a snapshot, with placeholders for what changes between runs: operation ids,
 * transaction hashes, block numbers, timestamps, gas prices, and call data, gas and fees, which depend on them. Takes the
 * results of the client and their `response`. Different values of a member are numbered: `<operation id>`,
 * `<operation id 2>`. Values that are wrong stay as they are: a gas of 0, a negative amount, an empty hash. Null, absent
 * and `[]` stay distinct. The secrets of the exchange are masked.
 *
 * @example
 * import { snapshotSerializer } from 'crosscheck/matchers';
 *
 * expect.addSnapshotSerializer(snapshotSerializer);
 * expect(await client.simulate(request)).toMatchSnapshot();
 */
export const snapshotSerializer: SnapshotSerializer = {
  test: (value) => isObject(value) && !copies.has(value) && (isResult(value) || isResponse(value)),
  serialize: (value, config, indentation, depth, refs, print) => {
    const exchange = isObject(value) && isResult(value) ? value.exchange : undefined;
    const masking = { redact: (text: string) => exchange?.redact(text) ?? text, seen: seenIn(config) };
    return print(maskedCopy(value, masking, new Map()), config, indentation, depth, refs);
  },
};

interface Masking {
  redact(text: string): string;
  readonly seen: SeenValues;
}

/** Copies results and plain values; keeps instances of other classes. */
function maskedCopy(value: unknown, masking: Masking, made: Map<object, object>): unknown {
  const { redact, seen } = masking;
  if (typeof value === 'string')
    return redact(value).replace(
      blockInText,
      (_, before: string, block: string) =>
        before + seen.textOf('block number in texts', 'block number', block),
    );
  if (!isObject(value)) return value;
  const earlier = made.get(value);
  if (earlier !== undefined) return earlier;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    made.set(value, items);
    for (const item of value) items.push(maskedCopy(item, masking, made));
    return items;
  }
  if (!isPlainObject(value) && !isResult(value)) return value;
  // Keep the prototype so that the class name is printed. Private members are neither copied nor printed.
  const copy: Record<string, unknown> = Object.create(Object.getPrototypeOf(value));
  made.set(value, copy);
  copies.add(copy);
  for (const [name, member] of Object.entries(value)) {
    const mask = masks.get(name);
    const isPlain = typeof member === 'string' || typeof member === 'bigint';
    copy[redact(name)] =
      mask !== undefined && isPlain && mask.isReplaced(member)
        ? seen.textOf(mask.name, mask.name + (mask.hasUnit ? timestampUnit(member) : ''), member)
        : maskedCopy(member, masking, made);
  }
  return copy;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isResult(value: object): value is { response: unknown; exchange: Exchange } {
  if (!Object.hasOwn(value, 'response')) return false;
  const { exchange } = value as { exchange?: Partial<Exchange> | null };
  return typeof exchange?.redact === 'function';
}

/** Any member may be absent, so two known members identify a response. */
function isResponse(value: object): boolean {
  if (!isPlainObject(value)) return false;
  return [simulationFields, inclusionFields].some(
    (known) => Object.keys(known).filter((name) => Object.hasOwn(value, name)).length >= 2,
  );
}
