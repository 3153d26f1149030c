import { type Format, formats } from './formats.js';
import { amountOf, isWithin } from './integer-range.js';
import { hashBytes, hashFormOf } from './transaction-hash.js';

/** The format of a primitive in a response. */
export interface ResponseFormat {
  /** Its JSON type, for messages. */
  readonly kind: 'a boolean' | 'an integer' | 'a string';
  /** Returns what a text or integer should be, as in "expected it to be …"; undefined if it is that. Default: anything. Practice. */
  readonly issueOf?: (text: string) => string | undefined;
  /** Returns whether a value stands for something: a placeholder in a snapshot must not hide a zero or a broken text. */
  readonly isSet?: (value: string | bigint) => boolean;
}

const uint64 = { min: 0n, max: 2n ** 64n - 1n };
/** The largest amount of base units: the chains use 256-bit words. Assumption. */
export const largestAmount = 2n ** 256n - 1n;

const isPositive = (value: string | bigint): boolean => typeof value === 'bigint' && value > 0n;
const matches =
  (pattern: RegExp) =>
  (value: string | bigint): boolean =>
    typeof value === 'string' && pattern.test(value);
const areBytes = matches(/^0x(?:[\da-f]{2})+$/i);

/** Returns the expectation of a format of requests, as in "to be a decimal integer". */
function asIn({ issueOf }: Format): NonNullable<ResponseFormat['issueOf']> {
  return (text) => issueOf(text)?.replace(/^must /, 'to ');
}

/** The formats of a response by name. What texts look like is practice; the convention `responseFormats` turns it off. */
export const responseFormats = {
  boolean: { kind: 'a boolean' },
  /** Free text. */
  text: { kind: 'a string' },
  /** A name of the convention `stages`. */
  stage: { kind: 'a string' },
  /** A name of the convention `blockchainTypes`. */
  chainType: { kind: 'a string' },
  /** A JSON integer from 0 to 2^64-1. */
  uint64: {
    kind: 'an integer',
    issueOf: (text) => {
      const integer = amountOf(text);
      return integer !== undefined && isWithin(integer, uint64) ? undefined : 'to be from 0 to 2^64 - 1';
    },
    isSet: isPositive,
  },
  /** A point in time, in the unit of the deployment. */
  timestamp: { kind: 'an integer', isSet: isPositive },
  /** An amount of base units in decimal, below 2^256. */
  amount: {
    kind: 'a string',
    issueOf: asIn(formats.amount),
    isSet: matches(/^[1-9]\d*$/),
  },
  /** An address of the destination chain. */
  alphaAddress: { kind: 'a string', issueOf: asIn(formats.alphaAddress) },
  /** An address of the source chain. */
  betaAddress: { kind: 'a string', issueOf: asIn(formats.betaAddress) },
  /** A token: one that the source chain does not know keeps the address that it has on the destination chain. */
  token: {
    kind: 'a string',
    issueOf: (text) => asIn(text.startsWith('0x') ? formats.alphaAddress : formats.betaAddress)(text),
  },
  operationId: {
    kind: 'a string',
    issueOf: asIn(formats.operationId),
    isSet: matches(/^\S+$/),
  },
  hexBytes: {
    kind: 'a string',
    issueOf: asIn(formats.hexBytes),
    isSet: areBytes,
  },
  /** Bytes in hex whose form is judged by what they encode. */
  callData: { kind: 'a string', isSet: areBytes },
  transactionHash: {
    kind: 'a string',
    issueOf: (text) =>
      hashFormOf(text) === undefined
        ? 'to be 64 hex digits, with or without 0x, or base64 of 32 bytes'
        : undefined,
    isSet: (value) => /[^0]/.test(hashBytes(String(value)) ?? ''),
  },
} as const satisfies Record<string, ResponseFormat>;

/** The name of a format of responses. */
export type ResponseFormatName = keyof typeof responseFormats;
