import { isPlainObject } from '../checks/plain-object.js';
import type { Exchange } from '../internal/exchange.js';

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

const masks: Readonly<Record<string, string>> = {
  operationId: '<operation id>',
  hash: '<transaction hash>',
  blockNumber: '<block number>',
  timestamp: '<timestamp>',
  currentBaseFee: '<gas price>',
  suggestedGasPrice: '<gas price>',
  suggestedGasTip: '<gas price>',
  // The call data holds the operation id, its bytes cost gas, and the fee is gas times its price.
  callData: '<call data>',
  estimatedGas: '<gas>',
  estimatedJettonFeeAmount: '<fee>',
};
const blockInText = /(\bblock (?:number )?#?)\d+/gi;

const copies = new WeakSet<object>();

/**
 * Writes simulations and inclusion records to a snapshot without what is another in every run: operation ids,
 * transaction hashes, block numbers, timestamps, gas prices, and what is made of them: call data, gas, fee. Takes
 * the results of the client and their `response`. Null, absent and `[]` stay apart; secrets that the exchange of a
 * result carried are masked too.
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
    const copy = maskedCopy(value, (text) => exchange?.redact(text) ?? text, new Map());
    return print(copy, config, indentation, depth, refs);
  },
};

/** Copies what the client gives; anything else in it is somebody's own, and stays as it is. */
function maskedCopy(value: unknown, redact: (text: string) => string, made: Map<object, object>): unknown {
  if (typeof value === 'string') return redact(value).replace(blockInText, `$1${masks.blockNumber}`);
  if (!isObject(value)) return value;
  const earlier = made.get(value);
  if (earlier !== undefined) return earlier;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    made.set(value, items);
    for (const item of value) items.push(maskedCopy(item, redact, made));
    return items;
  }
  if (!isPlainObject(value) && !isResult(value)) return value;
  // The prototype stays, so that the class is named; its private members are not copied, nor printed.
  const copy: Record<string, unknown> = Object.create(Object.getPrototypeOf(value));
  made.set(value, copy);
  copies.add(copy);
  for (const [name, member] of Object.entries(value)) {
    const mask = Object.hasOwn(masks, name) ? masks[name] : undefined;
    const isMasked = mask !== undefined && (typeof member === 'string' || typeof member === 'bigint');
    copy[name] = isMasked ? mask : maskedCopy(member, redact, made);
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

const simulationMembers = [
  'simulationStatus',
  'simulationError',
  'estimatedGas',
  'feeParams',
  'debugInfo',
  'outMessages',
];
const inclusionMembers = ['stage', 'success', 'timestamp', 'transactions', 'note'];

/** Any member may be absent, so a response is known by some of them. */
function isResponse(value: object): boolean {
  if (!isPlainObject(value)) return false;
  const has = (members: readonly string[]): boolean =>
    members.filter((name) => Object.hasOwn(value, name)).length >= 2;
  return has(simulationMembers) || has(inclusionMembers);
}
