import fc, { type Arbitrary } from 'fast-check';
import type { InclusionResponse } from '../../../contract/responses.js';
import { oneOf, refuseFaults } from '../../../internal/options.js';
import { members } from '../../drawing/members.js';
import { profileFaults, profileRules } from '../../drawing/profile-options.js';
import { refuseOptions } from '../../drawing/refuse-options.js';
import { forgetful } from '../forgetful.js';
import { inclusionState } from './inclusion-state.js';
import { type ObserverOptions, observerOf } from './observer.js';

/** What {@link inclusionResponse} gives. */
export interface InclusionResponseOptions extends ObserverOptions {
  /** Only answers that mean this by the conventions. Default: any. */
  readonly verdict?: 'pending' | 'included' | 'rejected' | undefined;
}

const rules = { ...profileRules, verdict: oneOf('pending', 'included', 'rejected') };
const drawsToFindOne = 1000;

/**
 * Gives bodies of the observer's answer, to test what reads them: every field absent or there, null where it may be,
 * arrays empty and filled, timestamps in the deployment's unit as bigints, now and then beyond 2^53. They need not make
 * sense: see `inclusionHistory` for answers that do. Names are neutral; with `chains` or `deployment` they are those
 * on the wire. `jsonText` of `crosscheck/contract` writes a body. Section 2.3.
 *
 * @throws {UsageError} for an option that is unknown or bad, and for a verdict that the conventions never come to.
 * @example
 * import { inclusionResponse } from 'crosscheck/arbitraries';
 * import fc from 'fast-check';
 *
 * const bodies = inclusionResponse({ verdict: 'rejected', chains: { alpha: 'evm', beta: 'tvm' } });
 * fc.assert(fc.property(bodies, ({ response }) => response.success === false));
 */
export function inclusionResponse(options: InclusionResponseOptions = {}): Arbitrary<InclusionResponse> {
  refuseOptions('inclusionResponse', options, rules, () => profileFaults(options));
  const observer = observerOf(options);
  const responses = members<InclusionResponse>({ response: inclusionState(observer) });
  const { verdict } = options;
  if (verdict === undefined) return responses;
  const means = ({ response }: InclusionResponse): boolean => observer.verdictOf(response) === verdict;
  refuseUnlessSome(responses, means, verdict);
  return forgetful(responses.filter(means));
}

/** A filter that nothing passes would never come to an end. */
function refuseUnlessSome(
  responses: Arbitrary<InclusionResponse>,
  means: (response: InclusionResponse) => boolean,
  verdict: string,
): void {
  if (fc.sample(responses, { numRuns: drawsToFindOne, seed: 1 }).some(means)) return;
  const judges = "the conventions' isIncluded, isRejected and endsOnAlpha";
  const message = `cannot be ${verdict}: ${judges} judged ${drawsToFindOne} answers, none of them so`;
  refuseFaults('inclusionResponse was given bad options', [{ path: 'verdict', message }]);
}
