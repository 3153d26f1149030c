import { formatBetaAddress, parseBetaAddress } from '../../../contract/beta-address.js';

/** Writes a source-chain address of any form in the raw one. */
export function rawAddress(text: string): string {
  const address = parseBetaAddress(text);
  return address ? formatBetaAddress({ ...address, form: 'raw' }) : text;
}
