import { defaultConventions } from 'crosscheck';
import { type CallableDeployment, type LocalCall, localCalls } from 'crosscheck/arbitraries';
import { simulationRequestSchema } from 'crosscheck/contract';
import fc from 'fast-check';
import * as AbiParameters from 'ox/AbiParameters';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeArbitraryLaws, shrunkBy } from '../../support/arbitrary-laws.js';
import { requestFields } from '../../support/request-fields.js';

const address = (byte: string): string => `0x${byte.repeat(20)}`;
const raw = (byte: string): string => `0:${byte.repeat(32)}`;

const local: CallableDeployment = {
  contracts: {
    layer: address('10'),
    targets: { swap: address('11'), bounce: address('12'), failing: address('13'), gasBurner: address('14') },
  },
  tokens: [
    { beta: '', alpha: address('20'), kind: 'bridged' },
    { beta: raw('a1'), alpha: address('21'), kind: 'bridged' },
    { beta: raw('c3'), alpha: address('22'), kind: 'reserve' },
  ],
  executors: [address('30')],
  accounts: [raw('ca'), raw('cb')],
};
const { swap, bounce, failing, gasBurner } = local.contracts.targets;
const calls = fc.sample(localCalls(local), { numRuns: 2000, seed: 5 });
const schema = simulationRequestSchema();
const isValid = (call: LocalCall | undefined): boolean =>
  schema.safeParse(call?.request).success && call?.failure?.explanation !== '';
const around = { shardsKey: '0', betaCaller: raw('ca') };
const swapArguments = (tokenOut: string, minimum: bigint): string =>
  AbiParameters.encode(AbiParameters.from('address tokenOut, uint256 minimumOutput'), [
    tokenOut as `0x${string}`,
    minimum,
  ]);

const byHand: LocalCall = {
  request: {
    shardsKey: '1763712000042',
    alphaCallParams: {
      target: swap,
      arguments: swapArguments(address('21'), 400n),
      methodName: 'swap(bytes,bytes)',
    },
    betaAssets: [{ amount: '1000' }],
    betaCaller: raw('cb'),
    executorAddress: '',
  },
  failure: undefined,
};
const greedy: LocalCall = {
  request: {
    ...byHand.request,
    alphaCallParams: { target: swap, arguments: swapArguments(address('21'), 2001n), methodName: 'swap' },
  },
  failure: {
    reason: 'InsufficientOutput(2001, ',
    explanation: 'the swap asks for at least 2001, more than twice what it brings in',
  },
};

describeArbitraryLaws('localCalls', {
  arbitrary: localCalls(local),
  chains: 8,
  isValid,
  simplest: {
    request: {
      ...around,
      alphaCallParams: { target: gasBurner, arguments: `0x${'0'.repeat(59)}10000`, methodName: 'burnGas' },
      betaAssets: [],
    },
    failure: {
      reason: { errorName: 'TargetOutOfGas', args: [gasBurner] },
      explanation: 'no block holds the gas for so many storage slots',
    },
  },
  neverGenerated: [
    { ...byHand, failure: greedy.failure },
    { ...greedy, failure: undefined },
    { ...byHand, request: { ...byHand.request, betaAssets: [{ amount: '1000', tokenAddress: raw('dd') }] } },
  ],
});

describe('a call of a local deployment with an extension', () => {
  const extend = {
    simulationRequest: { deadline: z.int() },
    callParams: { gasLimit: z.int(), note: z.string().optional() },
    betaAsset: { assetType: z.enum(['fungible', 'nft']) },
  };
  const deployment = { conventions: { ...defaultConventions, extend } };
  const arbitrary = localCalls({ ...local, deployment });
  const extended = fc.sample(arbitrary, { numRuns: 500, seed: 5 });

  it('has the declared members that are required, and may have the optional ones', () => {
    const strict = simulationRequestSchema({ ...defaultConventions, extend });
    for (const { request } of extended) expect(strict.parse(request)).toEqual(request);
    const withNote = extended.filter(({ request }) => 'note' in request.alphaCallParams);
    expect(withNote.length).toBeGreaterThan(0);
    expect(withNote.length).toBeLessThan(extended.length);
  });

  it('can be shrunk when it is read from a file', () => {
    for (const call of extended.slice(0, 50))
      expect(arbitrary.canShrinkWithoutContext(structuredClone(call))).toBe(true);
  });
});

describe('a call of a local deployment that requires every field', () => {
  const conventions = { ...defaultConventions, requiredRequestFields: requestFields };
  const arbitrary = localCalls({ ...local, deployment: { conventions } });
  const complete = fc.sample(arbitrary, { numRuns: 500, seed: 5 });

  it('has every field', () => {
    const strict = simulationRequestSchema(conventions);
    for (const { request } of complete) expect(strict.parse(request)).toEqual(request);
  });

  it('can be shrunk when it is read from a file', () => {
    for (const call of complete.slice(0, 100))
      expect(arbitrary.canShrinkWithoutContext(structuredClone(call))).toBe(true);
  });
});

describe('a call of a local deployment', () => {
  it('succeeds three times out of four', () => {
    const share = calls.filter(({ failure }) => failure === undefined).length / calls.length;
    expect(share).toBeGreaterThan(0.7);
    expect(share).toBeLessThan(0.8);
  });

  it('uses every method of every target, with and without its parameters in the name', () => {
    const seen = new Set(
      calls.map(({ request: { alphaCallParams: call } }) => `${call?.target}.${call?.methodName}`),
    );
    const methods = [
      ...['swap'].map((name) => `${swap}.${name}`),
      ...['bounce'].map((name) => `${bounce}.${name}`),
      ...['failWithReason', 'failWithCustomError', 'failWithPanic', 'failWithoutData', 'failWithData'].map(
        (name) => `${failing}.${name}`,
      ),
      ...['burnGas', 'burnAndRefund'].map((name) => `${gasBurner}.${name}`),
    ];
    const spelt = methods.flatMap((method) => [method, `${method}(bytes,bytes)`]);
    expect(spelt.filter((method) => !seen.has(method))).toEqual([]);
  });

  it('swaps each token for each other, and bounces no asset, one and many', () => {
    const swapped = calls
      .filter(({ request, failure }) => failure === undefined && request.alphaCallParams?.target === swap)
      .map(({ request }) => [
        request.betaAssets?.[0]?.tokenAddress?.replace(/^(?!0:).*$/, ''),
        request.alphaCallParams?.arguments?.slice(26, 66),
      ]);
    const pairs = new Set(
      swapped.filter(([beta]) => beta !== '').map(([beta = '', out]) => `${beta}>${out}`),
    );
    expect(pairs).toContain(`>${'21'.repeat(20)}`);
    expect(pairs).toContain(`${raw('a1')}>${'22'.repeat(20)}`);
    expect(pairs).toContain(`${raw('c3')}>${'20'.repeat(20)}`);
    const bounced = calls.filter(({ request }) => request.alphaCallParams?.methodName === 'bounce');
    const counts = new Set(bounced.map(({ request }) => request.betaAssets?.length));
    expect([0, 1, 2, 3, 4].filter((count) => !counts.has(count))).toEqual([]);
  });

  it('fails in every way', () => {
    const nameOf = ({ failure }: LocalCall): string | undefined => {
      const reason = failure?.reason;
      return typeof reason === 'string' ? reason.replace(/[( ].*$/s, '') : reason?.errorName;
    };
    expect([...new Set(calls.map(nameOf))].sort()).toEqual(
      [
        'ExpectedOneAsset',
        'InsufficientOutput',
        'InsufficientReserve',
        'NotExecutor',
        'NotTraded',
        'Panic',
        'Refused',
        'TargetHasNoCode',
        'TargetOutOfGas',
        'UnknownToken',
        'execution',
        'the',
        undefined,
      ].sort(),
    );
  });

  it('keeps its outcome when it shrinks, even if it was not generated', () => {
    const isNotGreedy = ({ failure }: LocalCall): boolean =>
      !String(failure?.reason).startsWith('InsufficientOutput');
    for (const example of [undefined, greedy]) {
      const { request, failure } = shrunkBy(localCalls(local), isNotGreedy, example);
      expect(failure?.reason).toBe('InsufficientOutput(1, ');
      expect(request.betaAssets).toHaveLength(1);
      expect(request.betaAssets?.[0]?.amount).toBe('0');
    }
    const smallest = shrunkBy(localCalls(local), () => false, byHand);
    expect(smallest.failure).toBeUndefined();
    expect(smallest.request).toMatchObject({ ...around, betaAssets: [{ amount: '0' }] });
  });

  it('needs a local deployment', () => {
    const messageFor = (given: unknown): unknown => {
      try {
        return localCalls(given as CallableDeployment);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(messageFor(Promise.resolve(local))).toContain(', got a promise: await it');
    expect(messageFor({ simulatorUrl: 'http://127.0.0.1' })).toContain('contracts: Invalid input');
    expect(messageFor({ ...local, tokens: [] })).toContain('tokens: one of each kind is needed');
    expect(messageFor(undefined)).toContain(
      'localCalls expects a local deployment from startLocalDeployment',
    );
  });
});
