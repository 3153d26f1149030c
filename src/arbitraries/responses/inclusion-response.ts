import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import { type Conventions, defaultConventions, type InclusionState } from '../../contract/conventions.js';
import { createDialect, neutralChains } from '../../contract/dialect.js';
import {
  type InclusionNote,
  type InclusionResponse,
  type InclusionTransaction,
  inclusionFields,
  noteFields,
  transactionFields,
} from '../../contract/responses.js';
import { type InclusionVerdict, inclusionVerdict } from '../../contract/verdicts.js';
import { definedMembers } from '../../internal/objects.js';
import { choice, usageError } from '../../internal/options.js';
import { members, oneOfOrdered, shrunkLike, shrunkWithoutContext } from '../values/combinators.js';
import {
  type ProfileOptions,
  parseArbitraryOptions,
  profileIssues,
  profileShape,
} from '../values/options.js';
import {
  type Presence,
  responseList,
  responseObject,
  responseText,
  responseTimestamp,
  sometimesPresent,
} from './response-values.js';

const responseShape = {
  ...profileShape,
  /** Only responses that mean this by the conventions. Default: any. */
  verdict: choice('pending', 'included', 'rejected').optional(),
};

const responseOptions = z.strictObject(responseShape);

/** What {@link inclusionResponse} generates. */
export interface InclusionResponseOptions extends Readonly<z.input<z.ZodObject<typeof responseShape>>> {}

const maxTries = 1000;

/**
 * Returns an arbitrary of bodies of the observer's response, to test what reads them: every field absent or there, null
 * where it may be, arrays empty and filled, timestamps in the deployment's unit as bigints, now and then beyond 2^53. They
 * need not make sense: see `inclusionTimeline` for responses that do. Names are neutral; with `chains` or `deployment` they
 * are those on the wire. `jsonText` of `crosscheck/contract` writes a body. Section 2.3.
 *
 * @throws {UsageError} for an option that is unknown or invalid, and for a verdict that the conventions never give.
 * @example
 * import { inclusionResponse } from 'crosscheck/arbitraries';
 * import fc from 'fast-check';
 *
 * const bodies = inclusionResponse({ verdict: 'rejected', chains: { alpha: 'evm', beta: 'tvm' } });
 * fc.assert(fc.property(bodies, ({ response }) => response.success === false));
 */
export function inclusionResponse(options: InclusionResponseOptions = {}): Arbitrary<InclusionResponse> {
  parseArbitraryOptions('inclusionResponse', responseOptions, options, profileIssues);
  const observer = observerOf(options);
  const responses = members<InclusionResponse>({ response: inclusionState(observer) });
  const { verdict } = options;
  if (verdict === undefined) return responses;
  const means = ({ response }: InclusionResponse): boolean => observer.verdictOf(response) === verdict;
  assertSome(responses, means, verdict);
  return shrunkWithoutContext(responses.filter(means));
}

/** Throws if nothing passes a filter, which would otherwise never terminate. */
function assertSome(
  responses: Arbitrary<InclusionResponse>,
  means: (response: InclusionResponse) => boolean,
  verdict: string,
): void {
  if (fc.sample(responses, { numRuns: maxTries, seed: 1 }).some(means)) return;
  const judges = "the conventions' isIncluded, isRejected and endsOnAlpha";
  const message = `cannot be ${verdict}: tried ${maxTries} answers with ${judges}; none matched`;
  throw usageError('inclusionResponse has invalid options', [{ path: 'verdict', message }]);
}

/** An observer to respond for: what it can write, and what that means. */
export interface Observer {
  readonly conventions: Conventions;
  /** Its stages on the wire, in order if known; the default ones if unknown. */
  readonly stages: readonly string[];
  readonly blockchainTypes: readonly string[];
  /** The errors that its notes name; the default ones if any are allowed. */
  readonly errorNames: readonly string[];
  /** Returns what it wrote, with neutral names. */
  readonly neutral: (state: InclusionState) => InclusionState;
  /** Returns what it wrote, judged by the conventions. */
  readonly verdictOf: (state: InclusionState) => InclusionVerdict;
}

/** Returns the observer that options describe, which were found good. */
export function observerOf({ conventions: some, chains: names, deployment }: ProfileOptions): Observer {
  const conventions = deployment?.conventions ?? { ...defaultConventions, ...definedMembers(some) };
  const chains = { ...neutralChains, ...definedMembers(names) };
  const { toWireName, fromWireInclusion } = deployment?.dialect ?? createDialect(chains, conventions);
  const written = (known: readonly string[], usual: readonly string[]): string[] =>
    (known.length > 0 ? known : usual).map(toWireName);
  return {
    conventions,
    stages: written(conventions.stages, defaultConventions.stages),
    blockchainTypes: written(conventions.blockchainTypes, defaultConventions.blockchainTypes),
    errorNames: conventions.errorNames.length > 0 ? conventions.errorNames : defaultConventions.errorNames,
    neutral: fromWireInclusion,
    verdictOf: (state) => inclusionVerdict(fromWireInclusion(state), conventions),
  };
}

/** Returns an arbitrary of what an observer may say of an operation; `presence` is that of stage and success. Section 2.3. */
export function inclusionState(
  { conventions, stages, blockchainTypes, errorNames }: Observer,
  presence: Presence = sometimesPresent,
): Arbitrary<InclusionState> {
  const { optional, nullable } = sometimesPresent;
  const transaction = responseObject<InclusionTransaction>(transactionFields, sometimesPresent, {
    blockchainType: optional(oneOfOrdered(blockchainTypes)),
  });
  return responseObject<InclusionState>(inclusionFields, sometimesPresent, {
    note: nullable(inclusionNote(errorNames)),
    stage: presence.optional(oneOfOrdered(stages)),
    success: presence.optional(oneOfOrdered([true, false])),
    timestamp: optional(responseTimestamp(conventions.timestampUnit)),
    transactions: nullable(responseList(transaction, 3)),
  });
}

/** Returns an arbitrary of notes about an operation, of no member, of some and of all. Section 2.3, `response.note`. */
export function inclusionNote(errorNames: readonly string[]): Arbitrary<InclusionNote> {
  const text = responseText();
  const name = fc.oneof(
    { arbitrary: text, weight: 1 },
    { arbitrary: fc.constantFrom(...errorNames), weight: 3 },
  );
  // The name is the most informative member, so shrinking removes it last.
  const { errorName, ...others } = noteFields;
  return responseObject<InclusionNote>({ ...others, errorName }, sometimesPresent, {
    errorName: sometimesPresent.optional(shrunkLike(name, text)),
  });
}
