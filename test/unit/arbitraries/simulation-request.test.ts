import {
  betaAddress,
  hexBytes,
  type SimulationRequestConstraints,
  simulationRequest,
} from 'crosscheck/arbitraries';
import {
  type Conventions,
  practice,
  type SimulationRequest,
  simulationRequestSchema,
} from 'crosscheck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeArbitraryLaws, shrunkBy } from '../../support/arbitrary-laws.js';

type RequestConventions = Pick<Conventions, 'requiredRequestFields' | 'requestFormats'>;

const zeroAlpha = `0x${'00'.repeat(20)}`;
const zeroBeta = `0:${'00'.repeat(32)}`;
const target = '0x00000000000000000000000000000000000000aa';
const nothingRequired: RequestConventions = { requiredRequestFields: [], requestFormats: 'practice' };
const everythingRequired: RequestConventions = {
  requestFormats: 'practice',
  requiredRequestFields: [
    ...practice.requiredRequestFields,
    'alphaCallParams.arguments',
    'alphaCallParams.methodName',
    'betaAssets[].tokenAddress',
    'executorAddress',
    'extraData',
    'feeAssetAddress',
  ],
};

const isValidFor = (conventions?: RequestConventions) => {
  const schema = simulationRequestSchema(conventions);
  return (request: SimulationRequest): boolean => schema.safeParse(request).success;
};
const first = (constraints?: SimulationRequestConstraints): SimulationRequest[] =>
  fc.sample(simulationRequest(constraints), { numRuns: 2000, seed: 5 });

const byHand: SimulationRequest = {
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
  outside: [byHand],
  strangers: [
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
  outside: [byHand, {}],
  strangers: [{ alphaCallParams: { target: 'x' } }],
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
  strangers: [byHand],
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
  chains: 6,
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
  strangers: [byHand],
});

type State = 'absent' | 'empty' | 'present';

const stateOf = (value: string | undefined): State => {
  if (value === undefined) return 'absent';
  return value === '' || value === '0x' ? 'empty' : 'present';
};
const optionalFields: Record<string, (request: SimulationRequest) => string | undefined> = {
  arguments: (request) => request.alphaCallParams?.arguments,
  methodName: (request) => request.alphaCallParams?.methodName,
  executorAddress: (request) => request.executorAddress,
  extraData: (request) => request.extraData,
  feeAssetAddress: (request) => request.feeAssetAddress,
};
const states: State[] = ['absent', 'empty', 'present'];

describe('the first 2,000 requests', () => {
  const requests = first();

  it('have each optional field absent, empty and present, together with each state of every other', () => {
    const names = Object.keys(optionalFields);
    const stateIn = (request: SimulationRequest, name: string): State =>
      stateOf(optionalFields[name]?.(request));
    const seen = new Set(
      requests.flatMap((request) =>
        names.flatMap((one) =>
          names.map((other) => [one, stateIn(request, one), other, stateIn(request, other)].join()),
        ),
      ),
    );
    const wanted = names.flatMap((one) =>
      names
        .filter((other) => other !== one)
        .flatMap((other) => states.flatMap((a) => states.map((b) => [one, a, other, b].join()))),
    );
    const impossible = ['absent', 'empty'].flatMap((state) => [
      `arguments,present,methodName,${state}`,
      `methodName,${state},arguments,present`,
    ]);
    expect(wanted.filter((combination) => !seen.has(combination)).sort()).toEqual(impossible.sort());
  });

  it('have no asset, one, many, and a token that comes twice', () => {
    const counts = new Set(requests.map((request) => request.betaAssets?.length));
    expect([...counts].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    const hasTwice = (request: SimulationRequest, same: (asset: object | undefined) => unknown): boolean => {
      const [asset, ...others] = request.betaAssets ?? [];
      return others.some((other) => JSON.stringify(same(other)) === JSON.stringify(same(asset)));
    };
    const tokenOf = (asset: { tokenAddress?: string } | undefined): string => asset?.tokenAddress || '';
    expect(
      requests.some((request) => request.betaAssets?.[0]?.tokenAddress && hasTwice(request, tokenOf)),
    ).toBe(true);
    expect(requests.some((request) => hasTwice(request, (asset) => asset))).toBe(true);
  });

  it('have tokens absent, empty and named', () => {
    const seen = requests.flatMap((request) =>
      (request.betaAssets ?? []).map((asset) => stateOf(asset.tokenAddress)),
    );
    expect(new Set(seen)).toEqual(new Set(states));
  });

  it('have the boundaries of the shards key and the amount', () => {
    const limits = [2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n + 1n, 2n ** 64n - 1n].map(
      String,
    );
    expect(requests.map((request) => request.shardsKey)).toEqual(
      expect.arrayContaining(['0', '1', ...limits]),
    );
    const amounts = requests.flatMap((request) => (request.betaAssets ?? []).map((asset) => asset.amount));
    expect(amounts).toEqual(
      expect.arrayContaining(['0', '1', ...limits, `${2n ** 128n}`, `${2n ** 256n - 1n}`]),
    );
  });
});

describe('constraints', () => {
  it('pin a field to a value, which each request has for itself', () => {
    const requests = first({ betaAssets: [{ amount: '5' }], executorAddress: target });
    expect(new Set(requests.map((request) => JSON.stringify(request.betaAssets)))).toEqual(
      new Set(['[{"amount":"5"}]']),
    );
    expect(requests.every((request) => request.executorAddress === target)).toBe(true);
    expect(requests[0]?.betaAssets).not.toBe(requests[1]?.betaAssets);
  });

  it('narrow the amount of each asset', () => {
    const requests = first({ 'betaAssets[].amount': fc.constantFrom('1', '2') });
    const amounts = requests.flatMap((request) => (request.betaAssets ?? []).map((asset) => asset.amount));
    expect(new Set(amounts)).toEqual(new Set(['1', '2']));
  });

  it('keep the call there when something in it is narrowed', () => {
    const requests = first({ 'alphaCallParams.target': target, conventions: nothingRequired });
    expect(requests.every((request) => request.alphaCallParams?.target === target)).toBe(true);
  });

  it('leave arguments unnamed where formats are open', () => {
    const requests = first({ conventions: { requestFormats: 'open' } });
    expect(
      requests.some(({ alphaCallParams: call }) => !call?.methodName && (call?.arguments ?? '').length > 2),
    ).toBe(true);
    expect(requests.every(isValidFor({ ...practice, requestFormats: 'open' }))).toBe(true);
  });

  it('accept any string where formats are open', () => {
    expect(first({ betaCaller: 'anybody', conventions: { requestFormats: 'open' } })[0]?.betaCaller).toBe(
      'anybody',
    );
  });

  it('find the smallest failing request', () => {
    const holds = ({ betaAssets: [one, other] = [] }: SimulationRequest): boolean =>
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
    ['null', { extraData: null }, 'extraData Invalid input: expected string, received null, got null'],
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
      'arguments need a method name',
    ],
    [
      'a whole call that is not valid',
      { alphaCallParams: { target, arguments: '0x12' } },
      'alphaCallParams.methodName must be given with arguments',
    ],
    ['conventions that are none', { conventions: 'open' }, 'conventions must be'],
    [
      'an unknown format',
      { conventions: { requestFormats: 'any' } },
      'conventions.requestFormats must be one of practice, open, got "any"',
    ],
    ['constraints that are none', [], 'simulationRequest takes an object of options, got []'],
  ];

  it.each(bad)('are refused when the arbitrary is made: %s', (_, constraints, message) => {
    expect(() => simulationRequest(constraints as SimulationRequestConstraints)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(message) }),
    );
  });
});
