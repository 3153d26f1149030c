/**
 * `crosscheck/presets`: the members that newer deployments have beyond the interface, as an extension. Off unless a deployment
 * names it: `extend: newerMembers`, `CROSSCHECK_EXTEND=crosscheck/presets` or `--extend crosscheck/presets`.
 */

import { z } from 'zod';
import type { Extension, OnSimulate } from './contract/extension.js';
import { formats } from './contract/formats.js';

const { alphaAddress, betaAddress } = formats;

/**
 * The members of requests and answers that newer deployments have (practice). `startLocalDeployment({ extend: newerMembers,
 * onSimulate })` answers with them.
 *
 * @example
 * import { defineDeployment } from 'crosscheck';
 * import { newerMembers } from 'crosscheck/presets';
 *
 * const staging = defineDeployment({
 *   simulatorUrl: 'https://simulator.staging.example.org',
 *   observerUrl: 'https://observer.staging.example.org',
 *   extend: newerMembers,
 * });
 */
export const newerMembers = {
  simulationRequest: {
    alphaValidExecutors: z
      .array(alphaAddress.schema)
      .optional()
      .describe('Addresses of the destination chain that may execute the message; empty or absent is any.'),
    betaValidExecutors: z
      .array(betaAddress.schema)
      .optional()
      .describe('Addresses of the source chain that may execute the message; empty or absent is any.'),
    calculateRollbackFee: z
      .boolean()
      .optional()
      .describe('Whether to include the fee of a rollback in the suggested fees.'),
  },
  betaAsset: {
    assetType: z.string().optional().describe('Type of the asset.'),
  },
  simulationResponse: {
    suggestedAlphaExecutionFee: z.string().optional().meta({
      description:
        'Suggested fee of the execution on the destination chain; decimal digits, also of failures.',
      volatile: true,
    }),
    suggestedBetaExecutionFee: z.string().optional().meta({
      description: 'Suggested fee of the execution on the source chain; decimal digits, also of failures.',
      volatile: true,
    }),
  },
  outMessage: {
    queryId: z
      .bigint()
      .optional()
      .meta({ description: 'Id of the message on the source chain; may pass 2^53.', volatile: true }),
    nftBurned: z.array(z.unknown()).nullable().optional().describe('NFTs burned; null where there are none.'),
    nftLocked: z.array(z.unknown()).nullable().optional().describe('NFTs locked; null where there are none.'),
  },
} satisfies Extension;

export default newerMembers;

/** What a rollback, and an execution on the source chain, cost on a local deployment, in gas. Synthetic. */
const rollbackGas = 50_000n;
const betaExecutionGas = 30_000n;
/** The gas of a failed call, whose estimate is absent. Synthetic. */
const failedGas = 21_000n;

/**
 * Computes the members of {@link newerMembers} for a local deployment: a fee is gas times the suggested gas price. The gas on
 * the destination chain is the estimate, or 21,000 of a failure; on the source chain 30,000 (assumption). `calculateRollbackFee`
 * adds 50,000 (assumption). A message has a query id, which is its index, and no NFTs.
 */
export const onSimulate: OnSimulate = ({ calculateRollbackFee }, answer) => {
  const price = BigInt(answer.feeParams?.suggestedGasPrice ?? '0');
  const rollback = calculateRollbackFee === true ? rollbackGas : 0n;
  return {
    suggestedAlphaExecutionFee: `${((answer.estimatedGas ?? failedGas) + rollback) * price}`,
    suggestedBetaExecutionFee: `${(betaExecutionGas + rollback) * price}`,
    ...(answer.outMessages && {
      outMessages: answer.outMessages.map((message, index) => ({
        ...message,
        queryId: BigInt(index),
        nftBurned: null,
        nftLocked: null,
      })),
    }),
  };
};
