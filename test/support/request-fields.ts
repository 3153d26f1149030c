import type { RequestFieldPath } from 'crosscheck/contract';

// The compiler finds a field that is missing here.
const fields: Record<RequestFieldPath, true> = {
  shardsKey: true,
  alphaCallParams: true,
  'alphaCallParams.target': true,
  'alphaCallParams.arguments': true,
  'alphaCallParams.methodName': true,
  betaAssets: true,
  'betaAssets[].amount': true,
  'betaAssets[].tokenAddress': true,
  betaCaller: true,
  executorAddress: true,
  extraData: true,
  feeAssetAddress: true,
};

/** The path of every field of a simulation request. */
export const requestFields = Object.keys(fields) as readonly RequestFieldPath[];
