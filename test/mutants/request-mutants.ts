import { formatBetaAddress, parseBetaAddress } from 'crosscheck/contract';
import { changedValues, inputMutant, isObject, type Mutant, requestMutant } from './mutant.js';

const decimals = ['shardsKey', 'betaAssets[].amount'];
const addresses = ['alphaCallParams.target', 'executorAddress'];
const hexTexts = ['alphaCallParams.arguments', 'extraData', ...addresses];
const names = [
  ...['shardsKey', 'alphaCallParams', 'target', 'arguments', 'methodName', 'betaAssets', 'amount'],
  ...['tokenAddress', 'betaCaller', 'executorAddress', 'extraData', 'feeAssetAddress'],
];
const knownNames = new Map(names.map((name) => [name.toLowerCase(), name]));

const canonicalDecimal = /^(?:0|[1-9]\d*)$/;
/** Limited, because a million digits would take seconds. */
const wrappingDecimal = /^-?[1-9]\d{0,999}$/;
const evenHex = /^0x(?:[0-9a-f]{2})*$/i;
const longestText = 8192;

/** The members of an empty request. */
const emptyRequest: Readonly<Record<string, unknown>> = {
  shardsKey: '0',
  alphaCallParams: { target: `0x${'0'.repeat(40)}` },
  betaAssets: [],
  betaCaller: `0:${'0'.repeat(64)}`,
};

const internalError = { status: 500, json: { error: 'internal error' } };

/** Simulators that accept invalid requests, or misread or reject valid ones. */
export const requestMutants = {
  'content-type-ignored': {
    summary: 'Reads every body as JSON, whatever its content-type.',
    start: () => ({
      endpoint: 'simulate',
      request: { headers: { 'content-type': 'application/json', 'content-encoding': null } },
    }),
  } as Mutant,
  'loose-numbers': requestMutant(
    'Reads amounts and shards keys like JavaScript numbers: with spaces, signs, exponents, or as hex.',
    (request) => withFields(request, decimals, looseNumber),
  ),
  'loose-hex': requestMutant(
    'Reads hex without 0x, with 0X, up to the first invalid digit, and addresses with a wrong checksum.',
    (request) =>
      withFields(request, hexTexts, (value, path) =>
        addresses.includes(path) ? looseAddress(value) : looseHex(value),
      ),
  ),
  'overflow-wraps': requestMutant(
    'Lets amounts beyond 2^256, shards keys beyond 2^64 and negative numbers wrap around.',
    (request) =>
      withFields(request, decimals, (value, path) =>
        typeof value === 'string' && wrappingDecimal.test(value)
          ? `${BigInt.asUintN(path === 'shardsKey' ? 64 : 256, BigInt(value))}`
          : value,
      ),
  ),
  'any-json-accepted': requestMutant(
    'Accepts any JSON as a request and fills in members that are missing or of the wrong type.',
    (request) => {
      const given = isObject(request) ? request : {};
      const wrong = Object.entries(emptyRequest).filter(([name, empty]) => !isSameType(given[name], empty));
      return wrong.length === 0 ? undefined : { ...given, ...Object.fromEntries(wrong) };
    },
  ),
  'member-case-ignored': requestMutant(
    'Accepts request members whose names have another letter case.',
    (request) =>
      changedValues(request, (value) => {
        if (!isObject(value)) return value;
        const known = (name: string): string => knownNames.get(name.toLowerCase()) ?? name;
        if (Object.keys(value).every((name) => known(name) === name)) return value;
        return Object.fromEntries(Object.entries(value).map(([name, member]) => [known(name), member]));
      }),
  ),
  'valid-request-rejected': inputMutant(
    'Rejects shards keys of 2^63 or more, which exceed a signed 64-bit integer.',
    (request) => {
      const key = isObject(request) ? request.shardsKey : undefined;
      const isLong = typeof key === 'string' && /^[1-9]\d{18,19}$/.test(key) && BigInt(key) >= 2n ** 63n;
      return isLong ? { status: 400, json: { error: 'shardsKey is too large' } } : undefined;
    },
  ),
  'error-on-empty': inputMutant(
    'Answers 500 to a request without assets or with an empty text.',
    (request) =>
      valuesIn(request).some((value) => value === '' || (Array.isArray(value) && value.length === 0))
        ? internalError
        : undefined,
  ),
  'error-on-huge': inputMutant(
    `Answers 500 to a request with a text of more than ${longestText} characters.`,
    (request) =>
      valuesIn(request).some((value) => typeof value === 'string' && value.length > longestText)
        ? internalError
        : undefined,
  ),
  'gateway-error-on-executor': inputMutant(
    'Answers 502 to a request with an executor, like a gateway in front of a failed service.',
    (request) =>
      isObject(request) && request.executorAddress
        ? { status: 502, json: { error: 'bad gateway' } }
        : undefined,
  ),
  'reset-on-fee-asset': inputMutant(
    'Resets the TCP connection instead of answering a request with a fee asset.',
    (request) => (isObject(request) && request.feeAssetAddress ? { abort: true } : undefined),
  ),
  'hang-on-large-amount': inputMutant(
    'Never answers a request with an amount of 2^255 or more.',
    (request) =>
      assetsOf(request).some(
        ({ amount }) =>
          typeof amount === 'string' && /^\d{77,78}$/.test(amount) && BigInt(amount) >= 2n ** 255n,
      )
        ? { delayMs: 2 ** 31 - 1 }
        : undefined,
  ),
  'superlinear-latency': inputMutant(
    'Delays the answer by the square of the body size, up to a second from 64 KiB on.',
    (_, { headers }) => ({ delayMs: squared(Number(headers['content-length'] ?? 0), 64 * 1024) }),
  ),
  'superlinear-latency-assets': inputMutant(
    'Delays the answer by the square of the number of assets, up to a second from 256 on.',
    (request) => ({ delayMs: squared(assetsOf(request).length, 256) }),
  ),
  'superlinear-latency-text': inputMutant(
    "Delays the answer by the square of the caller's length, up to a second from 64 Ki characters on.",
    (request) => {
      const caller = isObject(request) ? request.betaCaller : undefined;
      return { delayMs: typeof caller === 'string' ? squared(caller.length, 64 * 1024) : 0 };
    },
  ),
  'superlinear-latency-depth': inputMutant(
    'Delays the answer by the square of the nesting depth, up to a second from 32 levels on.',
    // Each request has three levels.
    (request) => ({ delayMs: squared(depthOf(request) - 3, 32) }),
  ),
  'default-differs': requestMutant(
    'Reads a request without extraData as if extraData were 0x00.',
    (request) =>
      isObject(request) && request.extraData === undefined ? { ...request, extraData: '0x00' } : undefined,
  ),
  'address-case-matters': requestMutant(
    'Treats a target or executor that is not in lower case as a different address.',
    (request) =>
      withFields(request, addresses, (value) =>
        typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) && value !== value.toLowerCase()
          ? `0x${reversed(value.slice(2).toLowerCase())}`
          : value,
      ),
  ),
  'address-form-matters': requestMutant(
    'Treats the friendly form of a token address as a different token.',
    (request) =>
      withFields(request, ['betaAssets[].tokenAddress'], (token) => {
        const address = typeof token === 'string' ? parseBetaAddress(token) : undefined;
        if (address === undefined || address.form === 'raw') return token;
        return formatBetaAddress({ ...address, hash: reversed(address.hash), form: 'raw' });
      }),
  ),
  'asset-order-matters': requestMutant('Uses the amount of the first asset for all assets.', (request) => {
    const [first] = assetsOf(request);
    return withFields(request, ['betaAssets[].amount'], (amount) => first?.amount ?? amount);
  }),
  'duplicate-assets-ignored': requestMutant('Reads only the first asset of each token.', (request) => {
    const tokens = assetsOf(request).map(tokenOf);
    if (new Set(tokens).size === tokens.length) return undefined;
    return withFields(request, ['betaAssets'], () =>
      assetsOf(request).filter((_, index) => tokens.indexOf(tokens[index]) === index),
    );
  }),
  'key-order-matters': requestMutant('Ignores the assets if they come before the call.', (request) => {
    if (!isObject(request) || assetsOf(request).length === 0) return undefined;
    const order = Object.keys(request);
    const areAssetsFirst = order.indexOf('betaAssets') < order.indexOf('alphaCallParams');
    return areAssetsFirst ? { ...request, betaAssets: [] } : undefined;
  }),
} satisfies Record<string, Mutant>;

/** Copies a request and changes the fields that are present. Returns the same request if nothing changes. */
function withFields(
  request: unknown,
  paths: readonly string[],
  change: (value: unknown, path: string) => unknown,
): unknown {
  return paths.reduce(
    (changed, path) => changedAt(changed, path.split(/\.|(?=\[\])/), (value) => change(value, path)),
    request,
  );
}

function changedAt(
  value: unknown,
  [step, ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): unknown {
  if (step === undefined) return change(value);
  if (step === '[]') {
    if (!Array.isArray(value)) return value;
    const items = value.map((item) => changedAt(item, rest, change));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  const member = changedAt(value[step], rest, change);
  return member === value[step] ? value : { ...value, [step]: member };
}

function looseNumber(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return value;
  if (typeof value === 'string' && canonicalDecimal.test(value)) return value;
  const number = Math.trunc(Number(value));
  return Number.isFinite(number) && number >= 0 ? `${BigInt(number)}` : value;
}

function looseHex(value: unknown): unknown {
  if (typeof value !== 'string' || evenHex.test(value)) return value;
  return `0x${Buffer.from(value.trim().replace(/^0x/i, ''), 'hex').toString('hex')}`;
}

function looseAddress(value: unknown): unknown {
  const digits = typeof value === 'string' ? /^\s*(?:0x)?([0-9a-f]{40})\s*$/i.exec(value)?.[1] : undefined;
  return digits === undefined ? value : `0x${digits.toLowerCase()}`;
}

function isSameType(value: unknown, other: unknown): boolean {
  return typeof value === typeof other && Array.isArray(value) === Array.isArray(other) && value !== null;
}

/** Returns the values of the request and of its call. */
function valuesIn(request: unknown): unknown[] {
  if (!isObject(request)) return [];
  const { alphaCallParams: call } = request;
  return [...Object.values(request), ...(isObject(call) ? Object.values(call) : [])];
}

/** Returns the assets if they are a list of objects. */
function assetsOf(request: unknown): readonly Record<string, unknown>[] {
  const assets = isObject(request) ? request.betaAssets : undefined;
  return Array.isArray(assets) && assets.every(isObject) ? assets : [];
}

/** Returns the token of an asset, whatever form its address has. */
function tokenOf({ tokenAddress }: Record<string, unknown>): unknown {
  const parsed = typeof tokenAddress === 'string' ? parseBetaAddress(tokenAddress) : undefined;
  return parsed ? `${parsed.workchain}:${parsed.hash}` : (tokenAddress ?? '');
}

/** Returns the square of the share of the maximum, of a second. */
function squared(size: number, max: number): number {
  return 1_000 * Math.min(1, Math.max(0, size) / max) ** 2;
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function reversed(text: string): string {
  return [...text].toReversed().join('');
}
