import { alphaAddressIssue, isBetaAddress } from './addresses.js';
import { amountOf, isWithin } from './integer-range.js';
import { hashFormOf } from './transaction-hash.js';

/** Returns what a text should be, as in "expected it to be …"; undefined if it is that. */
export type ResponseForm = (text: string) => string | undefined;

/** The largest amount of base units: it has 256 bits. */
export const largestAmount = 2n ** 256n - 1n;
const uint64 = { min: 0n, max: 2n ** 64n - 1n };

/** An amount of base units. */
export const amountForm: ResponseForm = (text) => {
  const amount = amountOf(text);
  if (amount === undefined) return 'to be a decimal integer without sign, exponent and leading zeros';
  return amount > largestAmount ? 'to be below 2^256' : undefined;
};

const integerForm: ResponseForm = (text) => {
  const integer = amountOf(text);
  return integer !== undefined && isWithin(integer, uint64) ? undefined : 'to be from 0 to 2^64 - 1';
};

/** An address of the destination chain. */
export const alphaForm: ResponseForm = (text) => alphaAddressIssue(text)?.replace(/^must be/, 'to be');

/** An address of the source chain. */
export const betaForm: ResponseForm = (text) =>
  isBetaAddress(text) ? undefined : 'to be an address of the source chain';

/** A token: one that the source chain does not know keeps the address that it has on the destination chain. */
export const tokenForm: ResponseForm = (text) => (text.startsWith('0x') ? alphaForm(text) : betaForm(text));

/** An operation id. */
export const idForm: ResponseForm = (text) =>
  /^0x[0-9a-fA-F]{64}$/.test(text) ? undefined : 'to be 0x and 64 hex digits';

/** Bytes in hex. */
export const bytesForm: ResponseForm = (text) =>
  /^0x(?:[0-9a-fA-F]{2})*$/.test(text) ? undefined : 'to be 0x and pairs of hex digits';

const hashForm: ResponseForm = (text) =>
  hashFormOf(text) === undefined
    ? 'to be 64 hex digits, with or without 0x, or base64 of 32 bytes'
    : undefined;

/** Forms of members, by their paths; list items are `[]`. */
export type ResponseForms = Readonly<Record<string, ResponseForm>>;

const tokenAmountForms = (list: string): ResponseForms => ({
  [`${list}[].amount`]: amountForm,
  [`${list}[].tokenAddress`]: tokenForm,
});

/** The forms of an outgoing message (practice; the convention `responseFormats`). */
export const outMessageForms: ResponseForms = {
  callerAddress: alphaForm,
  operationId: idForm,
  payload: bytesForm,
  shardsKey: integerForm,
  targetAddress: betaForm,
  ...tokenAmountForms('tokensBurned'),
  ...tokenAmountForms('tokensLocked'),
};

/** The forms of a simulation's `response` (practice; the convention `responseFormats`). */
export const simulationForms: ResponseForms = {
  'debugInfo.blockNumber': integerForm,
  'debugInfo.from': alphaForm,
  'debugInfo.to': alphaForm,
  estimatedGas: integerForm,
  estimatedJettonFeeAmount: amountForm,
  'feeParams.currentBaseFee': amountForm,
  'feeParams.suggestedGasPrice': amountForm,
  'feeParams.suggestedGasTip': amountForm,
  ...Object.fromEntries(
    Object.entries(outMessageForms).map(([path, form]) => [`outMessages[].${path}`, form]),
  ),
};

/** The forms of a related transaction (practice; the convention `responseFormats`). */
export const transactionForms: ResponseForms = { hash: hashForm };
