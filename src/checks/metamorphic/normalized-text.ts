import { rawBetaAddress } from '../../contract/addresses.js';

const rawAddress = /(?:0|-1):[0-9a-fA-F]{64}/g;
const hex = /0x[0-9a-fA-F]+/g;
const friendlyAddress = /[A-Za-z0-9_-]{48}/g;

/** Returns a text with all addresses and hex bytes in one form, so that texts that differ only in form are equal. */
export function normalizedText(text: string): string {
  return text
    .replace(friendlyAddress, rawBetaAddress)
    .replace(rawAddress, rawBetaAddress)
    .replace(hex, (digits) => digits.toLowerCase());
}
