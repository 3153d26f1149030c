import { formatBetaAddress, parseBetaAddress } from './beta-address.js';

/** Writes a source-chain address in its raw form, `workchain:64 hex`; a text that is no such address stays as it is. */
export function rawBetaAddress(text: string): string {
  const address = parseBetaAddress(text);
  return address === undefined ? text : formatBetaAddress({ ...address, form: 'raw' });
}
