import {
  type BetaAddress,
  formatBetaAddress,
  friendlyForms,
  parseBetaAddress,
} from '../../../contract/addresses.js';
import type { SimulationRequest } from '../../../contract/simulation-request.js';
import type { Variation } from './variation.js';

type Writer = (address: BetaAddress) => string;

/** Raw, raw with upper-case digits, and the friendly forms. Source: practice. */
const writers: readonly Writer[] = [
  (address) => formatBetaAddress({ ...address, form: 'raw' }),
  ({ workchain, hash }) => `${workchain}:${hash.toUpperCase()}`,
  ...friendlyForms.map(
    (form): Writer =>
      (address) =>
        formatBetaAddress({ ...address, form }),
  ),
];

/** All source-chain addresses in one form, for each form in which they are not all already. */
export const otherAddressForms: Variation = ({ request }) => {
  const { betaCaller, betaAssets = [], feeAssetAddress } = request;
  const addresses = [betaCaller, feeAssetAddress, ...betaAssets.map(({ tokenAddress }) => tokenAddress)];
  return writers
    .filter((write) => addresses.some((text) => text !== undefined && rewritten(text, write) !== text))
    .map((write) => () => withForm(request, write));
};

function withForm(request: SimulationRequest, write: Writer): SimulationRequest {
  const { betaCaller, betaAssets, feeAssetAddress } = request;
  return {
    ...request,
    ...(betaCaller !== undefined && { betaCaller: rewritten(betaCaller, write) }),
    ...(betaAssets !== undefined && {
      betaAssets: betaAssets.map(({ tokenAddress, ...asset }) =>
        tokenAddress === undefined ? asset : { ...asset, tokenAddress: rewritten(tokenAddress, write) },
      ),
    }),
    ...(feeAssetAddress !== undefined && { feeAssetAddress: rewritten(feeAssetAddress, write) }),
  };
}

function rewritten(text: string, write: Writer): string {
  const address = parseBetaAddress(text);
  return address === undefined ? text : write(address);
}
