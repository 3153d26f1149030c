import { z } from 'zod';
import { isPlainObject } from '../internal/objects.js';
import { boolean, callback, checkedValue, choice, list, reportIssue, text } from '../internal/options.js';
import { formatValue } from '../internal/print.js';
import { optionalBooleanOf } from '../internal/user-callback.js';
import { errorNamesInPractice } from './error-names.js';
import type { Extension } from './extension.js';
import { type ChainName, type OpenName, type Stage, stagesInPractice } from './names.js';
import type { InclusionResponse } from './responses.js';
import { requestFieldPaths, requiredInPractice } from './simulation-request.js';

/** What the observer's answer says of an operation, before anything is decided about it. */
export type InclusionState = InclusionResponse['response'];

/** A predicate on the record of an operation. Returns undefined if the record does not decide. */
export type RecordPredicate = (state: InclusionState, conventions: Conventions) => boolean | undefined;

/** A name of which editors complete the known ones. */
function name<Known extends string>(): z.ZodType<OpenName<Known>, OpenName<Known>> {
  return text() as unknown as z.ZodType<OpenName<Known>, OpenName<Known>>;
}

const conventionShape = {
  /** The required request fields (section 2.1: not shown). Default: those required in practice. */
  requiredRequestFields: list(choice(...requestFieldPaths))
    .default(requiredInPractice)
    .meta({ env: 'CROSSCHECK_REQUIRED_REQUEST_FIELDS' }),
  /**
   * Whether requests are checked before they are sent (section 2.1: format, encoding and units not shown). `strict`:
   * strings must be canonical decimals, hex bytes and addresses, and operation ids `0x` and 64 hex digits, as in practice;
   * `off`: any string is sent. Default: `strict`.
   */
  requestValidation: choice('strict', 'off').default('strict').meta({ env: 'CROSSCHECK_REQUEST_VALIDATION' }),
  /**
   * How to treat request members that the interface does not name, in the request itself, its call and its assets
   * (section 2.1: not shown; newer deployments have some). `reject`: the client rejects them before it sends the request
   * and suggests the closest name; `allow`: it sends them. Default: `reject`. Assumption.
   */
  additionalRequestMembers: choice('reject', 'allow')
    .default('reject')
    .meta({ env: 'CROSSCHECK_ADDITIONAL_REQUEST_MEMBERS' }),
  /**
   * Whether the deployment accepts a JSON body with duplicate members (section 2.1: not shown). `reject`: a campaign
   * expects it to reject them, because parsers differ in which of the two they use; `allow`: a campaign sends no such
   * bodies. Default: `reject`. Assumption.
   */
  duplicateRequestMembers: choice('reject', 'allow')
    .default('reject')
    .meta({ env: 'CROSSCHECK_DUPLICATE_REQUEST_MEMBERS' }),
  /**
   * The members that the deployment has beyond the interface. The option `extend` of `defineDeployment` sets it. Default: none.
   */
  extend: checkedValue<Extension>((value) =>
    isPlainObject(value) ? undefined : 'must be an object of zod shapes',
  )
    .default({})
    .meta({ secret: true }),
  /** Name of the query parameter that carries the operation id (section 4.2: not shown). Default: `operationId`. */
  operationIdParameter: text().default('operationId').meta({ env: 'CROSSCHECK_OPERATION_ID_PARAMETER' }),
  /**
   * Stage names in the order in which an operation reaches them, with neutral chain names (section 2.3: only `start`
   * is shown). An empty list means that the order is not known: then only `includedStage` itself counts as
   * included, or what `isIncluded` says.
   */
  stages: list(name<Stage>())
    .meta({ uniqueItems: true })
    .default([...stagesInPractice])
    .meta({ env: 'CROSSCHECK_STAGES' }),
  /**
   * The stage from which on the message counts as included in consensus on the source chain (section 3: not shown).
   * Default: `includedInBETAConsensus`.
   */
  includedStage: name<Exclude<Stage, 'start'>>()
    .meta({ pattern: '^(?!start$)[\\s\\S]*\\S' })
    .default('includedInBETAConsensus')
    .meta({ env: 'CROSSCHECK_INCLUDED_STAGE' }),
  /** Values of `blockchainType`, neutral (section 2.3: only the destination chain's is shown). */
  blockchainTypes: list(name<ChainName>())
    .meta({ uniqueItems: true })
    .default(['ALPHA', 'BETA'])
    .meta({ env: 'CROSSCHECK_BLOCKCHAIN_TYPES' }),
  /**
   * Whether operations may share a transaction, as those of one batch do (section 2.3: not shown). Default: `false`, so
   * that a transaction which two operations list is a finding. Assumption.
   */
  transactionsShared: boolean().default(false).meta({ env: 'CROSSCHECK_TRANSACTIONS_SHARED' }),
  /**
   * The known values of `note.errorName` (section 2.3: not shown). With an empty list any value is accepted. Default:
   * those seen in practice.
   */
  errorNames: list(text()).default(errorNamesInPractice).meta({ env: 'CROSSCHECK_ERROR_NAMES' }),
  /**
   * Whether the letter case of hex digits matters in operation ids of queries (section 4.2: not shown). `any`:
   * upper-case digits name the same operation; `exact`: an id in another letter case names none; `open`: either.
   * Default: `any`. Assumption.
   */
  operationIdCase: choice('any', 'exact', 'open')
    .default('any')
    .meta({ env: 'CROSSCHECK_OPERATION_ID_CASE' }),
  /** Unit of `response.timestamp` (section 2.3: not shown). Default: `s`, unix seconds. */
  timestampUnit: choice('s', 'ms').default('s').meta({ env: 'CROSSCHECK_TIMESTAMP_UNIT' }),
  /**
   * Returns whether a record says that the message is included (section 3: not shown); undefined when the record does
   * not say, which is not "no". Default: included from the stage `includedStage` on, unless that stage failed. A record
   * without a stage, or with an unknown one, does not say. If no stages are known, `start` is not included and any stage
   * other than `includedStage` does not say. Assumption.
   */
  isIncluded: callback<RecordPredicate>().default(() => isIncludedByDefault),
  /**
   * Returns whether a record says that the message never will be included (section 7: failure details); undefined when
   * the record does not say. Default: rejected if `success` is false and the note says why. `success: false` alone means
   * "not yet". A record without `success` does not say, nor does one with such a note if `isIncluded` does not say: a stage
   * after the inclusion may have failed. Nor does a success with a `note.errorName` that is not included. Assumption.
   */
  isRejected: callback<RecordPredicate>().default(() => isRejectedByDefault),
  /**
   * Returns whether a record says that the operation ends on the destination chain, so that none of its messages is ever
   * included on the source chain (section 3: not shown). Default: always false, because the answer does not show it.
   */
  endsOnAlpha: callback<(state: InclusionState, conventions: Conventions) => boolean>().default(
    () => neverEndsOnAlpha,
  ),
  /**
   * What a 404 of the observer means (section 7: not shown): `pending`, the operation is not known yet; `rejected`,
   * there is no such operation; `error`, a failed poll that ends the wait. Default: `pending`.
   */
  notFoundMeans: choice('pending', 'rejected', 'error')
    .default('pending')
    .meta({ env: 'CROSSCHECK_NOT_FOUND_MEANS' }),
  /**
   * Whether campaigns check the formats of members of simulations and notes (sections 2.2 and 2.3: not shown). `strict`:
   * amounts are canonical decimals, ids `0x` and 64 hex digits, payloads hex bytes; addresses are those of their chain,
   * with a correct checksum if their letters are in both cases; notes have bytes with `0x` and texts that are not
   * HTML-escaped. A pattern of a matcher that does not match must have these formats too. `off`: any text. Default: `strict`.
   * Practice.
   */
  responseFormats: choice('strict', 'off').default('strict').meta({ env: 'CROSSCHECK_RESPONSE_FORMATS' }),
};

/** The conventions of a deployment with their defaults. Names of chains, stages and fields are neutral. */
export const conventionsSchema = z.strictObject(conventionShape).superRefine(reportNames);

/**
 * The conventions of a deployment: how it fills in what the interface calls "not shown". Each member is an option of
 * `defineDeployment` with a default. None of them is part of the interface.
 */
export interface Conventions extends Readonly<z.output<z.ZodObject<typeof conventionShape>>> {}

/**
 * Returns whether a record says that the message is included: the result of {@link Conventions.isIncluded} of the
 * deployment, undefined when the record does not say. Inside that predicate it returns the result of the default one.
 *
 * @throws {UsageError} when the predicate throws, or returns anything but true, false and undefined.
 */
export function isIncluded(
  state: InclusionState,
  conventions: Conventions = defaultConventions,
): boolean | undefined {
  return judged('isIncluded', state, conventions);
}

/**
 * Returns whether a record says that the message never will be included: the result of {@link Conventions.isRejected} of
 * the deployment, undefined when the record does not say. Inside that predicate it returns the result of the default
 * one.
 *
 * @throws {UsageError} when the predicate throws, or returns anything but true, false and undefined.
 */
export function isRejected(
  state: InclusionState,
  conventions: Conventions = defaultConventions,
): boolean | undefined {
  return judged('isRejected', state, conventions);
}

/** The custom predicates that run now: one may extend the default by calling isIncluded or isRejected. */
const running = {
  isIncluded: new Set<Conventions['isIncluded']>(),
  isRejected: new Set<Conventions['isRejected']>(),
};

function judged(
  name: 'isIncluded' | 'isRejected',
  state: InclusionState,
  conventions: Conventions,
): boolean | undefined {
  const byDefault = defaultConventions[name];
  const { [name]: given = byDefault } = conventions;
  if (given === byDefault || running[name].has(given)) return byDefault(state, conventions);
  running[name].add(given);
  try {
    // `stage = 'x'` in place of `===` must not change the record.
    const shown = Object.freeze({ ...state });
    return optionalBooleanOf(`The convention ${name}`, () => given(shown, conventions));
  } finally {
    running[name].delete(given);
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

function isRejectedByDefault(state: InclusionState, conventions: Conventions): boolean | undefined {
  const { success, note } = state;
  if (typeof success !== 'boolean') return undefined;
  // A success that names an error contradicts itself, unless a rollback is included, which keeps the error.
  if (success && saysSomething(note?.errorName)) return isIncluded(state, conventions) ? false : undefined;
  if (success || note === undefined || note === null) return false;
  const { errorName, internalMsg, internalBytesError, content } = note;
  if (![errorName, internalMsg, internalBytesError, content].some(saysSomething)) return false;
  // What failed may be a stage after the inclusion.
  return isIncluded(state, conventions) === undefined ? undefined : true;
}

/** Returns whether a member of a note has content: more than blanks, or `0x`, which is no bytes. */
function saysSomething(text: string | null | undefined): boolean {
  return !/^\s*(?:0x)?\s*$/i.test(text ?? '');
}

/** The first stage of every operation, shown by the interface (section 2.3). It is never the included stage. */
const firstStage = 'start';

/** Reports contradictory names. */
function reportNames(
  { stages, includedStage, blockchainTypes }: z.output<z.ZodObject<typeof conventionShape>>,
  context: z.RefinementCtx,
): void {
  const report = (name: keyof Conventions, message: string): void => reportIssue(context, [name], message);
  const later = stages.filter((stage) => stage !== firstStage).join(', ');
  if (includedStage === firstStage)
    report(
      'includedStage',
      `must be a stage at which an operation can be included, which ${firstStage} is not: ${later || 'any other name'}`,
    );
  else if (stages.length > 0 && !stages.includes(includedStage))
    report('includedStage', `must be one of the stages, which ${includedStage} is not: ${later}`);
  for (const [name, list, thing] of [
    ['stages', stages, 'stage'],
    ['blockchainTypes', blockchainTypes, 'type'],
  ] as const) {
    const repeated = list.find((item, at) => list.indexOf(item) < at);
    if (repeated !== undefined)
      report(name, `must name each ${thing} once, got ${formatValue(repeated)} twice`);
  }
}

function neverEndsOnAlpha(): boolean {
  return false;
}

/** The default conventions: what deployments were seen to do, and assumptions where nothing was seen. */
export const defaultConventions: Conventions = conventionsSchema.parse({});
