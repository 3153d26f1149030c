import { alphaAddressShape, checksumAddress } from '../../../contract/addresses.js';
import type { Variation } from './variation.js';

/** From an address in lower case. */
const writers: readonly ((lower: string) => string)[] = [
  (lower) => lower,
  checksumAddress,
  (lower) => `0x${lower.slice(2).toUpperCase()}`,
];

/** All destination-chain addresses in lower case, with the checksum, and in upper case. Source: practice. */
export const otherAddressCases: Variation = ({ request }) => {
  const { alphaCallParams: call, executorAddress } = request;
  return writers
    .map((write) => (text: string) => (alphaAddressShape.test(text) ? write(text.toLowerCase()) : text))
    .filter((write) =>
      [call?.target, executorAddress].some((text) => text !== undefined && write(text) !== text),
    )
    .map((write) => () => ({
      ...request,
      ...(call?.target !== undefined && { alphaCallParams: { ...call, target: write(call.target) } }),
      ...(executorAddress !== undefined && { executorAddress: write(executorAddress) }),
    }));
};
