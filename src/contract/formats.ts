import { z } from 'zod';
import { alphaAddressFault, alphaAddressShape, betaAddressShape, isBetaAddress } from './addresses.js';
import type { Conventions } from './conventions.js';

/** The string types of a request's fields under one answer to "format, encoding and units: not shown" (section 2.1). */
export interface RequestFields {
  readonly shardsKey: z.ZodString;
  readonly amount: z.ZodString;
  readonly alphaAddress: z.ZodString;
  readonly betaAddress: z.ZodString;
  readonly hexBytes: z.ZodString;
  readonly methodName: z.ZodString;
  /** An address of the destination chain, or `""` for none. */
  readonly optionalAlphaAddress: z.ZodString;
  /** An address of a source-chain token, or `""` for the native coin. */
  readonly betaToken: z.ZodString;
}

const canonicalDecimal = /^(?:0|[1-9]\d*)$/;
const evenHex = /^0x(?:[0-9a-fA-F]{2})*$/;
const method = /^(?:[A-Za-z_$][A-Za-z0-9_$]*(?:\(bytes,bytes\))?)?$/;

function decimalUpTo(bits: number): z.ZodString {
  const max = 2n ** BigInt(bits) - 1n;
  const digits = max.toString().length;
  return checked(`^(?:0|[1-9]\\d{0,${digits - 1}})$`, (text) => {
    if (!canonicalDecimal.test(text))
      return 'must be a decimal integer without sign, spaces or leading zeros';
    if (text.length > digits || (text.length === digits && BigInt(text) > max))
      return `must be at most 2^${bits}-1`;
    return undefined;
  });
}

/** Checks what a pattern cannot, such as a checksum; OpenAPI documents show the pattern. */
function checked(shape: string, faultOf: (text: string) => string | undefined): z.ZodString {
  return z
    .string()
    .check((context) => {
      const message = faultOf(context.value);
      if (message) context.issues.push({ code: 'custom', input: context.value, message });
    })
    .meta({ pattern: shape });
}

const betaAddressFault = (text: string): string | undefined =>
  isBetaAddress(text)
    ? undefined
    : 'must be a source-chain address: 48 characters of url-safe base64 with a valid checksum, or workchain:64 hex';

function orEmpty(shape: string, faultOf: (text: string) => string | undefined): z.ZodString {
  return checked(`^$|${shape}`, (text) => (text === '' ? undefined : faultOf(text)));
}

const alphaShape = alphaAddressShape.source;
const betaShape = betaAddressShape.source;

const strictFields: RequestFields = {
  shardsKey: decimalUpTo(64),
  amount: decimalUpTo(256),
  alphaAddress: checked(alphaShape, alphaAddressFault),
  betaAddress: checked(betaShape, betaAddressFault),
  hexBytes: z.string().regex(evenHex, 'must be 0x and an even number of hex digits'),
  methodName: z.string().regex(method, 'must be a method name, bare or with (bytes,bytes)'),
  optionalAlphaAddress: orEmpty(alphaShape, alphaAddressFault),
  betaToken: orEmpty(betaShape, betaAddressFault),
};

const anyText = z.string();
const textFields: RequestFields = {
  shardsKey: anyText,
  amount: anyText,
  alphaAddress: anyText,
  betaAddress: anyText,
  hexBytes: anyText,
  methodName: anyText,
  optionalAlphaAddress: anyText,
  betaToken: anyText,
};

/** Returns the types of request fields: checked in the forms of practice, or any text. */
export function requestFields(validation: Conventions['requestValidation']): RequestFields {
  return validation === 'strict' ? strictFields : textFields;
}

const operationIdShape = /^0x[0-9a-fA-F]{64}$/;

/** Says what is wrong with an operation id (section 4.2; its form is practice); undefined if nothing is. */
export function operationIdFault(
  operationId: string,
  { requestValidation }: Pick<Conventions, 'requestValidation'>,
): string | undefined {
  return requestValidation === 'off' || operationIdShape.test(operationId)
    ? undefined
    : 'must be 0x and 64 hex digits';
}
