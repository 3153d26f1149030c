import type { InclusionResponse } from './inclusion-schema.js';

/** Every field of a request that a deployment may insist on. Section 2.1. */
export const requestFieldPaths = [
  'shardsKey',
  'alphaCallParams',
  'alphaCallParams.target',
  'alphaCallParams.arguments',
  'alphaCallParams.methodName',
  'betaAssets',
  'betaAssets[].amount',
  'betaAssets[].tokenAddress',
  'betaCaller',
  'executorAddress',
  'extraData',
  'feeAssetAddress',
] as const;

/** A field of a request, by its path. */
export type RequestFieldPath = (typeof requestFieldPaths)[number];

/** What the observer's answer says of an operation, before anything is decided about it. */
export type InclusionState = InclusionResponse['response'];

/**
 * How one deployment fills in what the interface calls "not shown". Each member is an option of `defineDeployment`
 * with the default of {@link practice}; none of them is part of the interface.
 */
export interface Conventions {
  /** Request fields that must be there (section 2.1: not shown). Default: those marked required in practice. */
  readonly requiredRequestFields: readonly RequestFieldPath[];
  /**
   * `practice`: request strings must be canonical decimals, hex bytes and addresses before they are sent;
   * `open`: any string goes (section 2.1: format, encoding and units not shown). Default: `practice`.
   */
  readonly requestFormats: 'practice' | 'open';
  /** Name of the query parameter that carries the operation id (section 4.2: not shown). Default: `operationId`. */
  readonly operationIdParameter: string;
  /**
   * Stage names in the order in which an operation reaches them, with neutral chain names (section 2.3: only `start`
   * is shown). An empty list says that the order is not known.
   */
  readonly stages: readonly string[];
  /**
   * The stage from which on the message counts as included in consensus on the source chain (section 3: not shown).
   * Default: `includedInBETAConsensus`.
   */
  readonly includedStage: string;
  /** Values of `blockchainType`, neutral (section 2.3: only the destination chain's is shown). */
  readonly blockchainTypes: readonly string[];
  /** Unit of `response.timestamp` (section 2.3: not shown). Default: `s`, unix seconds. */
  readonly timestampUnit: 's' | 'ms';
  /** Whether a record says that the message is included (section 3: not shown). Default: {@link isIncluded}. */
  readonly isIncluded: (state: InclusionState, conventions: Conventions) => boolean;
  /** Whether a record says that it never will be (section 7: failure details). Default: {@link isRejected}. */
  readonly isRejected: (state: InclusionState, conventions: Conventions) => boolean;
  /**
   * Whether a record says that the operation ends on the destination chain, so that nothing of it is ever included
   * on the source chain (section 3: not shown). Default: never, because nothing in the answer shows it.
   */
  readonly endsOnAlpha: (state: InclusionState, conventions: Conventions) => boolean;
  /**
   * What a 404 of the observer means (section 7: not shown): `pending`, not known yet; `rejected`, there is no such
   * operation; `error`, a failed probe that ends a wait. Default: `pending`.
   */
  readonly notFoundMeans: 'pending' | 'rejected' | 'error';
  /** Accept answers whose field names are in snake_case (seen in practice for a while). Default: `false`. */
  readonly acceptSnakeCase: boolean;
  /**
   * Whether campaigns hold members of simulations against forms (section 2.2: not shown). `strict`: amounts are canonical
   * decimals, ids `0x` and 64 hex digits, payloads hex bytes, addresses those of their chain, with a right checksum where
   * their letters are of both cases; `off`: any text goes. Default: `strict`. Practice.
   */
  readonly responseFormats: 'strict' | 'off';
  /**
   * How call data is encoded (section 2.2: not shown). `abi`: a selector and whole words, with length and padding of
   * each text and bytes value, as the contract ABI specification has it; `unknown`: nothing is demanded but the parts of
   * the call. Default: `abi`. Assumption.
   */
  readonly callDataEncoding: 'abi' | 'unknown';
  /**
   * What `estimatedGas` is of (section 2.2: not shown). `transaction`: of a transaction with the call data that is shown,
   * so never less than the chain demands for these bytes, and more for more of them; `unknown`: of anything. Default:
   * `transaction`. Assumption.
   */
  readonly gasEstimate: 'transaction' | 'unknown';
  /**
   * What `estimatedJettonFeeAmount` follows (section 2.2: not shown). `gas`: of calls with the same fee parameters and fee
   * asset more gas costs more, and no more than in proportion; `unknown`: anything. Default: `gas`. Assumption.
   */
  readonly feeAmount: 'gas' | 'unknown';
  /**
   * Whether campaigns demand that what leaves a target does not exceed what came in and what it held: with more of one
   * asset, and all else alike, as much more of it leaves at most (section 2.2: not shown). Default: `true`. Assumption.
   */
  readonly conserveAssets: boolean;
  /**
   * Whether campaigns demand that block numbers of later answers are no smaller ones, and do not grow faster than any
   * chain does (section 2.2: not shown). Where several nodes answer of which some lag behind: `any`. Default: `ascending`.
   * Assumption.
   */
  readonly blockNumbers: 'ascending' | 'any';
}

/**
 * Included: the stage is {@link Conventions.includedStage} and did not fail, or is past it. A stage that is not one
 * of the known ones says nothing. Where no stages are known: `success` with a stage other than `start`, never
 * `success` alone. Assumption.
 */
export function isIncluded(state: InclusionState, { stages, includedStage }: Conventions): boolean {
  const { stage, success } = state;
  if (stage === undefined) return false;
  if (stages.length === 0) return success === true && stage !== 'start';
  const reached = stages.indexOf(stage);
  const wanted = stages.indexOf(includedStage);
  return reached > wanted || (reached === wanted && success !== false);
}

/** Rejected: `success` is false and the note says why; `success: false` alone is "not yet". Assumption. */
export function isRejected({ success, note }: InclusionState): boolean {
  if (success !== false || note === undefined || note === null) return false;
  return [note.errorName, note.internalMsg, note.internalBytesError, note.content].some((text) => !!text);
}

/** The default conventions: what deployments were seen to do, and assumptions where nothing was seen. */
export const practice: Conventions = {
  requiredRequestFields: [
    'shardsKey',
    'alphaCallParams',
    'alphaCallParams.target',
    'betaAssets',
    'betaAssets[].amount',
    'betaCaller',
  ],
  requestFormats: 'practice',
  operationIdParameter: 'operationId',
  stages: [
    'start',
    'collectedInALPHA',
    'includedInALPHAConsensus',
    'executedInALPHA',
    'collectedInBETA',
    'includedInBETAConsensus',
    'executedInBETA',
  ],
  includedStage: 'includedInBETAConsensus',
  blockchainTypes: ['ALPHA', 'BETA'],
  timestampUnit: 's',
  isIncluded,
  isRejected,
  endsOnAlpha: () => false,
  notFoundMeans: 'pending',
  acceptSnakeCase: false,
  responseFormats: 'strict',
  callDataEncoding: 'abi',
  gasEstimate: 'transaction',
  feeAmount: 'gas',
  conserveAssets: true,
  blockNumbers: 'ascending',
};
