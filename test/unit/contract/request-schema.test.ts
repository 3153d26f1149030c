import { defaultConventions, type SimulationRequest } from 'crosscheck';
import { type RequestFieldPath, simulationRequestSchema } from 'crosscheck/contract';
import { describe, expect, it } from 'vitest';
import { requestFields } from '../../support/request-fields.js';

const alpha = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const beta = 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N';
const smallest = {
  shardsKey: '0',
  alphaCallParams: { target: alpha },
  betaAssets: [],
  betaCaller: beta,
} satisfies SimulationRequest;
const full = {
  shardsKey: '17000000001234',
  alphaCallParams: { target: alpha, arguments: '0x1234', methodName: 'swap(bytes,bytes)' },
  betaAssets: [{ amount: '1', tokenAddress: beta }, { amount: '2', tokenAddress: '' }, { amount: '3' }],
  betaCaller: beta,
  executorAddress: alpha,
  extraData: '0x',
  feeAssetAddress: beta,
} satisfies Required<SimulationRequest>;

const strictSchema = simulationRequestSchema();
const openSchema = simulationRequestSchema({ ...defaultConventions, requestValidation: 'off' });

/** Returns the full request with another value at a path, or without the member where the value is undefined. */
function withValue(path: RequestFieldPath, value: unknown): unknown {
  const request = structuredClone(full);
  const names = path.replace('[]', '.0').split('.');
  const last = names.pop() as string;
  const holder = names.reduce<unknown>((object, name) => (object as Record<string, unknown>)[name], request);
  const members = holder as Record<string, unknown>;
  if (value === undefined) delete members[last];
  else members[last] = value;
  return request;
}

const pathOf = (path: RequestFieldPath): (string | number)[] =>
  path
    .replace('[]', '.0')
    .split('.')
    .map((name) => (name === '0' ? 0 : name));

const hexBytes = {
  good: ['0x', '0x00', '0xDEADbeef'],
  bad: ['', '0', '0x1', '0X12', '1234', '0x12 ', '0xzz', '0x12\n'],
};
const alphaAddress = {
  good: [alpha, alpha.toLowerCase(), `0x${alpha.slice(2).toUpperCase()}`],
  bad: [alpha.slice(2), `0X${alpha.slice(2)}`, alpha.slice(0, -1), `${alpha.slice(0, -1)}D`, beta],
};
const betaAddress = {
  good: [beta, `0:${'ab'.repeat(32)}`, `-1:${'AB'.repeat(32)}`],
  bad: [beta.slice(1), `${beta.slice(0, -1)}M`, `1:${'ab'.repeat(32)}`, alpha],
};
const notDecimals = ['', '-1', '+1', '01', '1.0', '1e3', '0x1', ' 1', '1 ', '1\n', '١', 'NaN'];

/** What each text accepts. The compiler finds a field that is missing here. */
const values: Record<
  Exclude<RequestFieldPath, 'alphaCallParams' | 'betaAssets'>,
  { good: string[]; bad: string[] }
> = {
  shardsKey: {
    good: ['0', '1', '9007199254740993', '18446744073709551615'],
    bad: [...notDecimals, '18446744073709551616', '9'.repeat(21)],
  },
  'alphaCallParams.target': { good: alphaAddress.good, bad: [...alphaAddress.bad, ''] },
  'alphaCallParams.arguments': hexBytes,
  'alphaCallParams.methodName': {
    good: ['swap', '_a$1', 'swap(bytes,bytes)'],
    bad: ['1st', 'swap()', 'swap(bytes, bytes)', 'swap(uint256)', 'a b', '(bytes,bytes)', 'swap\n', 'größe'],
  },
  'betaAssets[].amount': {
    good: ['0', `${2n ** 256n - 1n}`],
    bad: [...notDecimals, `${2n ** 256n}`, '9'.repeat(1000)],
  },
  'betaAssets[].tokenAddress': { good: [...betaAddress.good, ''], bad: betaAddress.bad },
  betaCaller: { good: betaAddress.good, bad: [...betaAddress.bad, ''] },
  executorAddress: { good: [...alphaAddress.good, ''], bad: alphaAddress.bad },
  extraData: hexBytes,
  feeAssetAddress: { good: [...betaAddress.good, ''], bad: betaAddress.bad },
};
const stringFields = Object.entries(values) as [RequestFieldPath, { good: string[]; bad: string[] }][];

describe('strict validation', () => {
  it('returns the smallest and the full request unchanged', () => {
    expect(strictSchema.parse(smallest)).toEqual(smallest);
    expect(strictSchema.parse(full)).toEqual(full);
  });

  it.each(stringFields)('accepts good values of %s', (path, { good }) => {
    for (const value of good)
      expect(strictSchema.safeParse(withValue(path, value)).error, value).toBeUndefined();
  });

  it.each(stringFields)('rejects bad values of %s with their path', (path, { bad }) => {
    for (const value of bad) {
      const { error } = strictSchema.safeParse(withValue(path, value));
      expect(
        error?.issues.map((issue) => issue.path),
        JSON.stringify(value),
      ).toEqual([pathOf(path)]);
    }
  });

  it('requires a method name with arguments', () => {
    const { arguments: _, ...noArguments } = full.alphaCallParams;
    for (const methodName of [undefined, '']) {
      const { error } = strictSchema.safeParse(withValue('alphaCallParams.methodName', methodName));
      expect(error?.issues).toMatchObject([
        { path: ['alphaCallParams', 'methodName'], message: 'must be given with arguments' },
      ]);
      for (const call of [noArguments, { ...noArguments, arguments: '0x' }]) {
        const request = { ...smallest, alphaCallParams: { ...call, methodName } };
        expect(strictSchema.safeParse(request).success).toBe(true);
      }
    }
  });

  it('describes what is wrong', () => {
    const messageOf = (path: RequestFieldPath, value: string): string | undefined =>
      strictSchema.safeParse(withValue(path, value)).error?.issues[0]?.message;
    expect({
      decimal: messageOf('shardsKey', '01'),
      uint64: messageOf('shardsKey', '18446744073709551616'),
      uint256: messageOf('betaAssets[].amount', `${2n ** 256n}`),
      shape: messageOf('executorAddress', '0x12'),
      checksum: messageOf('alphaCallParams.target', `${alpha.slice(0, -1)}D`),
      beta: messageOf('betaCaller', 'x'),
      hex: messageOf('extraData', '0x1'),
      method: messageOf('alphaCallParams.methodName', 'swap()'),
    }).toMatchInlineSnapshot(`
      {
        "beta": "must be a source-chain address: 48 characters of url-safe base64 with a valid checksum, or workchain:64 hex",
        "checksum": "must have a valid checksum: 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "decimal": "must be a decimal integer without sign, spaces or leading zeros",
        "hex": "must be 0x and an even number of hex digits",
        "method": "must be a method name, bare or with (bytes,bytes)",
        "shape": "must be 0x and 40 hex digits",
        "uint256": "must be at most 2^256-1",
        "uint64": "must be at most 2^64-1",
      }
    `);
  });
});

describe('validation that is off', () => {
  it.each(stringFields)('accepts any text as %s', (path, { good, bad }) => {
    for (const value of [...good, ...bad])
      expect(openSchema.safeParse(withValue(path, value)).success).toBe(true);
  });

  it('accepts arguments without a method name', () => {
    expect(openSchema.safeParse(withValue('alphaCallParams.methodName', undefined)).success).toBe(true);
  });
});

describe.each([
  ['strict', strictSchema],
  ['off', openSchema],
])('validation that is %s', (_, schema) => {
  it.each(requestFields)('rejects another type for %s with its path', (path) => {
    for (const value of [null, 1, true, path === 'betaAssets' ? {} : []]) {
      const { error } = schema.safeParse(withValue(path, value));
      expect(
        error?.issues.map((issue) => issue.path),
        JSON.stringify(value),
      ).toEqual([pathOf(path)]);
    }
  });

  it.each([
    ['the request', { ...full, betaAsset: [] }, []],
    [
      'the call',
      { ...full, alphaCallParams: { ...full.alphaCallParams, method: 'swap' } },
      ['alphaCallParams'],
    ],
    ['an asset', { ...full, betaAssets: [{ amount: '1' }, { amount: '1', token: '' }] }, ['betaAssets', 1]],
  ])('rejects an unknown member of %s with its path', (_, request, path) => {
    expect(schema.safeParse(request).error?.issues).toMatchObject([{ code: 'unrecognized_keys', path }]);
  });

  it('rejects what is not an object', () => {
    for (const value of [undefined, null, 'x', []]) expect(schema.safeParse(value).success).toBe(false);
  });

  it('reports every issue, not only the first', () => {
    const request = { ...full, shardsKey: 1, betaCaller: 2, betaAssets: [{ amount: 3 }] };
    expect(schema.safeParse(request).error?.issues.map(({ path }) => path.join('.'))).toEqual([
      'shardsKey',
      'betaAssets.0.amount',
      'betaCaller',
    ]);
  });
});

describe('required fields', () => {
  it.each(defaultConventions.requiredRequestFields)('include %s by default', (path) => {
    const { error } = strictSchema.safeParse(withValue(path, undefined));
    expect(error?.issues.map((issue) => issue.path)).toEqual([pathOf(path)]);
  });

  it.each(requestFields)('include %s if the conventions name it', (path) => {
    const requestValidation = 'off';
    const required = simulationRequestSchema({ requiredRequestFields: [path], requestValidation });
    const optional = simulationRequestSchema({ requiredRequestFields: [], requestValidation });
    const request = withValue(path, undefined);
    expect(required.safeParse(request).error?.issues[0]?.path).toEqual(pathOf(path));
    expect(optional.safeParse(request).success).toBe(true);
  });

  it('can be none at all', () => {
    const schema = simulationRequestSchema({ requiredRequestFields: [], requestValidation: 'strict' });
    expect(schema.parse({})).toEqual({});
  });
});
