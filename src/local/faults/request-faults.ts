import {
  alphaAddressIssue,
  alphaAddressShape,
  formatBetaAddress,
  parseBetaAddress,
} from '../../contract/addresses.js';
import { canonicalDecimal } from '../../contract/integer-range.js';
import { requestFieldPaths, textPaths } from '../../contract/simulation-request.js';
import { isPlainObject } from '../../internal/objects.js';
import { Rejection } from '../server/rejection.js';
import { mediaTypeIssue } from '../server/request-body.js';
import { accountKey } from '../source-chain/balances.js';
import { changedFields, changedValues } from './changed-values.js';
import { defineFaults } from './fault.js';

/** Faults of how the head of a request is read. */
export const headFaults = defineFaults('head', ['simulate'], {
  'content-type-ignored': {
    summary: 'Reads every body as JSON, whatever its content-type.',
    tamperHead: (headers) =>
      mediaTypeIssue(headers) === undefined ? undefined : { ...headers, 'content-type': 'application/json' },
  },
});

const decimals = textPaths('shards-key', 'amount');
const addresses = textPaths('alpha-address');
const hexTexts = textPaths('hex-bytes', 'alpha-address');

const evenHex = /^0x(?:[0-9a-f]{2})*$/i;
const addressDigits = /^\s*(?:0x)?([0-9a-f]{40})\s*$/i;
/** Limited, because a million digits would take seconds. */
const wrappingDecimal = /^-?[1-9]\d{0,999}$/;

/** The members of an empty request. */
const emptyRequest: Readonly<Record<string, unknown>> = {
  shardsKey: '0',
  alphaCallParams: { target: `0x${'0'.repeat(40)}` },
  betaAssets: [],
  betaCaller: `0:${'0'.repeat(64)}`,
};

/** Faults of a simulator that accepts invalid requests. */
export const missingValidationFaults = defineFaults('reading', ['simulate'], {
  'loose-numbers': {
    summary:
      'Reads amounts and shards keys like JavaScript numbers: with spaces, signs, exponents, or as hex.',
    tamperRequest: (request) => changedFields(request, decimals, looseNumber),
  },
  'loose-hex': {
    summary:
      'Reads hex without 0x, with 0X, up to the first invalid digit, and addresses with a wrong checksum.',
    tamperRequest: (request) =>
      changedFields(request, hexTexts, (value, path) =>
        addresses.includes(path) ? looseAddress(value) : looseHex(value),
      ),
  },
  'overflow-wraps': {
    summary: 'Lets amounts beyond 2^256, shards keys beyond 2^64 and negative numbers wrap around.',
    tamperRequest: (request) =>
      changedFields(request, decimals, (value, path) =>
        typeof value === 'string' && wrappingDecimal.test(value)
          ? `${BigInt.asUintN(path === 'shardsKey' ? 64 : 256, BigInt(value))}`
          : value,
      ),
  },
  'any-json-accepted': {
    summary: 'Accepts any JSON as a request and fills in members that are missing or of the wrong type.',
    tamperRequest(request) {
      const given = isPlainObject(request) ? request : {};
      const names = Object.keys(emptyRequest).filter((name) => !isSameType(given[name], emptyRequest[name]));
      if (names.length === 0) return undefined;
      return { ...given, ...Object.fromEntries(names.map((name) => [name, emptyRequest[name]])) };
    },
  },
  'member-case-ignored': {
    summary: 'Accepts request members whose names have another letter case.',
    tamperRequest(request) {
      const read = changedValues(request, withKnownNames);
      return read === request ? undefined : (read as object);
    },
  },
});

const knownNames = new Map(
  requestFieldPaths.map((path) => {
    const name = path.slice(path.lastIndexOf('.') + 1);
    return [name.toLowerCase(), name];
  }),
);

function withKnownNames(value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  const misspelt = Object.keys(value).filter(
    (name) => ![undefined, name].includes(knownNames.get(name.toLowerCase())),
  );
  if (misspelt.length === 0) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [knownNames.get(name.toLowerCase()) ?? name, member]),
  );
}

function looseNumber(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  if (typeof value === 'string' && canonicalDecimal.test(value)) return value;
  const number = Math.trunc(Number(value));
  return Number.isFinite(number) && number >= 0 ? `${BigInt(number)}` : value;
}

function looseHex(value: unknown): unknown {
  if (typeof value !== 'string' || evenHex.test(value)) return value;
  return `0x${Buffer.from(value.trim().replace(/^0x/i, ''), 'hex').toString('hex')}`;
}

function looseAddress(value: unknown): unknown {
  if (typeof value !== 'string' || alphaAddressIssue(value) === undefined) return value;
  const digits = addressDigits.exec(value)?.[1];
  return digits === undefined ? value : `0x${digits.toLowerCase()}`;
}

function isSameType(value: unknown, other: unknown): boolean {
  return typeof value === typeof other && Array.isArray(value) === Array.isArray(other) && value !== null;
}

const longestText = 8192;

/** Faults of a simulator that misreads or rejects a valid request. */
export const misreadRequestFaults = defineFaults('reading', ['simulate'], {
  'valid-request-rejected': {
    summary: 'Rejects shards keys of 2^63 or more, which exceed a signed 64-bit integer.',
    tamperRequest(request) {
      const key = isPlainObject(request) ? request.shardsKey : undefined;
      const isLong = typeof key === 'string' && /^[1-9]\d{18,19}$/.test(key);
      return isLong && BigInt(key) >= 2n ** 63n ? new Rejection(400, 'shardsKey is too large') : undefined;
    },
  },
  'error-on-empty': {
    summary: 'Answers 500 to a request without assets or with an empty text.',
    tamperRequest: (request) =>
      valuesIn(request).some(isEmpty) ? new Rejection(500, 'internal error') : undefined,
  },
  'error-on-huge': {
    summary: `Answers 500 to a request with a text of more than ${longestText} characters.`,
    tamperRequest: (request) =>
      valuesIn(request).some(isHuge) ? new Rejection(500, 'internal error') : undefined,
  },
  'gateway-error-on-executor': {
    summary: 'Answers 502 to a request with an executor, like a gateway in front of a failed service.',
    tamperRequest: (request) =>
      isPlainObject(request) && request.executorAddress ? new Rejection(502, 'bad gateway') : undefined,
  },
  'default-differs': {
    summary: 'Reads a request without extraData as if extraData were 0x00.',
    tamperRequest: (request) =>
      isPlainObject(request) && request.extraData === undefined
        ? { ...request, extraData: '0x00' }
        : undefined,
  },
  'address-case-matters': {
    summary: 'Treats a target or executor that is not in lower case as a different address.',
    tamperRequest: (request) =>
      changedFields(request, textPaths('alpha-address'), (value) =>
        typeof value === 'string' && alphaAddressShape.test(value) && value !== value.toLowerCase()
          ? `0x${reversed(value.slice(2).toLowerCase())}`
          : value,
      ),
  },
  'address-form-matters': {
    summary: 'Treats the friendly form of a token address as a different token.',
    tamperRequest: (request) => changedFields(request, ['betaAssets[].tokenAddress'], otherTokenUnlessRaw),
  },
  'asset-order-matters': {
    summary: 'Uses the amount of the first asset for all assets.',
    tamperRequest(request) {
      const [first] = assetsOf(request);
      return changedFields(request, ['betaAssets[].amount'], (amount) => first?.amount ?? amount);
    },
  },
  'duplicate-assets-ignored': {
    summary: 'Reads only the first asset of each token.',
    tamperRequest(request) {
      const tokens = assetsOf(request).map(tokenOf);
      if (new Set(tokens).size === tokens.length) return undefined;
      return changedFields(request, ['betaAssets'], () =>
        assetsOf(request).filter((_, index) => tokens.indexOf(tokens[index]) === index),
      );
    },
  },
  'key-order-matters': {
    summary: 'Ignores the assets if they come before the call.',
    tamperRequest(request) {
      if (!isPlainObject(request) || assetsOf(request).length === 0) return undefined;
      const names = Object.keys(request);
      const areAssetsFirst = names.indexOf('betaAssets') < names.indexOf('alphaCallParams');
      return areAssetsFirst ? { ...request, betaAssets: [] } : undefined;
    },
  },
});

/** Returns the values of the request and of its call. */
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

/** Returns the assets if they are a list of objects. */
function assetsOf(request: unknown): readonly Record<string, unknown>[] {
  const assets = isPlainObject(request) ? request.betaAssets : undefined;
  return Array.isArray(assets) && assets.every(isPlainObject) ? assets : [];
}

/** Returns the token of an asset, whatever form its address has. */
function tokenOf({ tokenAddress }: Record<string, unknown>): unknown {
  return accountKey(tokenAddress as string) ?? tokenAddress ?? '';
}

function otherTokenUnlessRaw(token: unknown): unknown {
  const address = typeof token === 'string' ? parseBetaAddress(token) : undefined;
  if (address === undefined || address.form === 'raw') return token;
  return formatBetaAddress({ ...address, hash: reversed(address.hash), form: 'raw' });
}

function reversed(text: string): string {
  return [...text].toReversed().join('');
}
