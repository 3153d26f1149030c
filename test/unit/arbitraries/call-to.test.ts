import type { SimulationRequest } from 'crosscheck';
import { type CallToOptions, callTo } from 'crosscheck/arbitraries';
import { simulationRequestSchema } from 'crosscheck/contract';
import fc from 'fast-check';
import * as AbiFunction from 'ox/AbiFunction';
import * as AbiParameters from 'ox/AbiParameters';
import { describe, expect, it } from 'vitest';
import { describeArbitraryLaws, shrunkBy } from '../../support/arbitrary-laws.js';

const target = '0x00000000000000000000000000000000000000aa';
const known = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
const zeroAddress = `0x${'00'.repeat(20)}`;
const zeroBeta = `0:${'00'.repeat(32)}`;
const caller = `0:${'11'.repeat(32)}`;
const token = `0:${'a1'.repeat(32)}`;
const swap = 'swap(address tokenOut, uint256 minimumOutput)';
const everyKind =
  'everyKind((string why, (bool isSo, int8[] few)[2] pairs)[] many, bytes5 five, bytes some, int24 small, uint64[3] three, address who, uint256 any)';

const schema = simulationRequestSchema();
const isValid = (request: SimulationRequest): boolean => schema.safeParse(request).success;
const parsed = new Map<string, AbiFunction.AbiFunction>();
const parametersOf = (signature: string): AbiFunction.AbiFunction => {
  const known =
    parsed.get(signature) ?? (AbiFunction.from(`function ${signature}` as never) as AbiFunction.AbiFunction);
  parsed.set(signature, known);
  return known;
};
const argumentsOf = ({ alphaCallParams }: SimulationRequest, signature = swap): readonly unknown[] =>
  AbiParameters.decode(
    parametersOf(signature).inputs,
    alphaCallParams?.arguments as `0x${string}`,
  ) as readonly unknown[];
const encoded = (signature: string, values: readonly unknown[]): string =>
  AbiParameters.encode(parametersOf(signature).inputs, values as never);
const first = (options: Partial<CallToOptions>): SimulationRequest[] =>
  fc.sample(callTo({ target, ...options }), { numRuns: 2000, seed: 5 });
const firstValues = (type: string): unknown[] =>
  first({ signature: `f(${type} value)`, addresses: [known] }).map(
    (request) => argumentsOf(request, `f(${type} value)`)[0],
  );

const simplestAround = { shardsKey: '0', betaAssets: [], betaCaller: zeroBeta };
const byHand: SimulationRequest = {
  shardsKey: '17000000001234',
  alphaCallParams: { target, methodName: 'swap', arguments: encoded(swap, [known, 10n ** 18n]) },
  betaAssets: [{ amount: '1000' }],
  betaCaller: caller,
  executorAddress: '',
};

describeArbitraryLaws('callTo with a signature', {
  arbitrary: callTo({ target, signature: swap }),
  chains: 6,
  isValid: (request) =>
    isValid(request) &&
    request.alphaCallParams?.target === target &&
    request.alphaCallParams.methodName === 'swap' &&
    argumentsOf(request).length === 2,
  simplest: {
    ...simplestAround,
    alphaCallParams: { target, arguments: encoded(swap, [target, 0n]), methodName: 'swap' },
  },
  handWritten: [byHand],
  neverGenerated: [
    { ...byHand, alphaCallParams: { ...byHand.alphaCallParams, target: known } },
    { ...byHand, alphaCallParams: { ...byHand.alphaCallParams, methodName: 'swop' } },
    { ...byHand, alphaCallParams: { ...byHand.alphaCallParams, arguments: '0x' } },
    {
      ...byHand,
      alphaCallParams: { ...byHand.alphaCallParams, arguments: `${byHand.alphaCallParams?.arguments}00` },
    },
    // An address with something in its upper bytes: it decodes, but not from what it encodes to.
    { ...byHand, alphaCallParams: { ...byHand.alphaCallParams, arguments: `0x${'ff'.repeat(64)}` } },
  ],
});

describeArbitraryLaws('callTo with arguments of every kind', {
  arbitrary: callTo({ target, signature: everyKind, accounts: [caller], tokens: [''] }),
  chains: 3,
  isValid: (request) => isValid(request) && argumentsOf(request, everyKind).length === 7,
  simplest: {
    ...simplestAround,
    betaCaller: caller,
    alphaCallParams: {
      target,
      arguments: encoded(everyKind, [[], '0x0000000000', '0x', 0, [0n, 0n, 0n], target, 0n]),
      methodName: 'everyKind',
    },
  },
});

describeArbitraryLaws('callTo without arguments', {
  arbitrary: callTo({ target, signature: 'ping()' }),
  chains: 6,
  isValid: (request) => isValid(request) && request.alphaCallParams?.arguments === '0x',
  simplest: { ...simplestAround, alphaCallParams: { target, arguments: '0x', methodName: 'ping' } },
});

const abi = [
  { type: 'event', name: 'Swapped', inputs: [] },
  { type: 'function', name: 'ping' },
  { type: 'function', name: 'pay', inputs: [{ name: 'to', type: 'address' }] },
  {
    type: 'function',
    name: 'pay',
    inputs: [{ type: 'tuple[]', components: [{ type: 'uint' }, { type: 'bool' }] }],
  },
  { type: 'function', name: 'callback', inputs: [{ type: 'function' }] },
] as const;

describe('the arguments of a call', () => {
  const kinds = [
    'uint8',
    'int8',
    'uint256',
    'int256',
    'uint48',
    'int56',
    'address',
    'bool',
    'bytes1',
    'bytes32',
    'bytes',
    'string',
  ];
  const shapes = (type: string): string[] => [
    type,
    `${type}[]`,
    `${type}[2]`,
    `${type}[][2]`,
    `(${type} a, ${type}[] b)[]`,
  ];

  it.each(kinds.flatMap(shapes))('of the type %s are decoded by ox and encoded to the same bytes', (type) => {
    const signature = `f(${type} value, string mark)`;
    const requests = fc.sample(callTo({ target, signature }), { numRuns: 100, seed: 2 });
    for (const request of requests) {
      const values = argumentsOf(request, signature);
      expect(values).toHaveLength(2);
      expect(encoded(signature, values)).toBe(request.alphaCallParams?.arguments);
    }
  });

  it('include the boundaries of integers', () => {
    const boundaries = [0n, 1n, 2n ** 53n - 1n, 2n ** 64n, 2n ** 128n + 1n, 2n ** 255n, 2n ** 256n - 1n];
    expect(firstValues('uint256')).toEqual(expect.arrayContaining(boundaries));
    const signed = [0n, 1n, -1n, 2n ** 63n, -(2n ** 63n), 2n ** 255n - 1n, -(2n ** 255n)];
    expect(firstValues('int256')).toEqual(expect.arrayContaining(signed));
    expect(firstValues('int8')).toEqual(expect.arrayContaining([0, 1, -1, 127, -128]));
  });

  it('include mostly known addresses, the zero address and others', () => {
    const values = firstValues('address').map((value) => String(value).toLowerCase());
    const isKnown = (value: string): boolean => [known, zeroAddress].includes(value);
    expect(values).toEqual(expect.arrayContaining([known, zeroAddress]));
    expect(values.filter(isKnown).length).toBeGreaterThan(values.length / 2);
    expect(values.every(isKnown)).toBe(false);
  });

  it('include texts that are empty, longer than a word, and with characters of several bytes', () => {
    const values = firstValues('string') as string[];
    expect(values).toContain('');
    expect(values.some((value) => value.length > 32)).toBe(true);
    expect(values.some((value) => /\p{Emoji_Presentation}/u.test(value))).toBe(true);
    expect(values.every((value) => value.isWellFormed())).toBe(true);
  });

  it('include ASCII texts of 31, 32 and 33 bytes, around the length of a word', () => {
    const plain = (firstValues('string') as string[]).filter((value) => /^[ -~]*$/.test(value));
    const lengths = new Set(plain.map((value) => value.length));
    expect([31, 32, 33].filter((length) => !lengths.has(length))).toEqual([]);
  });

  it('include lists of no item, one and many, and bytes of many lengths', () => {
    const lengths = new Set((firstValues('uint8[]') as unknown[][]).map((list) => list.length));
    expect([...lengths].sort()).toEqual([0, 1, 2, 3, 8]);
    const sizes = new Set((firstValues('bytes') as string[]).map((bytes) => bytes.length / 2 - 1));
    expect([0, 1, 31, 32, 33, 96].filter((size) => !sizes.has(size))).toEqual([]);
  });

  it('shrink to the smallest that fail, even if they were not generated', () => {
    const signature = 'f(uint256 a, (string text, int32[] list) b)';
    const asksForMuch = (request: SimulationRequest): boolean => {
      const [a, b] = argumentsOf(request, signature) as [bigint, { text: string; list: number[] }];
      return a < 1000n || b.list.every((item) => item > -5);
    };
    const smallest = encoded(signature, [1000n, { text: '', list: [-5] }]);
    const calls = callTo({ target, signature });
    expect(shrunkBy(calls, asksForMuch).alphaCallParams?.arguments).toBe(smallest);
    const example = {
      ...byHand,
      alphaCallParams: {
        target,
        methodName: 'f',
        arguments: encoded(signature, [10n ** 30n, { text: 'é😀', list: [7, -90] }]),
      },
    };
    expect(shrunkBy(calls, asksForMuch, example).alphaCallParams?.arguments).toBe(smallest);
  });

  it('shrink to a readable text', () => {
    const signature = 'f(string text)';
    const isShort = (request: SimulationRequest): boolean =>
      [...String(argumentsOf(request, signature)[0])].length < 3;
    const shrunk = shrunkBy(callTo({ target, signature }), isShort);
    expect(argumentsOf(shrunk, signature)).toEqual(['aaa']);
  });
});

describe('the functions of an ABI', () => {
  it('are all called', () => {
    const requests = first({ abi: [abi[1], abi[2]] });
    expect(new Set(requests.map((request) => request.alphaCallParams?.methodName))).toEqual(
      new Set(['ping', 'pay']),
    );
  });

  it('are those of the option functions, overloaded ones by their signature', () => {
    const requests = first({ abi, functions: ['ping', 'pay((uint256, bool)[])'] });
    const names = requests.map((request) => request.alphaCallParams?.methodName);
    expect(new Set(names)).toEqual(new Set(['ping', 'pay']));
    const payment = requests[names.indexOf('pay')] as SimulationRequest;
    expect(argumentsOf(payment, 'pay((uint256 amount, bool isSo)[] list)')).toHaveLength(1);
  });

  it('are kept when a call shrinks', () => {
    const calls = callTo({ target, abi: [abi[1], abi[2]] });
    const isNoPayment = ({ alphaCallParams }: SimulationRequest): boolean =>
      alphaCallParams?.methodName !== 'pay';
    expect(shrunkBy(calls, isNoPayment).alphaCallParams).toEqual({
      target,
      methodName: 'pay',
      arguments: encoded('pay(address to)', [target]),
    });
  });
});

describe('the fields around a call', () => {
  it('are generated from the options', () => {
    const requests = first({
      signature: swap,
      tokens: ['', token],
      accounts: [caller],
      executor: known,
      shardsKey: '7',
      'betaAssets[].amount': '5',
    });
    const assets = requests.flatMap((request) => request.betaAssets ?? []);
    expect(new Set(assets.map(({ tokenAddress }) => tokenAddress))).toEqual(new Set([undefined, '', token]));
    expect(new Set(assets.map(({ amount }) => amount))).toEqual(new Set(['5']));
    const around = requests.map(({ betaCaller, executorAddress, shardsKey }) =>
      [betaCaller, executorAddress, shardsKey].join(),
    );
    expect(new Set(around)).toEqual(new Set([[caller, known, '7'].join()]));
  });

  it('let the deployment choose the executor by default', () => {
    expect(new Set(first({ signature: swap }).map(({ executorAddress }) => executorAddress))).toEqual(
      new Set([undefined, '']),
    );
  });

  it('are present if the conventions require them', () => {
    const conventions = {
      requiredRequestFields: [
        'executorAddress',
        'betaAssets[].tokenAddress',
        'betaAssets',
        'alphaCallParams',
      ],
      requestValidation: 'strict',
    } as const;
    const requests = first({ signature: swap, tokens: [''], conventions });
    expect(new Set(requests.map(({ executorAddress }) => executorAddress))).toEqual(new Set(['']));
    const assets = requests.flatMap((request) => request.betaAssets ?? []);
    expect(new Set(assets.map(({ tokenAddress }) => tokenAddress))).toEqual(new Set(['']));
  });

  it('may have any format if request validation is off', () => {
    const conventions = { requestValidation: 'off' } as const;
    const [request] = first({ target: 'name.of.a.contract', signature: swap, accounts: ['me'], conventions });
    expect(request).toMatchObject({ alphaCallParams: { target: 'name.of.a.contract' }, betaCaller: 'me' });
  });
});

describe('invalid options', () => {
  const withAbi = (...items: unknown[]) => ({ abi: items });
  const withInput = (input: unknown) => withAbi({ type: 'function', name: 'f', inputs: [input] });
  const bad: [string, object, string][] = [
    ['no function', {}, 'signature must be given, or abi'],
    ['no target', { target: undefined, signature: swap }, 'target is missing'],
    [
      'a misspelt option',
      { signature: swap, account: caller },
      'account is not an option; did you mean accounts?',
    ],
    [
      'a field that has another name here',
      { signature: swap, betaCaller: caller },
      'betaCaller is not an option: it is decided by accounts',
    ],
    [
      'a signature without parameters',
      { signature: 'swap' },
      'signature must be such as swap(address tokenOut, uint256 minimumOutput), got "swap": Unknown signature.',
    ],
    [
      'an unknown type',
      { signature: 'swap(addres x)' },
      'got "swap(addres x)": Unknown type. Type "addres" is not a valid ABI type.',
    ],
    ['two functions at once', { signature: 'f() g()' }, 'got "f() g()": Invalid ABI parameter.'],
    [
      'a function as argument',
      { signature: 'f(function x)' },
      'signature.inputs[0] has the type "function", of which no values can be generated',
    ],
    [
      'a list without end',
      { signature: 'f(uint256[99999999][2] x)' },
      'signature.inputs[0] holds 199999998 values; at most 1024 are generated',
    ],
    [
      'a list without items',
      { signature: 'f(string[0] x)' },
      'signature.inputs[0] has the type string[0]: a list that is always empty',
    ],
    [
      'a fixed-point number',
      withInput({ type: 'fixed128x18' }),
      'abi[0] (f).inputs[0] has the type "fixed128x18"',
    ],
    ['an integer of no width', withInput({ type: 'uint7' }), 'abi[0] (f).inputs[0] has the type "uint7"'],
    [
      'a tuple of nothing',
      withInput({ type: 'tuple', components: [{ type: 'tuple[]' }] }),
      'abi[0] (f).inputs[0].components[0] is a tuple, and so must have components',
    ],
    [
      'a parameter that is a text',
      withInput('address'),
      'abi[0] (f).inputs[0] must be a parameter with a type, got "address"',
    ],
    ['an ABI that is a text', { abi: '[]' }, 'abi must be the list of a JSON ABI, got "[]"'],
    ['an artifact', { abi: { abi: [] } }, 'abi must be the list in its member abi'],
    [
      'an item that is a text',
      withAbi('function f()'),
      'abi[0] must be an item of a JSON ABI, got "function f()"',
    ],
    [
      'a function without a name',
      withAbi({ type: 'function' }),
      'abi[0].name must be the name of a function, got undefined',
    ],
    [
      'inputs that are not a list',
      withAbi({ type: 'function', name: 'f', inputs: {} }),
      'abi[0].inputs must be a list, got {}',
    ],
    ['an ABI without functions', { abi: [abi[0]] }, 'abi has no function'],
    [
      'an overloaded name',
      { abi },
      'abi has more than one function pay: pay(address), pay((uint256,bool)[]); name one by its signature in functions',
    ],
    ['an overloaded name that is chosen', { abi, functions: ['pay'] }, 'abi has more than one function pay'],
    [
      'an unknown function',
      { abi, functions: ['pong'] },
      'functions names pong, which is not in abi; did you mean ping?',
    ],
    [
      'an unknown overload',
      { abi, functions: ['pay(bool)'] },
      'functions names "pay(bool)", which is not in abi; there is pay(address), pay((uint256,bool)[])',
    ],
    ['no function of an ABI', { abi, functions: [] }, 'functions must not be empty'],
    ['a signature and an ABI', { abi, signature: swap }, 'signature contradicts abi'],
    ['functions of a signature', { signature: swap, functions: ['swap'] }, 'functions contradicts signature'],
    [
      'a target of the source chain',
      { target: token, signature: swap },
      'target must be an address of the destination chain, 0x and 40 hex digits, not of the source chain',
    ],
    [
      'a target with a bad checksum',
      { target: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', signature: swap },
      'target must have a valid checksum',
    ],
    [
      'an executor of the source chain',
      { signature: swap, executor: token },
      'executor must be an address of the destination chain',
    ],
    [
      'arguments of the source chain',
      { signature: swap, addresses: [token] },
      'addresses[0] must be an address of the destination chain',
    ],
    [
      'a token of the destination chain',
      { signature: swap, tokens: ['', known] },
      'tokens[1] must be an address of the source chain',
    ],
    [
      'a caller of the destination chain',
      { signature: swap, accounts: [known] },
      'not of the destination chain',
    ],
    [
      'no native caller',
      { signature: swap, accounts: [''] },
      'accounts[0] must be an address of the source chain',
    ],
    ['empty lists', { signature: swap, tokens: [], accounts: [] }, 'accounts must not be empty'],
    [
      'tokens of given assets',
      { signature: swap, tokens: [''], betaAssets: [] },
      'tokens contradicts betaAssets, which already decides it',
    ],
    [
      'amounts of given assets',
      { signature: swap, betaAssets: [], 'betaAssets[].amount': '1' },
      'betaAssets[].amount contradicts betaAssets',
    ],
    [
      'a field that is not valid',
      { signature: swap, extraData: '0x1' },
      'extraData must be 0x and an even number of hex digits',
    ],
    [
      'unknown conventions',
      { signature: swap, conventions: { requestValidatio: 'off' } },
      'conventions.requestValidatio is not an option; did you mean requestValidation?',
    ],
  ];

  it.each(bad)('are rejected when the arbitrary is created: %s', (_, options, message) => {
    expect(() => callTo({ target, ...options } as CallToOptions)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(message) }),
    );
  });

  it.each([undefined, null, [], 'swap'])('are rejected if they are not an object: %j', (options) => {
    expect(() => callTo(options as never)).toThrow('callTo takes an object of options');
  });
});
