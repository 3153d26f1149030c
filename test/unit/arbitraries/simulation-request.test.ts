import { type Conventions, defaultConventions, UsageError } from 'crosscheck';
import {
  betaAddress,
  hexBytes,
  type SimulationRequestConstraints,
  simulationRequest,
} from 'crosscheck/arbitraries';
import { type LooseSimulationRequest, simulationRequestSchema } from 'crosscheck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeArbitraryLaws, shrunkBy } from '../../support/arbitrary-laws.js';
import { requestFields } from '../../support/request-fields.js';

type RequestConventions = Pick<Conventions, 'requiredRequestFields' | 'requestValidation'>;

const zeroAlpha = `0x${'00'.repeat(20)}`;
const zeroBeta = `0:${'00'.repeat(32)}`;
const target = '0x00000000000000000000000000000000000000aa';
const nothingRequired: RequestConventions = { requiredRequestFields: [], requestValidation: 'strict' };
const everythingRequired: RequestConventions = {
  requestValidation: 'strict',
  requiredRequestFields: requestFields,
};

const isValidFor = (conventions?: RequestConventions) => {
  const schema = simulationRequestSchema(conventions);
  return (request: LooseSimulationRequest): boolean => schema.safeParse(request).success;
};
const first = (constraints?: SimulationRequestConstraints): LooseSimulationRequest[] =>
  fc.sample(simulationRequest(constraints), { numRuns: 2000, seed: 5 });

const byHand: LooseSimulationRequest = {
  shardsKey: '17000000001234',
  alphaCallParams: {
    target: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    arguments: '0x1234',
    methodName: 'swap',
  },
  betaAssets: [
    { amount: '1000' },
    { amount: '7', tokenAddress: 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N' },
    { amount: '1000' },
  ],
  betaCaller: `-1:${'ab'.repeat(32)}`,
  executorAddress: '',
  extraData: '0x',
  feeAssetAddress: '',
};

describeArbitraryLaws('simulationRequest', {
  arbitrary: simulationRequest(),
  chains: 6,
  isValid: isValidFor(),
  simplest: {
    shardsKey: '0',
    alphaCallParams: { target: zeroAlpha },
    betaAssets: [],
    betaCaller: zeroBeta,
  },
  handWritten: [byHand],
  neverGenerated: [
    { ...byHand, extra: 1 },
    { ...byHand, shardsKey: '01' },
    { ...byHand, alphaCallParams: { target, arguments: '0x12' } },
  ],
});

describeArbitraryLaws('simulationRequest where nothing is required', {
  arbitrary: simulationRequest({ conventions: nothingRequired }),
  chains: 6,
  isValid: isValidFor(nothingRequired),
  simplest: {},
  handWritten: [byHand, {}],
  neverGenerated: [{ alphaCallParams: { target: 'x' } }],
});

describeArbitraryLaws('simulationRequest where everything is required', {
  arbitrary: simulationRequest({ conventions: everythingRequired }),
  chains: 6,
  isValid: isValidFor(everythingRequired),
  simplest: {
    shardsKey: '0',
    alphaCallParams: { target: zeroAlpha, arguments: '0x', methodName: '' },
    betaAssets: [],
    betaCaller: zeroBeta,
    executorAddress: '',
    extraData: '0x',
    feeAssetAddress: '',
  },
  neverGenerated: [byHand],
});

describeArbitraryLaws('simulationRequest under constraints', {
  arbitrary: simulationRequest({
    'alphaCallParams.target': target,
    'alphaCallParams.arguments': hexBytes({ minLength: 2, maxLength: 4 }),
    betaAssets: [{ amount: '5' }],
    betaCaller: betaAddress({ forms: ['bounceable'] }),
    executorAddress: fc.constant(undefined),
    feeAssetAddress: '',
  }),
  chains: 4,
  isValid: (request) =>
    isValidFor()(request) &&
    request.alphaCallParams?.target === target &&
    !('executorAddress' in request) &&
    request.feeAssetAddress === '',
  simplest: {
    shardsKey: '0',
    alphaCallParams: { target, arguments: '0x0000', methodName: 'a' },
    betaAssets: [{ amount: '5' }],
    betaCaller: 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c',
    feeAssetAddress: '',
  },
  neverGenerated: [byHand],
});

describe('constraints', () => {
  it('set a field to a value, of which each request has its own copy', () => {
    const requests = first({ betaAssets: [{ amount: '5' }], executorAddress: target });
    expect(new Set(requests.map((request) => JSON.stringify(request.betaAssets)))).toEqual(
      new Set(['[{"amount":"5"}]']),
    );
    expect(new Set(requests.map((request) => request.executorAddress))).toEqual(new Set([target]));
    expect(requests[0]?.betaAssets).not.toBe(requests[1]?.betaAssets);
  });

  it('restrict the amount of each asset', () => {
    const requests = first({ 'betaAssets[].amount': fc.constantFrom('1', '2') });
    const amounts = requests.flatMap((request) => (request.betaAssets ?? []).map((asset) => asset.amount));
    expect(new Set(amounts)).toEqual(new Set(['1', '2']));
  });

  it('keep the call present if one of its fields is constrained', () => {
    const requests = first({ 'alphaCallParams.target': target, conventions: nothingRequired });
    expect(new Set(requests.map((request) => request.alphaCallParams?.target))).toEqual(new Set([target]));
  });

  it('allow arguments without a method if request validation is off', () => {
    const requests = first({ conventions: { requestValidation: 'off' } });
    expect(
      requests.some(({ alphaCallParams: call }) => !call?.methodName && (call?.arguments ?? '').length > 2),
    ).toBe(true);
    const isValid = isValidFor({ ...defaultConventions, requestValidation: 'off' });
    expect(new Set(requests.map(isValid))).toEqual(new Set([true]));
  });

  it('accept any text if request validation is off', () => {
    expect(first({ betaCaller: 'anybody', conventions: { requestValidation: 'off' } })[0]?.betaCaller).toBe(
      'anybody',
    );
  });

  it('shrink the values of an arbitrary that shrinks only with its context', () => {
    const small = fc.nat({ max: 1000 }).map(String);
    const requests = simulationRequest({ shardsKey: small, 'betaAssets[].amount': small });
    const holds = ({ shardsKey, betaAssets: [asset] = [] }: LooseSimulationRequest): boolean =>
      Number(shardsKey) < 10 || Number(asset?.amount ?? 0) < 7;
    const { shardsKey, betaAssets } = shrunkBy(requests, holds);
    expect({ shardsKey, betaAssets }).toEqual({ shardsKey: '10', betaAssets: [{ amount: '7' }] });
  });

  it('shrink to the smallest request that fails', () => {
    const holds = ({ betaAssets: [one, other] = [] }: LooseSimulationRequest): boolean =>
      !one?.tokenAddress || one.tokenAddress !== other?.tokenAddress;
    expect(shrunkBy(simulationRequest(), holds).betaAssets).toEqual([
      { amount: '0', tokenAddress: zeroBeta },
      { amount: '0', tokenAddress: zeroBeta },
    ]);
  });
});

describe('bad constraints', () => {
  const bad: [string, unknown, string][] = [
    ['a misspelt field', { betaCallers: zeroBeta }, 'betaCallers is not an option; did you mean betaCaller?'],
    [
      'a value of another type',
      { shardsKey: 1 },
      'shardsKey Invalid input: expected string, received number, got 1',
    ],
    [
      'null in a field',
      { extraData: null },
      'extraData Invalid input: expected string, received null, got null',
    ],
    [
      'a value that is not valid',
      { 'alphaCallParams.target': '0x12' },
      'alphaCallParams.target must be 0x and 40 hex digits, got "0x12"',
    ],
    [
      'an arbitrary that is not valid',
      { 'betaAssets[].amount': fc.constantFrom('-1') },
      'betaAssets[].amount must be a decimal integer',
    ],
    ['no value for a required field', { betaCaller: fc.constant(undefined) }, 'betaCaller Invalid input'],
    [
      'a field and something in it',
      { alphaCallParams: { target }, 'alphaCallParams.target': target },
      'alphaCallParams.target contradicts alphaCallParams, which already decides it',
    ],
    [
      'assets and something in them',
      { betaAssets: [], 'betaAssets[].amount': '1' },
      'betaAssets[].amount contradicts betaAssets',
    ],
    [
      'arguments that no method takes',
      { 'alphaCallParams.arguments': '0x12', 'alphaCallParams.methodName': '' },
      'alphaCallParams.methodName must be given with arguments, but the constraints always give arguments',
    ],
    [
      'a whole call that is not valid',
      { alphaCallParams: { target, arguments: '0x12' } },
      'alphaCallParams.methodName must be given with arguments',
    ],
    ['a text instead of conventions', { conventions: 'open' }, 'conventions must be'],
    [
      'an unknown format',
      { conventions: { requestValidation: 'any' } },
      'conventions.requestValidation must be one of strict, off, got "any"',
    ],
    ['a list instead of constraints', [], 'simulationRequest takes an object of options, got []'],
  ];

  it('are rejected when they make an invalid request only rarely, with the value', () => {
    const amounts = fc.nat(9_999).map((at) => (at === 5_003 ? 'seven' : String(at)));
    const requests = simulationRequest({ 'betaAssets[].amount': amounts });
    const generate = () =>
      fc.assert(
        fc.property(requests, () => true),
        { numRuns: 100_000, seed: 1 },
      );
    expect(generate).toThrow(UsageError);
    expect(generate).toThrow('betaAssets[].amount must be a decimal integer');
    expect(generate).toThrow('got "seven"');
  });

  it.each(bad)('are rejected when the arbitrary is created: %s', (_, constraints, message) => {
    expect(() => simulationRequest(constraints as SimulationRequestConstraints)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(message) }),
    );
  });
});
