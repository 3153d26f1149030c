import { alphaAddressShape, formatBetaAddress, parseBetaAddress } from '../../contract/addresses.js';
import { textPaths } from '../../contract/simulation-request.js';
import { isPlainObject } from '../../internal/objects.js';
import { accountKey } from '../local-account.js';
import { Rejection } from '../server/rejection.js';
import { changedFields } from './changed-fields.js';
import type { ReadingFault } from './fault-kind.js';

const simulator = ['simulate'] as const;

const longestText = 8192;

/** Faults of a simulator that misreads or rejects a valid request. */
export const misreadRequestFaults = {
  'valid-request-rejected': {
    family: 'reading',
    summary: 'Rejects shards keys of 2^63 or more, which exceed a signed 64-bit integer.',
    endpoints: simulator,
    tamperRequest(request) {
      const key = isPlainObject(request) ? request.shardsKey : undefined;
      const isLong = typeof key === 'string' && /^[1-9]\d{18,19}$/.test(key);
      return isLong && BigInt(key) >= 2n ** 63n ? new Rejection(400, 'shardsKey is too large') : undefined;
    },
  },
  'error-on-empty': {
    family: 'reading',
    summary: 'Answers 500 to a request without assets or with an empty text.',
    endpoints: simulator,
    tamperRequest: (request) =>
      valuesIn(request).some(isEmpty) ? new Rejection(500, 'internal error') : undefined,
  },
  'error-on-huge': {
    family: 'reading',
    summary: `Answers 500 to a request with a text of more than ${longestText} characters.`,
    endpoints: simulator,
    tamperRequest: (request) =>
      valuesIn(request).some(isHuge) ? new Rejection(500, 'internal error') : undefined,
  },
  'gateway-error-on-executor': {
    family: 'reading',
    summary: 'Answers 502 to a request with an executor, like a gateway in front of a failed service.',
    endpoints: simulator,
    tamperRequest: (request) =>
      isPlainObject(request) && request.executorAddress ? new Rejection(502, 'bad gateway') : undefined,
  },
  'default-differs': {
    family: 'reading',
    summary: 'Reads a request without extraData as if extraData were 0x00.',
    endpoints: simulator,
    tamperRequest: (request) =>
      isPlainObject(request) && request.extraData === undefined
        ? { ...request, extraData: '0x00' }
        : undefined,
  },
  'address-case-matters': {
    family: 'reading',
    summary: 'Treats a target or executor that is not in lower case as a different address.',
    endpoints: simulator,
    tamperRequest: (request) =>
      changedFields(request, textPaths('alpha-address'), (value) =>
        typeof value === 'string' && alphaAddressShape.test(value) && value !== value.toLowerCase()
          ? `0x${backwards(value.slice(2).toLowerCase())}`
          : value,
      ),
  },
  'address-form-matters': {
    family: 'reading',
    summary: 'Treats the friendly form of a token address as a different token.',
    endpoints: simulator,
    tamperRequest: (request) => changedFields(request, ['betaAssets[].tokenAddress'], anotherUnlessRaw),
  },
  'asset-order-matters': {
    family: 'reading',
    summary: 'Uses the amount of the first asset for all assets.',
    endpoints: simulator,
    tamperRequest(request) {
      const [first] = assetsOf(request);
      return changedFields(request, ['betaAssets[].amount'], (amount) => first?.amount ?? amount);
    },
  },
  'duplicate-assets-ignored': {
    family: 'reading',
    summary: 'Reads only the first asset of each token.',
    endpoints: simulator,
    tamperRequest(request) {
      const tokens = assetsOf(request).map(tokenOf);
      if (new Set(tokens).size === tokens.length) return undefined;
      return changedFields(request, ['betaAssets'], () =>
        assetsOf(request).filter((_, index) => tokens.indexOf(tokens[index]) === index),
      );
    },
  },
  'key-order-matters': {
    family: 'reading',
    summary: 'Ignores the assets if they come before the call.',
    endpoints: simulator,
    tamperRequest(request) {
      if (!isPlainObject(request) || assetsOf(request).length === 0) return undefined;
      const names = Object.keys(request);
      const isBefore = names.indexOf('betaAssets') < names.indexOf('alphaCallParams');
      return isBefore ? { ...request, betaAssets: [] } : undefined;
    },
  },
} satisfies Record<string, ReadingFault>;

/** The values of the request and of its call. */
function valuesIn(request: unknown): unknown[] {
  if (!isPlainObject(request)) return [];
  const { alphaCallParams } = request;
  return [
    ...Object.values(request),
    ...(isPlainObject(alphaCallParams) ? Object.values(alphaCallParams) : []),
  ];
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

function isHuge(value: unknown): boolean {
  return typeof value === 'string' && value.length > longestText;
}

/** Its assets, where they are a list of objects. */
function assetsOf(request: unknown): readonly Record<string, unknown>[] {
  const assets = isPlainObject(request) ? request.betaAssets : undefined;
  return Array.isArray(assets) && assets.every(isPlainObject) ? assets : [];
}

/** The token of an asset, whatever form its address has. */
function tokenOf({ tokenAddress }: Record<string, unknown>): unknown {
  return accountKey(tokenAddress as string) ?? tokenAddress ?? '';
}

function anotherUnlessRaw(token: unknown): unknown {
  const address = typeof token === 'string' ? parseBetaAddress(token) : undefined;
  if (address === undefined || address.form === 'raw') return token;
  return formatBetaAddress({ ...address, hash: backwards(address.hash), form: 'raw' });
}

function backwards(text: string): string {
  return [...text].toReversed().join('');
}
