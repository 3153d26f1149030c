import {
  alphaAddress,
  betaAddress,
  callTo,
  hexBytes,
  methodName,
  operationId,
  shardsKey,
  simulationRequest,
  tokenAmount,
} from 'crosscheck/arbitraries';
import { type LooseSimulationRequest, parseBetaAddress } from 'crosscheck/contract';
import fc from 'fast-check';
import * as Address from 'ox/Address';
import { describe, expect, it } from 'vitest';

// More than one seed, so that what is shown is no luck of the draw.
const seeds = [5, 6, 7];
const first = <T>(arbitrary: fc.Arbitrary<T>, seed: number): T[] =>
  fc.sample(arbitrary, { numRuns: 2000, seed });
const missing = <T>(wanted: readonly T[], seen: Iterable<T>): T[] => {
  const all = new Set(seen);
  return wanted.filter((value) => !all.has(value));
};

const around = (...exponents: bigint[]): string[] =>
  exponents.flatMap((exponent) => [-1n, 0n, 1n].map((near) => String(2n ** exponent + near)));
const largest = (bits: bigint): string => String(2n ** bits - 1n);
/** Hex digits of 0, 1 and the largest number of some bytes. */
const hexBoundaries = (bytes: number): string[] => [
  '00'.repeat(bytes),
  '01'.padStart(2 * bytes, '0'),
  'ff'.repeat(bytes),
];

const shardsKeys = ['0', '1', ...around(53n, 63n), largest(64n)];
const amounts = ['0', '1', ...around(53n, 63n, 64n, 128n), largest(256n)];
const forms = ['raw', 'bounceable', 'non-bounceable', 'test-bounceable', 'test-non-bounceable'];
const hasCapital = (text: string): boolean => /[A-F]/.test(text.slice(2));
const lengthOf = (hex: string): number => hex.length / 2 - 1;

describe.each(seeds)('the first 2,000 values of seed %i', (seed) => {
  it('have every boundary of a shards key', () => {
    expect(missing(shardsKeys, first(shardsKey(), seed))).toEqual([]);
  });

  it('have every boundary of an amount, and every number of digits', () => {
    const values = first(tokenAmount(), seed);
    expect(missing(amounts, values)).toEqual([]);
    expect(new Set(values.map((amount) => amount.length)).size).toBe(78);
  });

  it('have every boundary of an operation id', () => {
    const wanted = hexBoundaries(32).map((digits) => `0x${digits}`);
    expect(missing(wanted, first(operationId(), seed))).toEqual([]);
  });

  it('have every boundary of a destination-chain address, in both spellings where it has two', () => {
    const values = first(alphaAddress(), seed);
    const lower = hexBoundaries(20).map((digits) => `0x${digits}` as const);
    const wanted = [...lower, ...lower.map((address) => Address.checksum(address))];
    expect(missing(wanted, values)).toEqual([]);
    expect(values.filter(hasCapital).length).toBeGreaterThan(50);
    expect(values.filter((address) => !hasCapital(address)).length).toBeGreaterThan(1000);
  });

  it('have every boundary of a source-chain address in every form and workchain', () => {
    const seen = first(betaAddress(), seed).map((address) => {
      const { form, workchain, hash } = parseBetaAddress(address) ?? {};
      return `${form} ${workchain}:${hash}`;
    });
    const wanted = forms.flatMap((form) =>
      hexBoundaries(32).flatMap((hash) => [`${form} 0:${hash}`, `${form} -1:${hash}`]),
    );
    expect(missing(wanted, seen)).toEqual([]);
  });

  it.each<[string, fc.Arbitrary<string>, number]>([
    ['operation ids', operationId().map((id) => id.slice(2)), 32],
    ['destination-chain addresses', alphaAddress().map((address) => address.slice(2)), 20],
    ['source-chain addresses', betaAddress().map((address) => parseBetaAddress(address)?.hash ?? ''), 32],
  ])('have %s with few and with many leading zeros, besides 0 and 1', (_, arbitrary, bytes) => {
    const lengths = first(arbitrary, seed).map((digits) => digits.replace(/^0+/, '').length);
    const short = lengths.filter((length) => length > 1 && length <= bytes);
    expect(short.length).toBeGreaterThan(100);
    expect(new Set(short).size).toBeGreaterThan(bytes / 2);
  });

  it('have every length of bytes, and the shortest and longest of zeros and of ff', () => {
    const bytes = first(hexBytes({ minLength: 1, maxLength: 40 }), seed);
    const lengths = Array.from({ length: 40 }, (_, index) => index + 1);
    expect(missing(lengths, bytes.map(lengthOf))).toEqual([]);
    expect(missing(['0x00', '0xff', `0x${'00'.repeat(40)}`, `0x${'ff'.repeat(40)}`], bytes)).toEqual([]);
  });

  it('have empty, bare and complete method names', () => {
    const kindOf = (name: string): string => (name.endsWith('(bytes,bytes)') ? 'complete' : name && 'bare');
    expect(missing(['', 'bare', 'complete'], first(methodName(), seed).map(kindOf))).toEqual([]);
  });
});

type State = 'absent' | 'empty' | 'present';

const states: State[] = ['absent', 'empty', 'present'];
const stateOf = (value: string | undefined): State => {
  if (value === undefined) return 'absent';
  return value === '' || value === '0x' ? 'empty' : 'present';
};
const optionalFields: readonly [string, (request: LooseSimulationRequest) => string | undefined][] = [
  ['arguments', (request) => request.alphaCallParams?.arguments],
  ['methodName', (request) => request.alphaCallParams?.methodName],
  ['executorAddress', (request) => request.executorAddress],
  ['extraData', (request) => request.extraData],
  ['feeAssetAddress', (request) => request.feeAssetAddress],
];
type FieldStates = readonly (readonly [field: string, state: State])[];

/** Every state of some fields with every state of the others. */
function combinationsOf(fields: readonly string[]): FieldStates[] {
  return fields.reduce<FieldStates[]>(
    (combinations, field) =>
      combinations.flatMap((combination) => states.map((state) => [...combination, [field, state] as const])),
    [[]],
  );
}

function isPossible(fields: FieldStates): boolean {
  const { arguments: args, methodName } = Object.fromEntries(fields);
  return args !== 'present' || methodName === undefined || methodName === 'present';
}

const nameOf = (fields: FieldStates): string =>
  fields.map(([field, state]) => `${field} ${state}`).join(', ');

describe.each(seeds)('the first 2,000 requests of seed %i', (seed) => {
  const requests = first(simulationRequest(), seed);
  const assets = requests.flatMap((request) => request.betaAssets ?? []);

  it('have each optional field in each state, in every combination with the others', () => {
    const wanted = combinationsOf(optionalFields.map(([field]) => field)).filter(isPossible);
    const seen = requests.map((request) =>
      nameOf(optionalFields.map(([field, read]) => [field, stateOf(read(request))])),
    );
    expect(wanted).toHaveLength(3 ** 5 - 2 * 27);
    expect(missing(wanted.map(nameOf), seen)).toEqual([]);
  });

  it('have no asset, one, many, and a token that is listed twice', () => {
    const counts = requests.map((request) => request.betaAssets?.length);
    expect(missing([0, 1, 2, 3, 4, 5], counts)).toEqual([]);
    const firstTwice = requests.filter(({ betaAssets: [asset, ...others] = [] }) =>
      others.some((other) => asset?.tokenAddress && other.tokenAddress === asset.tokenAddress),
    );
    expect(firstTwice.length).toBeGreaterThan(100);
    const wholeTwice = requests.some(({ betaAssets: [asset, ...others] = [] }) =>
      others.some((other) => JSON.stringify(other) === JSON.stringify(asset)),
    );
    expect(wholeTwice).toBe(true);
  });

  it('have tokens that are absent, empty and named', () => {
    expect(
      missing(
        states,
        assets.map((asset) => stateOf(asset.tokenAddress)),
      ),
    ).toEqual([]);
  });

  it('have the boundaries of the shards key and the amount', () => {
    expect(
      missing(
        shardsKeys,
        requests.map((request) => request.shardsKey ?? ''),
      ),
    ).toEqual([]);
    expect(
      missing(
        amounts,
        assets.map((asset) => asset.amount ?? ''),
      ),
    ).toEqual([]);
  });
});

const target = `0x${'aa'.repeat(20)}`;
const others = ['bb', 'cc', 'dd'].map((byte) => `0x${byte.repeat(20)}`);
const zero = `0x${'00'.repeat(20)}`;
/** The address that a call has as its only argument. */
const addressIn = ({ alphaCallParams }: LooseSimulationRequest): string =>
  `0x${alphaCallParams?.arguments?.slice(-40)}`;

it.each<[string, fc.Arbitrary<string>, (value: string) => boolean, number]>([
  ['addresses with a checksum', alphaAddress(), hasCapital, 1 / 16],
  [
    'the target or zero as an argument',
    callTo({ target, signature: 'f(address a)' }).map(addressIn),
    (address) => address === target || address === zero,
    3 / 4,
  ],
  [
    'one of four known addresses or zero as an argument',
    callTo({ target, signature: 'f(address a)', addresses: [target, ...others] }).map(addressIn),
    (address) => [target, ...others, zero].includes(address),
    3 / 4,
  ],
])('the share of %s is the documented one', (_, arbitrary, accepts, share) => {
  const values = fc.sample(arbitrary, { numRuns: 8000, seed: 7 });
  expect(Math.abs(values.filter(accepts).length / values.length - share)).toBeLessThan(0.015);
});
