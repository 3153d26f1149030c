import { optionalBooleanOf } from '../internal/user-callback.js';
import type { InclusionResponse } from './responses.js';
import { type RequestFieldPath, requiredInPractice } from './simulation-request.js';

/** What the observer's answer says of an operation, before anything is decided about it. */
export type InclusionState = InclusionResponse['response'];

/**
 * How one deployment fills in what the interface calls "not shown". Each member is an option of `defineDeployment`
 * with the default of {@link defaultConventions}; none of them is part of the interface.
 */
export interface Conventions {
  /** Request fields that must be there (section 2.1: not shown). Default: those marked required in practice. */
  readonly requiredRequestFields: readonly RequestFieldPath[];
  /**
   * Whether requests are checked before they are sent (section 2.1: format, encoding and units not shown). `strict`:
   * strings must be canonical decimals, hex bytes and addresses, and operation ids `0x` and 64 hex digits, as in practice;
   * `off`: any string is sent. Default: `strict`.
   */
  readonly requestValidation: 'strict' | 'off';
  /**
   * Members of a request that the interface does not name, in the request itself, its call and its assets (section 2.1:
   * not shown; newer deployments have some). `reject`: they are refused before they are sent, with the name that was
   * probably meant; `allow`: they are sent and taken. Default: `reject`, assumption.
   */
  readonly additionalRequestMembers: 'reject' | 'allow';
  /**
   * Whether the deployment takes a JSON body that names a member twice (section 2.1: not shown). `reject`: a campaign
   * expects a refusal, because readers differ in which of the two they take; `allow`: it does not send such bodies.
   * Default: `reject`, assumption.
   */
  readonly duplicateRequestMembers: 'reject' | 'allow';
  /** Name of the query parameter that carries the operation id (section 4.2: not shown). Default: `operationId`. */
  readonly operationIdParameter: string;
  /**
   * Stage names in the order in which an operation reaches them, with neutral chain names (section 2.3: only `start`
   * is shown). An empty list says that the order is not known: then only {@link Conventions.includedStage} itself counts as
   * included, or what {@link Conventions.isIncluded} says.
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
  /**
   * What `response.timestamp` says (section 2.3: not shown): `last-change`, when stage or success last changed, to the second
   * and by the clock of everybody; `unknown`, any moment. Default: `last-change`. Assumption.
   */
  readonly timestampMeans: 'last-change' | 'unknown';
  /**
   * Whether records of different operations at one stage have the same members (section 2.3: not shown): `uniform`, what one
   * has no other lacks, and all failed ones say why if `success` is not `false` for "not yet"; `any`, a record may lack any of
   * them. Default: `uniform`. Assumption.
   */
  readonly recordMembers: 'uniform' | 'any';
  /**
   * Whether a record says that the message is included (section 3: not shown); undefined when the record does not say, which
   * is not "no". Default: that of {@link defaultConventions}: included is the stage {@link Conventions.includedStage} unless it failed, and every
   * stage past it. A record without a stage, or with one that is not known, does not say. Where no stages are known, `start` is
   * not included and every stage but the included one says nothing: `success` is about the stage shown. Assumption.
   */
  readonly isIncluded: (state: InclusionState, conventions: Conventions) => boolean | undefined;
  /**
   * Whether a record says that it never will be (section 7: failure details); undefined when the record does not say.
   * Default: that of {@link defaultConventions}: `success` is false and the note says why; `success: false` alone is "not yet", and a
   * record without `success` does not say. Assumption.
   */
  readonly isRejected: (state: InclusionState, conventions: Conventions) => boolean | undefined;
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
   * Whether campaigns hold members of simulations and notes against forms (sections 2.2 and 2.3: not shown). `strict`: amounts are canonical
   * decimals, ids `0x` and 64 hex digits, payloads hex bytes, addresses those of their chain, with a right checksum where
   * their letters are of both cases, notes have bytes with `0x` and texts that are not escaped for HTML; `off`: any text goes. Default: `strict`. Practice.
   */
  readonly responseFormats: 'strict' | 'off';
  /**
   * How call data is encoded (section 2.2: not shown). `abi`: a selector and whole words, with length and padding of
   * each text and bytes value, as the contract ABI specification has it; `unknown`: nothing is demanded of call data.
   * Default: `abi`. Assumption.
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
   * asset, and all else alike, as much more of it leaves at most; and of two calls of a target on one block, of which one gives
   * an asset for another and one gives that back, both together make no more of either (section 2.2: not shown).
   * Default: `true`. Assumption.
   */
  readonly conserveAssets: boolean;
  /**
   * Whether campaigns demand that block numbers of later answers are no smaller ones, and that simulations which are under
   * way together do not each name another block (section 2.2: not shown). Where several nodes answer of which some lag
   * behind: `any`. Default: `ascending`. Assumption.
   */
  readonly blockNumbers: 'ascending' | 'any';
  /**
   * What the operation ids of outgoing messages follow (section 2.2: not shown). `message`: calls with another shards key or
   * another caller have other ids, because an operation is looked up by both, and the same call on one block does not have
   * others each time; `unknown`: anything, and only calls that have neither in common must not share one. Default: `message`. Assumption.
   */
  readonly operationIds: 'message' | 'unknown';
  /**
   * What `debugInfo.to` is (section 2.2: not shown). `uniform`: for calls of one kind either a contract that all of them go
   * through or the target of each, and then with the call data of that; `any`: anything. Default: `uniform`. Assumption.
   */
  readonly callRecipient: 'uniform' | 'any';
  /**
   * Which members simulations have (section 2.2: not shown). `uniform`: the same request is answered with the same members,
   * and what other successes name, each success names; `any`: members come and go. Default: `uniform`. Assumption.
   */
  readonly simulationMembers: 'uniform' | 'any';
}

/**
 * Tells whether a record says that the message is included: what {@link Conventions.isIncluded} of the deployment says, and
 * undefined when the record does not say. Called from within that very predicate it says what the default one does.
 *
 * @throws {UsageError} when the predicate throws, or gives anything but true, false and undefined.
 */
export function isIncluded(
  state: InclusionState,
  conventions: Conventions = defaultConventions,
): boolean | undefined {
  return judged('isIncluded', state, conventions);
}

/**
 * Tells whether a record says that the message never will be included: what {@link Conventions.isRejected} of the deployment
 * says, and undefined when the record does not say. Called from within that very predicate it says what the default one does.
 *
 * @throws {UsageError} when the predicate throws, or gives anything but true, false and undefined.
 */
export function isRejected(
  state: InclusionState,
  conventions: Conventions = defaultConventions,
): boolean | undefined {
  return judged('isRejected', state, conventions);
}

/** The predicates that are under way: one of a user's own may add to the default by calling what asks it. */
const asking = {
  isIncluded: new Set<Conventions['isIncluded']>(),
  isRejected: new Set<Conventions['isRejected']>(),
};

function judged(
  name: 'isIncluded' | 'isRejected',
  state: InclusionState,
  conventions: Conventions,
): boolean | undefined {
  const given = conventions[name] ?? defaultConventions[name];
  if (asking[name].has(given)) return defaultConventions[name](state, conventions);
  asking[name].add(given);
  try {
    return optionalBooleanOf(`The convention ${name}`, () => given(state, conventions));
  } finally {
    asking[name].delete(given);
  }
}

function isIncludedByDefault(
  { stage, success }: InclusionState,
  { stages, includedStage }: Conventions,
): boolean | undefined {
  if (stage === undefined) return undefined;
  if (stage === includedStage) return success !== false;
  if (stages.length === 0) return stage === 'start' ? false : undefined;
  const reached = stages.indexOf(stage);
  return reached < 0 ? undefined : reached > stages.indexOf(includedStage);
}

function isRejectedByDefault({ success, note }: InclusionState): boolean | undefined {
  if (typeof success !== 'boolean') return undefined;
  if (success || note === undefined || note === null) return false;
  return [note.errorName, note.internalMsg, note.internalBytesError, note.content].some((text) => !!text);
}

/** The default conventions: what deployments were seen to do, and assumptions where nothing was seen. */
export const defaultConventions: Conventions = {
  requiredRequestFields: requiredInPractice,
  requestValidation: 'strict',
  additionalRequestMembers: 'reject',
  duplicateRequestMembers: 'reject',
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
  timestampMeans: 'last-change',
  recordMembers: 'uniform',
  isIncluded: isIncludedByDefault,
  isRejected: isRejectedByDefault,
  endsOnAlpha: () => false,
  notFoundMeans: 'pending',
  acceptSnakeCase: false,
  responseFormats: 'strict',
  callDataEncoding: 'abi',
  gasEstimate: 'transaction',
  feeAmount: 'gas',
  conserveAssets: true,
  blockNumbers: 'ascending',
  operationIds: 'message',
  callRecipient: 'uniform',
  simulationMembers: 'uniform',
};
