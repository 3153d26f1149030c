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
   * `practice`: request strings must be canonical decimals, hex bytes and addresses before they are sent, and operation
   * ids `0x` and 64 hex digits;
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
  /**
   * Which transactions a record lists (section 2.3: "related transactions"): `so-far`, all of the operation up to the stage
   * shown; `of-stage`, those of the stage shown alone. Default: `so-far`. Assumption.
   */
  readonly transactionsListed: 'so-far' | 'of-stage';
  /**
   * Whether operations may share a transaction, as those of one batch do (section 2.3: not shown). Default: `false`, so
   * that a transaction which two operations list is a finding. Assumption.
   */
  readonly transactionsShared: boolean;
  /**
   * Values of `note.errorName` (section 2.3: not shown). An empty list says that they are not known. Default: those seen in
   * practice.
   */
  readonly errorNames: readonly string[];
  /**
   * Letter case of the hex digits of operation ids in queries (section 4.2: not shown): `any`, upper-case digits name the same
   * operation; `exact`, an id in another letter case names none; `open`, either. Default: `any`. Assumption.
   */
  readonly operationIdCase: 'any' | 'exact' | 'open';
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
  transactionsListed: 'so-far',
  transactionsShared: false,
  errorNames: [
    'ProxyCallError',
    'NotEnoughGas',
    'InvalidMerkleProof',
    'MessageAlreadyProcessed',
    'TokenNotExist',
  ],
  operationIdCase: 'any',
  timestampUnit: 's',
  isIncluded,
  isRejected,
  endsOnAlpha: () => false,
  notFoundMeans: 'pending',
  acceptSnakeCase: false,
};
