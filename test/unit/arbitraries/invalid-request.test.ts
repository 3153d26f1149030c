import { defineDeployment } from 'crosscheck';
import {
  type InvalidRequest,
  type InvalidRequestOptions,
  invalidRequest,
  type RequestFault,
  requestFaults,
  simulationRequest,
} from 'crosscheck/arbitraries';
import { type Conventions, defaultConventions, simulationRequestSchema } from 'crosscheck/contract';
import fc from 'fast-check';
import { parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { requestFieldPaths } from '../../../src/contract/simulation-request.js';
import { describeArbitraryLaws, shrunkBy } from '../../support/arbitrary-laws.js';

type RequestConventions = Pick<Conventions, 'requiredRequestFields' | 'requestValidation'>;

const zeroAlpha = `0x${'00'.repeat(20)}`;
const zeroBeta = `0:${'00'.repeat(32)}`;
const simplest = {
  shardsKey: '0',
  alphaCallParams: { target: zeroAlpha },
  betaAssets: [],
  betaCaller: zeroBeta,
};
const open: RequestConventions = { ...defaultConventions, requestValidation: 'off' };
const nothingRequired: RequestConventions = { requiredRequestFields: [], requestValidation: 'strict' };
const everythingRequired: RequestConventions = {
  requestValidation: 'strict',
  requiredRequestFields: requestFieldPaths,
};
const first = (options?: InvalidRequestOptions, numRuns = 2000): InvalidRequest[] =>
  fc.sample(invalidRequest(options), { numRuns, seed: 5 });

/** Where the schema finds something wrong, in the words of the client's errors. */
function faultyPaths(request: unknown, schema: z.ZodType): string[] {
  const issues = schema.safeParse(request).error?.issues ?? [];
  const paths = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path],
  );
  return paths.map((path) => path.join('.').replace(/\.(\d+)/g, '[$1]'));
}

/** Tells whether there is the one fault that is said: the schema finds it, or a strict reader of JSON. */
function hasTheFault(
  conventions: RequestConventions = defaultConventions,
): (value: InvalidRequest) => boolean {
  const schema = simulationRequestSchema(conventions);
  const isRight = (request: unknown): boolean => faultyPaths(request, schema).length === 0;
  return ({ fault, path, request, body }) => {
    if (fault === 'byte-order-mark') return body.startsWith('\uFEFF') && isRight(JSON.parse(body.slice(1)));
    if (fault === 'duplicate-key')
      return isRight(firstOfTwo(body)) && isRight(lastOfTwo(body)) && isRefused(body);
    if (fault === 'member-case') {
      const renamed = path.replace(/[^.]+$/, (name) => name.replace(/^./, (letter) => letter.toUpperCase()));
      const paths = faultyPaths(JSON.parse(body), schema);
      return paths.length === 2 && paths.includes(path) && paths.includes(renamed);
    }
    const paths = faultyPaths(request, schema);
    return JSON.stringify(request) === body && paths.length === 1 && paths[0] === path;
  };
}
const firstOfTwo = (text: string): unknown =>
  parse(text, undefined, { onDuplicateKey: ({ oldValue }) => oldValue });
const lastOfTwo = (text: string): unknown =>
  parse(text, undefined, { onDuplicateKey: ({ newValue }) => newValue });
const isRefused = (text: string): boolean => {
  try {
    parse(text);
    return false;
  } catch {
    return true;
  }
};
const placeOf = ({ fault, path }: InvalidRequest): string => `${fault} ${path.replace(/\[\d\]/, '[]')}`;
const placesIn = (values: readonly InvalidRequest[]): string[] => [...new Set(values.map(placeOf))].sort();

// Nearly all of the thousands of ways in which a request shrinks are in its numbers.
const request = simulationRequest({
  'alphaCallParams.target': fc.constantFrom(zeroAlpha, `0x${'ab'.repeat(20)}`),
  'alphaCallParams.arguments': fc.constant(undefined),
  'betaAssets[].tokenAddress': fc.constantFrom(undefined, ''),
  betaCaller: zeroBeta,
  extraData: fc.constant(undefined),
  executorAddress: fc.constant(undefined),
  feeAssetAddress: fc.constantFrom(undefined, ''),
});
const invalid = (fault: RequestFault, path: string, wrong: object): InvalidRequest => {
  const { reason } = first({ faults: [fault] }, 200).find((value) => value.path === path) as InvalidRequest;
  const spoiled = { ...simplest, ...wrong };
  return { fault, path, reason, request: spoiled, body: JSON.stringify(spoiled) };
};
const misnamed = invalid('bad-method-name', 'alphaCallParams.methodName', {
  alphaCallParams: { target: zeroAlpha, methodName: '1st' },
});
const hasTheFaultInPractice = hasTheFault();
const hasOnly =
  (...faults: RequestFault[]) =>
  (value: InvalidRequest): boolean =>
    faults.includes(value?.fault) && hasTheFaultInPractice(value);

describeArbitraryLaws('invalidRequest', {
  arbitrary: invalidRequest({
    faults: requestFaults.filter((fault) => !/very-long|deeply/.test(fault)),
    request,
  }),
  chains: 8,
  isValid: hasOnly(...requestFaults),
  simplest: invalid('missing', 'alphaCallParams', { alphaCallParams: undefined }),
  strangers: [simplest, { ...misnamed, fault: 'negative' }],
});

describeArbitraryLaws('invalidRequest of one fault', {
  arbitrary: invalidRequest({ faults: ['bad-method-name'] }),
  chains: 1,
  isValid: hasOnly('bad-method-name'),
  simplest: misnamed,
  outside: [
    misnamed,
    invalid('bad-method-name', 'alphaCallParams.methodName', {
      alphaCallParams: { methodName: 'a.b', target: zeroAlpha, arguments: '0x1234' },
      extraData: '0x',
    }),
  ],
  strangers: [
    invalid('bad-method-name', 'alphaCallParams.methodName', {
      alphaCallParams: { target: zeroAlpha, methodName: 'swap' },
    }),
    { ...misnamed, body: '{}' },
    { ...misnamed, path: 'extraData' },
    { ...misnamed, reason: 'It is unlucky.' },
    invalid('negative', 'shardsKey', { shardsKey: '-1' }),
  ],
});

describeArbitraryLaws('invalidRequest of faults that are large', {
  arbitrary: invalidRequest({ faults: ['very-long', 'deeply-nested'], request }),
  chains: 1,
  isValid: hasOnly('very-long', 'deeply-nested'),
  simplest: invalid('very-long', 'betaAssets[0].amount', { betaAssets: [{ amount: '9'.repeat(1000) }] }),
});
describeArbitraryLaws('invalidRequest of raw text', {
  arbitrary: invalidRequest({ faults: ['byte-order-mark'], request }),
  chains: 5,
  isValid: hasOnly('byte-order-mark'),
  simplest: {
    ...invalid('byte-order-mark', '', {}),
    request: undefined,
    body: `\uFEFF${JSON.stringify(simplest)}`,
  },
});

describe.each([
  ['practice', defaultConventions],
  ['open formats', open],
  ['nothing required', nothingRequired],
  ['everything required', everythingRequired],
])('the first 2,000 under %s', (_, conventions) => {
  it('have one fault each, where they say', () => {
    const values = first({ conventions });
    const isRight = hasTheFault(conventions);
    expect(values.filter((value) => !isRight(value)).slice(0, 3)).toEqual([]);
  });

  it('shrink from outside', () => {
    const arbitrary = invalidRequest({ conventions });
    const values = fc.sample(arbitrary, { numRuns: 500, seed: 6 });
    expect(values.filter((value) => !arbitrary.canShrinkWithoutContext(value)).slice(0, 3)).toEqual([]);
  });
});

const decimals = ['shardsKey', 'betaAssets[].amount'];
const hex = ['alphaCallParams.arguments', 'extraData'];
const alphas = ['alphaCallParams.target', 'executorAddress'];
const betas = ['betaAssets[].tokenAddress', 'betaCaller', 'feeAssetAddress'];
const method = 'alphaCallParams.methodName';
const texts = [...decimals, ...hex, ...alphas, ...betas, method];
const fields = [...texts, 'alphaCallParams', 'betaAssets'];
const everywhere = [...fields, 'betaAssets[]', ''];
const inEachObject = (...names: string[]): string[] =>
  ['', 'alphaCallParams.', 'betaAssets[].'].flatMap((object) => names.map((name) => object + name));
const placesOfFaults: Record<RequestFault, string[]> = {
  missing: [...defaultConventions.requiredRequestFields],
  null: everywhere,
  'wrong-type': everywhere,
  'deeply-nested': everywhere,
  'member-case': [...defaultConventions.requiredRequestFields],
  'extra-field': [
    ...inEachObject('constructor'),
    'shardskey',
    'extra_data',
    'alphaCallParams.gas',
    'alphaCallParams.method_name',
    'betaAssets[].decimals',
    'betaAssets[].token_address',
  ],
  'proto-key': inEachObject('__proto__'),
  'duplicate-key': fields,
  'byte-order-mark': [''],
  'empty-string': [...decimals, ...hex, 'alphaCallParams.target', 'betaCaller'],
  spaces: texts,
  'nul-character': texts,
  'lone-surrogate': texts,
  'very-long': [...decimals, ...alphas, ...betas],
  negative: decimals,
  'plus-sign': decimals,
  'leading-zeros': decimals,
  fraction: decimals,
  exponent: decimals,
  'hex-for-decimal': decimals,
  'digit-separators': decimals,
  'other-digits': decimals,
  'not-a-number': decimals,
  'overflow-by-one': decimals,
  'missing-prefix': [...hex, ...alphas],
  'uppercase-prefix': [...hex, ...alphas],
  'odd-hex': [...hex, ...alphas],
  'not-hex': [...hex, ...alphas, ...betas],
  'wrong-length': [...alphas, ...betas],
  'bad-checksum-case': alphas,
  'bad-crc': betas,
  'standard-base64': betas,
  'unknown-workchain': betas,
  'wrong-chain': [...alphas, ...betas],
  'bad-method-name': [method],
  'arguments-without-method': [method],
};
const listed = (faults: readonly RequestFault[]): string[] =>
  faults.flatMap((fault) => placesOfFaults[fault].map((path) => `${fault} ${path}`)).sort();
const ofTheShape: readonly RequestFault[] = [
  'missing',
  'null',
  'wrong-type',
  'deeply-nested',
  'member-case',
  'extra-field',
  'proto-key',
  'duplicate-key',
  'byte-order-mark',
];

describe('the first 2,000', () => {
  it('have each fault at each of its places', () => {
    expect(placesIn(first())).toEqual(listed(requestFaults));
  });

  it('have only faults of the shape where formats are open', () => {
    expect(placesIn(first({ conventions: open }))).toEqual(listed(ofTheShape));
  });

  it('have each asset spoilt', () => {
    const paths = first({ faults: ['negative'] }).map(({ path }) => path);
    expect([...new Set(paths)].sort()).toEqual([
      ...[0, 1, 2, 3, 4].map((at) => `betaAssets[${at}].amount`),
      'shardsKey',
    ]);
  });

  it('say why, in one sentence a fault, two at most', () => {
    for (const fault of requestFaults) {
      const reasons = new Set(first({ faults: [fault] }, 50).map(({ reason }) => reason));
      expect(reasons.size, fault).toBeLessThanOrEqual(fault === 'wrong-length' ? 3 : 2);
      for (const reason of reasons) expect(reason).toMatch(/^[A-Zn].+\.$/);
    }
  });
});

describe('shrinking', () => {
  it.each<[RequestFault, string, object]>([
    ['missing', 'shardsKey', { shardsKey: undefined }],
    ['missing', 'betaAssets[0].amount', { betaAssets: [{}] }],
    ['null', 'betaAssets[0]', { betaAssets: [null] }],
    ['wrong-type', 'alphaCallParams', { alphaCallParams: [] }],
    ['extra-field', 'betaAssets[0].decimals', { betaAssets: [{ amount: '0', decimals: '0' }] }],
    ['negative', 'shardsKey', { shardsKey: '-0' }],
    ['exponent', 'betaAssets[0].amount', { betaAssets: [{ amount: '0e0' }] }],
    ['hex-for-decimal', 'shardsKey', { shardsKey: '0x0' }],
    ['overflow-by-one', 'betaAssets[0].amount', { betaAssets: [{ amount: `${2n ** 256n}` }] }],
    ['odd-hex', 'extraData', { extraData: '0x000' }],
    [
      'odd-hex',
      'alphaCallParams.arguments',
      { alphaCallParams: { target: zeroAlpha, methodName: 'a', arguments: '0x000' } },
    ],
    ['spaces', 'executorAddress', { executorAddress: ` ${zeroAlpha}` }],
    ['unknown-workchain', 'betaCaller', { betaCaller: `1${zeroBeta.slice(1)}` }],
    ['bad-crc', 'feeAssetAddress', { feeAssetAddress: 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9d' }],
    ['arguments-without-method', method, { alphaCallParams: { target: zeroAlpha, arguments: '0x00' } }],
  ])('keeps %s at %s, and nothing else', (fault, path, wrong) => {
    const smallest = shrunkBy(invalidRequest({ faults: [fault] }), (value) => value.path !== path);
    expect(smallest).toEqual(invalid(fault, path, wrong));
  });

  it('keeps a member that is there twice', () => {
    const smallest = shrunkBy(
      invalidRequest({ faults: ['duplicate-key'] }),
      ({ path }) => path !== 'betaAssets[0].amount',
    );
    expect(smallest.request).toBe(undefined);
    expect(smallest.body).toBe(
      JSON.stringify({ ...simplest, betaAssets: ['both'] }).replace('"both"', '{"amount":"1","amount":"0"}'),
    );
  });

  it('goes on in what a request of theirs does not tell', () => {
    const unreadable = simulationRequest({ 'alphaCallParams.target': zeroAlpha }).map((value) => ({
      ...value,
    }));
    const smallest = shrunkBy(
      invalidRequest({ faults: ['missing'], request: unreadable }),
      ({ path }) => path !== 'betaCaller',
    );
    expect(smallest.request).toEqual({ ...simplest, betaCaller: undefined });
  });
});

describe('the body', () => {
  const chains = { alpha: 'evm', beta: 'tvm' };
  const deployment = defineDeployment({
    simulatorUrl: 'http://localhost',
    observerUrl: 'http://localhost',
    chains,
    conventions: open,
  });

  it.each<[string, InvalidRequestOptions]>([
    ['a deployment', { deployment }],
    ['chains', { chains, conventions: open }],
  ])('has the names on the wire of %s; path and request are neutral', (_, options) => {
    const values = first(options, 500);
    const neutral = first({ conventions: open }, 500);
    const toNeutral = (body: string): string =>
      body
        .replace(/"evm(?=CallParams")/g, '"alpha')
        .replace(/"tvm(?=(?:Assets|Caller)")/g, '"beta')
        .replace(/"Evm(?=CallParams")/g, '"Alpha')
        .replace(/"Tvm(?=(?:Assets|Caller)")/g, '"Beta');
    expect(values.map(({ body }) => toNeutral(body))).toEqual(neutral.map(({ body }) => body));
    expect(values.map(({ path, request }) => [path, request])).toEqual(
      neutral.map(({ path, request }) => [path, request]),
    );
    expect(values.some(({ body }) => body.includes('alphaCallParams'))).toBe(false);
    expect(values.filter(({ body }) => /"tvmCaller":.+"tvmCaller":/.test(body))).not.toEqual([]);
  });

  it('takes the conventions of a deployment', () => {
    expect(placesIn(first({ deployment }))).toEqual(listed(ofTheShape));
  });
});

describe('bad options', () => {
  const deployment = defineDeployment({ simulatorUrl: 'http://localhost', observerUrl: 'http://localhost' });
  const bad: [string, unknown, string][] = [
    ['a misspelt option', { fault: ['null'] }, 'fault is not an option; did you mean faults?'],
    [
      'a misspelt fault',
      { faults: ['nul'] },
      'faults has a bad item [0], which must be one of missing, null',
    ],
    ['no faults', { faults: [] }, 'faults must not be empty'],
    [
      'a fault of forms where formats are open',
      { faults: ['null', 'odd-hex'], conventions: open },
      'faults has odd-hex, which there is not where requestValidation is off',
    ],
    [
      'a missing field where none is required',
      { faults: ['missing'], conventions: nothingRequired },
      'faults has missing, which there is not where requiredRequestFields is empty',
    ],
    [
      'conventions beside a deployment',
      { deployment, conventions: open },
      'conventions contradicts deployment',
    ],
    ['chains beside a deployment', { deployment, chains: {} }, 'chains contradicts deployment'],
    ['a deployment that is none', { deployment: {} }, 'deployment must be what defineDeployment gives'],
    ['conventions that are none', { conventions: 'open' }, 'conventions must be an object'],
    [
      'an unknown format',
      { conventions: { requestValidation: 'any' } },
      'conventions.requestValidation must be one of strict, off',
    ],
    ['a chain that has no name', { chains: { alpha: 'EVM' } }, 'chains.alpha must be a lower-case name'],
    ['a request that is no arbitrary', { request: simplest }, 'request must be an arbitrary'],
    [
      'requests that are not valid',
      { request: fc.constant({ ...simplest, shardsKey: '01' }) },
      'request shardsKey must be a decimal integer',
    ],
    ['options that are none', [], 'invalidRequest takes an object of options, got []'],
  ];

  it.each(bad)('are refused when the arbitrary is made: %s', (_, options, message) => {
    expect(() => invalidRequest(options as InvalidRequestOptions)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(message) }),
    );
  });
});
