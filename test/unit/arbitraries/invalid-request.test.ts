import { isDeepStrictEqual } from 'node:util';
import { type Conventions, defaultConventions, defineDeployment } from 'crosscheck';
import {
  type InvalidRequest,
  type InvalidRequestOptions,
  invalidRequest,
  type RequestMutation,
  requestMutations,
  simulationRequest,
} from 'crosscheck/arbitraries';
import { simulationRequestSchema } from 'crosscheck/contract';
import fc from 'fast-check';
import { parse } from 'lossless-json';
import * as Address from 'ox/Address';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { describeArbitraryLaws, shrunkBy } from '../../support/arbitrary-laws.js';
import { fieldsOf, requestFields } from '../../support/request-fields.js';

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
  requiredRequestFields: requestFields,
};
const first = (options?: InvalidRequestOptions, numRuns = 2000): InvalidRequest[] =>
  fc.sample(invalidRequest(options), { numRuns, seed: 5 });

/** Where the schema finds something wrong, in the words of the client's errors. */
function invalidPaths(request: unknown, schema: z.ZodType): string[] {
  const issues = schema.safeParse(request).error?.issues ?? [];
  const paths = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path],
  );
  return paths.map((path) => path.join('.').replace(/\.(\d+)/g, '[$1]'));
}

/** Makes a predicate: whether a request has exactly the mutation that it names, by the schema or a strict reader of JSON. */
function hasTheMutation(
  conventions: RequestConventions = defaultConventions,
): (value: InvalidRequest) => boolean {
  const schema = simulationRequestSchema(conventions);
  const isRight = (request: unknown): boolean => invalidPaths(request, schema).length === 0;
  return ({ mutation, path, request, body }) => {
    if (mutation === 'byte-order-mark')
      return body.startsWith('\uFEFF') && isRight(JSON.parse(body.slice(1)));
    if (mutation === 'duplicate-key')
      return isRight(firstOfTwo(body)) && isRight(lastOfTwo(body)) && isRejected(body);
    if (mutation === 'member-case') {
      const renamed = path.replace(/[^.]+$/, (name) => name.replace(/^./, (letter) => letter.toUpperCase()));
      const paths = invalidPaths(JSON.parse(body), schema);
      return paths.length === 2 && paths.includes(path) && paths.includes(renamed);
    }
    const paths = invalidPaths(request, schema);
    return JSON.stringify(request) === body && paths.length === 1 && paths[0] === path;
  };
}
const firstOfTwo = (text: string): unknown =>
  parse(text, undefined, { onDuplicateKey: ({ oldValue }) => oldValue });
const lastOfTwo = (text: string): unknown =>
  parse(text, undefined, { onDuplicateKey: ({ newValue }) => newValue });
const isRejected = (text: string): boolean => {
  try {
    parse(text);
    return false;
  } catch {
    return true;
  }
};
const placeOf = ({ mutation, path }: InvalidRequest): string => `${mutation} ${path.replace(/\[\d\]/, '[]')}`;
const placesIn = (values: readonly InvalidRequest[]): string[] => [...new Set(values.map(placeOf))].sort();

// Nearly all of the thousands of ways in which a request shrinks are in its numbers.
const optionalTexts = fieldsOf('decimal', 'hex', 'alpha-address', 'beta-address').filter(
  (path) => !defaultConventions.requiredRequestFields.includes(path),
);
const request = simulationRequest({
  ...Object.fromEntries(optionalTexts.map((path) => [path, fc.constant(undefined)])),
  'alphaCallParams.target': fc.constantFrom(zeroAlpha, `0x${'ab'.repeat(20)}`),
  'betaAssets[].tokenAddress': fc.constantFrom(undefined, ''),
  betaCaller: zeroBeta,
  feeAssetAddress: fc.constantFrom(undefined, ''),
});
const invalid = (mutation: RequestMutation, path: string, wrong: object): InvalidRequest => {
  const { reason } = first({ mutations: [mutation] }, 300).find(
    (value) => value.path === path,
  ) as InvalidRequest;
  const mutated = { ...simplest, ...wrong };
  return { mutation, path, reason, request: mutated, body: JSON.stringify(mutated) };
};
const misnamed = invalid('bad-method-name', 'alphaCallParams.methodName', {
  alphaCallParams: { target: zeroAlpha, methodName: '1st' },
});
const hasTheMutationInPractice = hasTheMutation();
const hasOnly =
  (...mutations: RequestMutation[]) =>
  (value: InvalidRequest): boolean =>
    mutations.includes(value?.mutation) && hasTheMutationInPractice(value);
/** Which mutation the values of one seed have depends on the fields: only the rest of the request is the simplest. */
const hasNothingElse = ({ path, request, body }: InvalidRequest): boolean => {
  const [member = ''] = path.split(/[.[]/);
  const rest = (value: unknown): object => ({ ...(value as object), [member]: undefined });
  // Some mutations are only in the text.
  return path === '' || isDeepStrictEqual(rest(request ?? lastOfTwo(body)), rest(simplest));
};

describeArbitraryLaws('invalidRequest', {
  arbitrary: invalidRequest({
    mutations: requestMutations.filter((mutation) => !/very-long|deeply/.test(mutation)),
    request,
  }),
  chains: 8,
  isValid: hasOnly(...requestMutations),
  simplest: hasNothingElse,
  shrinksExamples: false,
});

describeArbitraryLaws('invalidRequest of one mutation', {
  arbitrary: invalidRequest({ mutations: ['bad-method-name'] }),
  chains: 1,
  isValid: hasOnly('bad-method-name'),
  simplest: misnamed,
  shrinksExamples: false,
});

describeArbitraryLaws('invalidRequest of large mutations', {
  arbitrary: invalidRequest({ mutations: ['very-long', 'deeply-nested'], request }),
  chains: 1,
  isValid: hasOnly('very-long', 'deeply-nested'),
  simplest: hasNothingElse,
  shrinksExamples: false,
});
describeArbitraryLaws('invalidRequest of raw text', {
  arbitrary: invalidRequest({ mutations: ['byte-order-mark'], request }),
  chains: 5,
  isValid: hasOnly('byte-order-mark'),
  simplest: {
    ...invalid('byte-order-mark', '', {}),
    request: undefined,
    body: `\uFEFF${JSON.stringify(simplest)}`,
  },
  shrinksExamples: false,
});

describe.each([
  ['the default conventions', defaultConventions],
  ['conventions without request validation', open],
  ['conventions that require no field', nothingRequired],
  ['conventions that require every field', everythingRequired],
])('the first 2,000 under %s', (_, conventions) => {
  it('have exactly one mutation, at the path that they name', () => {
    const values = first({ conventions });
    const isRight = hasTheMutation(conventions);
    expect(values.filter((value) => !isRight(value)).slice(0, 3)).toEqual([]);
  });
});

const decimals = fieldsOf('decimal');
const hex = fieldsOf('hex');
const alphas = fieldsOf('alpha-address');
const betas = fieldsOf('beta-address');
const method = 'alphaCallParams.methodName';
const texts = [...decimals, ...hex, ...alphas, ...betas, method];
const everywhere = [...requestFields, 'betaAssets[]', ''];
const inEachObject = (...names: string[]): string[] =>
  ['', 'alphaCallParams.', 'betaAssets[].'].flatMap((object) => names.map((name) => object + name));
const placesOfMutations: Record<(typeof requestMutations)[number], string[]> = {
  missing: [...defaultConventions.requiredRequestFields],
  null: everywhere,
  'wrong-type': everywhere,
  'deeply-nested': everywhere,
  'member-case': [...defaultConventions.requiredRequestFields],
  'unknown-member': [
    ...inEachObject('constructor', 'noSuchMember'),
    'shardskey',
    'shards_key',
    'alphaCallParams.methodname',
    'alphaCallParams.method_name',
    'betaAssets[].tokenaddress',
    'betaAssets[].token_address',
  ],
  'proto-key': inEachObject('__proto__'),
  'duplicate-key': [...requestFields],
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
const listed = (mutations: readonly (typeof requestMutations)[number][]): string[] =>
  mutations.flatMap((mutation) => placesOfMutations[mutation].map((path) => `${mutation} ${path}`)).sort();
const ofTheShape: readonly (typeof requestMutations)[number][] = [
  'missing',
  'null',
  'wrong-type',
  'deeply-nested',
  'member-case',
  'unknown-member',
  'proto-key',
  'duplicate-key',
  'byte-order-mark',
];

describe('the first 2,000', () => {
  it('have each mutation at each of its places', () => {
    expect(placesIn(first())).toEqual(listed(requestMutations));
  });

  it('have only mutations of the shape if request validation is off', () => {
    expect(placesIn(first({ conventions: open }))).toEqual(listed(ofTheShape));
  });

  it('mutate each asset', () => {
    const paths = first({ mutations: ['negative'] }).map(({ path }) => path);
    expect([...new Set(paths)].sort()).toEqual([
      ...[0, 1, 2, 3, 4].map((at) => `betaAssets[${at}].amount`),
      'shardsKey',
    ]);
  });

  it('give at most three reasons for a mutation, each a sentence', () => {
    for (const mutation of requestMutations) {
      const reasons = new Set(first({ mutations: [mutation] }, 50).map(({ reason }) => reason));
      expect(reasons.size, mutation).toBeLessThanOrEqual(mutation === 'wrong-length' ? 3 : 2);
      for (const reason of reasons) expect(reason).toMatch(/^[A-Zn].+\.$/);
    }
  });
});

/** Returns what is at the path of a mutation, such as `betaAssets[0].amount`. */
const mutatedPart = ({ request, path }: InvalidRequest): unknown =>
  path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce((outer, step) => (outer as Record<string, unknown>)[step], request as unknown);
const firstOf = (mutation: RequestMutation): InvalidRequest[] => first({ mutations: [mutation] });
const mutatedText = (value: InvalidRequest): string => String(mutatedPart(value));

/** Levels of objects and arrays, counted without recursion, which would end before they do. */
function depthOf(value: unknown): number {
  let depth = 0;
  for (let inner = value; typeof inner === 'object' && inner !== null; inner = Object.values(inner)[0])
    depth++;
  return depth;
}

describe('the first 2,000 of one mutation', () => {
  it('are nested at least 100 levels deep, at every place', () => {
    const values = firstOf('deeply-nested');
    const shallow = values.filter((value) => depthOf(mutatedPart(value)) < 100);
    expect(shallow.map(({ path, body }) => `${path}: ${body}`).slice(0, 3)).toEqual([]);
    const depths = values
      .filter(({ path }) => path.endsWith('.amount'))
      .map((value) => depthOf(mutatedPart(value)));
    expect(Math.max(...depths)).toBeGreaterThan(500);
    expect(new Set(depths).size).toBeGreaterThan(50);
  });

  it('have the wrong case at every one of the 40 digits of an address', () => {
    const counts = Array.from({ length: 40 }, () => 0);
    for (const text of firstOf('bad-checksum-case').map(mutatedText)) {
      const right = Address.checksum(text.toLowerCase() as Address.Address);
      const wrong = [...text].flatMap((digit, at) => (digit === right[at] ? [] : [at]));
      expect(wrong, text).toHaveLength(1);
      const digit = Number(wrong[0]) - 2;
      counts[digit] = Number(counts[digit]) + 1;
    }
    // About 50 each, if all places are equally likely.
    expect(counts.filter((count) => count < 15)).toEqual([]);
  });

  it.each(['shardsKey', 'betaAssets[].amount'])('have several exponents in %s', (place) => {
    const values = firstOf('exponent').filter(({ path }) => path.replace(/\[\d\]/, '[]') === place);
    const exponents = values.map((value) => mutatedText(value).replace(/^\d+/, ''));
    expect(exponents.filter((exponent) => !/^[eE][+-]?\d+$/.test(exponent))).toEqual([]);
    expect(new Set(exponents)).toEqual(new Set(['e0', 'e3', 'E+2']));
  });

  it('have several workchains that do not exist: positive, negative and beyond a signed byte', () => {
    const workchains = firstOf('unknown-workchain').map((value) => Number(mutatedText(value).split(':')[0]));
    expect(workchains.filter((workchain) => [0, -1].includes(workchain))).toEqual([]);
    expect(new Set(workchains).size).toBeGreaterThan(1);
    expect(workchains.some((workchain) => workchain > 0 && workchain < 128)).toBe(true);
    expect(workchains.some((workchain) => workchain < 0)).toBe(true);
    expect(workchains.some((workchain) => workchain > 127)).toBe(true);
  });
});

describe('shrinking', () => {
  it.each<[RequestMutation, string, object]>([
    ['missing', 'shardsKey', { shardsKey: undefined }],
    ['missing', 'betaAssets[0].amount', { betaAssets: [{}] }],
    ['null', 'betaAssets[0]', { betaAssets: [null] }],
    ['wrong-type', 'alphaCallParams', { alphaCallParams: [] }],
    ['unknown-member', 'betaAssets[0].noSuchMember', { betaAssets: [{ amount: '0', noSuchMember: '0' }] }],
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
  ])('keeps %s at %s, and nothing else', (mutation, path, wrong) => {
    const smallest = shrunkBy(invalidRequest({ mutations: [mutation] }), (value) => value.path !== path);
    expect(smallest).toEqual(invalid(mutation, path, wrong));
  });

  it('keeps a member that is present twice', () => {
    const smallest = shrunkBy(
      invalidRequest({ mutations: ['duplicate-key'] }),
      ({ path }) => path !== 'betaAssets[0].amount',
    );
    expect(smallest.request).toBe(undefined);
    expect(smallest.body).toBe(
      JSON.stringify({ ...simplest, betaAssets: ['both'] }).replace('"both"', '{"amount":"1","amount":"0"}'),
    );
  });

  it('continues where the request cannot be shrunk without its context', () => {
    const unreadable = simulationRequest({ 'alphaCallParams.target': zeroAlpha }).map((value) => ({
      ...value,
    }));
    const smallest = shrunkBy(
      invalidRequest({ mutations: ['missing'], request: unreadable }),
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
  ])('has the wire names of %s, while path and request are neutral', (_, options) => {
    const values = first(options, 500);
    const neutral = first({ conventions: open }, 500);
    const toNeutral = (body: string): string =>
      body
        .replace(/"evm(?=[A-Z]\w*":)/g, '"alpha')
        .replace(/"tvm(?=[A-Z]\w*":)/g, '"beta')
        .replace(/"Evm(?=[A-Z]\w*":)/g, '"Alpha')
        .replace(/"Tvm(?=[A-Z]\w*":)/g, '"Beta');
    expect(values.map(({ body }) => toNeutral(body))).toEqual(neutral.map(({ body }) => body));
    expect(values.map(({ path, request }) => [path, request])).toEqual(
      neutral.map(({ path, request }) => [path, request]),
    );
    expect(values.some(({ body }) => body.includes('alphaCallParams'))).toBe(false);
    expect(values.filter(({ body }) => /"tvmCaller":.+"tvmCaller":/.test(body))).not.toEqual([]);
  });

  it('follows the conventions of a deployment', () => {
    expect(placesIn(first({ deployment }))).toEqual(listed(ofTheShape));
  });
});

describe('invalid options', () => {
  const deployment = defineDeployment({ simulatorUrl: 'http://localhost', observerUrl: 'http://localhost' });
  const bad: [string, unknown, string][] = [
    ['a misspelt option', { mutation: ['null'] }, 'mutation is not an option; did you mean mutations?'],
    ['a misspelt mutation', { mutations: ['nul'] }, 'mutations[0] must be one of missing, null'],
    ['no mutations', { mutations: [] }, 'mutations must not be empty'],
    [
      'a mutation of a format if request validation is off',
      { mutations: ['null', 'odd-hex'], conventions: open },
      'mutations has odd-hex, which does not exist where requestValidation is off',
    ],
    [
      'a missing field if none is required',
      { mutations: ['missing'], conventions: nothingRequired },
      'mutations has missing, which does not exist where requiredRequestFields is empty',
    ],
    [
      'conventions beside a deployment',
      { deployment, conventions: open },
      'conventions contradicts deployment',
    ],
    ['chains beside a deployment', { deployment, chains: {} }, 'chains contradicts deployment'],
    [
      'an object that is not a deployment',
      { deployment: {} },
      'deployment must be created with defineDeployment',
    ],
    ['a text instead of conventions', { conventions: 'open' }, 'conventions must be an object'],
    [
      'an unknown format',
      { conventions: { requestValidation: 'any' } },
      'conventions.requestValidation must be one of strict, off',
    ],
    [
      'a chain name in capital letters',
      { chains: { alpha: 'EVM' } },
      'chains.alpha must be a lower-case name',
    ],
    ['a request that is not an arbitrary', { request: simplest }, 'request must be an arbitrary'],
    [
      'requests that are not valid',
      { request: fc.constant({ ...simplest, shardsKey: '01' }) },
      'request shardsKey must be a decimal integer',
    ],
    ['a list instead of options', [], 'invalidRequest takes an object of options, got []'],
  ];

  it.each(bad)('are rejected when the arbitrary is created: %s', (_, options, message) => {
    expect(() => invalidRequest(options as InvalidRequestOptions)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(message) }),
    );
  });
});
