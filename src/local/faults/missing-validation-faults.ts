import { alphaAddressIssue } from '../../contract/addresses.js';
import { canonicalDecimal } from '../../contract/integer-range.js';
import { requestFieldPaths, textPaths } from '../../contract/simulation-request.js';
import { isPlainObject } from '../../internal/objects.js';
import { changedFields } from './changed-fields.js';
import { changedValues } from './changed-values.js';
import type { ReadingFault } from './fault-kind.js';

const simulator = ['simulate'] as const;

const decimals = textPaths('shards-key', 'amount');
const addresses = textPaths('alpha-address');
const hexTexts = textPaths('hex-bytes', 'alpha-address');

const evenHex = /^0x(?:[0-9a-f]{2})*$/i;
const addressDigits = /^\s*(?:0x)?([0-9a-f]{40})\s*$/i;
/** Limited, because a million digits would take seconds. */
const wrappingDecimal = /^-?[1-9]\d{0,999}$/;

/** What an empty request would be. */
const standIn: Readonly<Record<string, unknown>> = {
  shardsKey: '0',
  alphaCallParams: { target: `0x${'0'.repeat(40)}` },
  betaAssets: [],
  betaCaller: `0:${'0'.repeat(64)}`,
};

/** Faults of a simulator that accepts invalid requests. */
export const missingValidationFaults = {
  'loose-numbers': {
    family: 'reading',
    summary:
      'Reads amounts and shards keys like JavaScript numbers: with spaces, signs, exponents, or as hex.',
    endpoints: simulator,
    tamperRequest: (request) => changedFields(request, decimals, looseNumber),
  },
  'loose-hex': {
    family: 'reading',
    summary:
      'Reads hex without 0x, with 0X, up to the first invalid digit, and addresses with a wrong checksum.',
    endpoints: simulator,
    tamperRequest: (request) =>
      changedFields(request, hexTexts, (value, path) =>
        addresses.includes(path) ? looseAddress(value) : looseHex(value),
      ),
  },
  'overflow-wraps': {
    family: 'reading',
    summary: 'Lets amounts beyond 2^256, shards keys beyond 2^64 and negative numbers wrap around.',
    endpoints: simulator,
    tamperRequest: (request) =>
      changedFields(request, decimals, (value, path) =>
        typeof value === 'string' && wrappingDecimal.test(value)
          ? `${BigInt.asUintN(path === 'shardsKey' ? 64 : 256, BigInt(value))}`
          : value,
      ),
  },
  'any-json-accepted': {
    family: 'reading',
    summary: 'Accepts any JSON as a request and fills in members that are missing or of the wrong type.',
    endpoints: simulator,
    tamperRequest(request) {
      const given = isPlainObject(request) ? request : {};
      const names = Object.keys(standIn).filter((name) => !isOfOneType(given[name], standIn[name]));
      if (names.length === 0) return undefined;
      return { ...given, ...Object.fromEntries(names.map((name) => [name, standIn[name]])) };
    },
  },
  'member-case-ignored': {
    family: 'reading',
    summary: 'Accepts request members whose names have another letter case.',
    endpoints: simulator,
    tamperRequest(request) {
      const read = changedValues(request, withKnownNames);
      return read === request ? undefined : (read as object);
    },
  },
} satisfies Record<string, ReadingFault>;

const knownNames = new Map(
  requestFieldPaths.map((path) => {
    const name = path.slice(path.lastIndexOf('.') + 1);
    return [name.toLowerCase(), name];
  }),
);

function withKnownNames(value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  const strange = Object.keys(value).filter(
    (name) => ![undefined, name].includes(knownNames.get(name.toLowerCase())),
  );
  if (strange.length === 0) return value;
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

function isOfOneType(value: unknown, other: unknown): boolean {
  return typeof value === typeof other && Array.isArray(value) === Array.isArray(other) && value !== null;
}
