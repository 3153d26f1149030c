import type { Arbitrary } from 'fast-check';
import type { PlaceKind } from './request-places.js';

/** Every fault that {@link invalidRequest} knows, by name: of any shape, of any text, of decimals, hex, addresses, methods. */
export const requestFaults = [
  'missing',
  'null',
  'wrong-type',
  'deeply-nested',
  'member-case',
  'extra-field',
  'proto-key',
  'duplicate-key',
  'byte-order-mark',
  'empty-string',
  'spaces',
  'nul-character',
  'lone-surrogate',
  'very-long',
  'negative',
  'plus-sign',
  'leading-zeros',
  'fraction',
  'exponent',
  'hex-for-decimal',
  'digit-separators',
  'other-digits',
  'not-a-number',
  'overflow-by-one',
  'missing-prefix',
  'uppercase-prefix',
  'odd-hex',
  'not-hex',
  'wrong-length',
  'bad-checksum-case',
  'bad-crc',
  'standard-base64',
  'unknown-workchain',
  'wrong-chain',
  'bad-method-name',
  'arguments-without-method',
] as const;

/** The name of a fault. */
export type RequestFault = (typeof requestFaults)[number];

/** A fault, and what stands in the place of a valid value wherever it can be. */
export interface ValueFault {
  readonly fault: RequestFault;
  /** Why it is wrong, as a sentence. */
  readonly reason: string;
  /** The wrong values, by the kind of place where they are wrong. */
  readonly at: { readonly [Kind in PlaceKind]?: Arbitrary<unknown> };
}
