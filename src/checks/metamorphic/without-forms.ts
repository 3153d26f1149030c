import { rawBetaAddress } from '../../contract/addresses.js';

const rawAddress = /(?:0|-1):[0-9a-fA-F]{64}/g;
const hex = /0x[0-9a-fA-F]+/g;
const friendlyAddress = /[A-Za-z0-9_-]{48}/g;

/** Writes the addresses and hex bytes of a text in one form each, so that texts that only differ in these are the same. */
export function withoutForms(text: string): string {
  return text
    .replace(friendlyAddress, rawBetaAddress)
    .replace(rawAddress, rawBetaAddress)
    .replace(hex, (digits) => digits.toLowerCase());
}
