import fc, { type Arbitrary } from 'fast-check';
import { type OptionFault, refuseFaults } from '../../../internal/options.js';
import { constantsOr } from '../../drawing/constants-or.js';
import { drawn } from '../../drawing/drawn.js';
import { members } from '../../drawing/members.js';
import { pick } from '../../drawing/pick.js';
import { profileFaults, profileRules } from '../../drawing/profile-options.js';
import { refuseOptions } from '../../drawing/refuse-options.js';
import { forgetful } from '../forgetful.js';
import { inclusionState } from '../observer/inclusion-state.js';
import { type Observer, type ObserverOptions, observerOf } from '../observer/observer.js';
import { oneOfOrdered } from '../one-of-ordered.js';
import { alwaysThere } from '../presence.js';
import { historyKindOf } from './history-kind-of.js';
import {
  historyKindsRule,
  type InclusionHistory,
  type InclusionHistoryKind,
  legalHistories,
  type ObserverAnswer,
} from './history-kinds.js';
import { drawPolls } from './history-polls.js';
import { type HistoryStages, historyStages, whyNever } from './history-stages.js';

/** What {@link inclusionHistory} gives. */
export interface InclusionHistoryOptions extends ObserverOptions {
  /**
   * Kinds to give, of `legalHistories` and `illegalHistories`. Default: the legal ones that there can be under the
   * conventions.
   */
  readonly kinds?: readonly InclusionHistoryKind[] | undefined;
}

const rules = { ...profileRules, kinds: historyKindsRule };
const drawsToFindOne = 100;

/**
 * Gives what an observer answers about one operation to one poll after the other, to test what polls: stages in the
 * deployment's order, some of them missed, most answers repeated; timestamps and transactions that grow, or are never
 * given. A legal history has no finding of `inconsistenciesIn`, an illegal one exactly the one that it is named after;
 * shrinks to the shortest of its kind. Knows no time between polls, and no failing requests. Names are neutral; with
 * `chains` or `deployment` they are those on the wire. Section 2.3; the order is practice.
 *
 * @throws {UsageError} for an option that is unknown or bad, and for a kind that there cannot be under the conventions.
 * @example
 * import { illegalHistories, inclusionHistory } from 'crosscheck/arbitraries';
 * import fc from 'fast-check';
 *
 * const histories = inclusionHistory({ kinds: illegalHistories, conventions: { timestampUnit: 'ms' } });
 * fc.assert(fc.property(histories, ({ polls }) => polls.length >= 2));
 */
export function inclusionHistory(options: InclusionHistoryOptions = {}): Arbitrary<InclusionHistory> {
  refuseOptions('inclusionHistory', options, rules, () => profileFaults(options));
  const observer = observerOf(options);
  const stages = historyStages(observer);
  const wanted = options.kinds ?? legalHistories;
  const faults = wanted.flatMap((kind) => neverFaults(kind, stages, observer));
  const kinds = wanted.filter((kind) => !faults.some((fault) => fault.kind === kind));
  if (options.kinds !== undefined || kinds.length === 0)
    refuseFaults('inclusionHistory was given bad options', faults);
  return historiesOf(kinds, stages, observer);
}

function historiesOf(
  kinds: readonly InclusionHistoryKind[],
  stages: HistoryStages,
  observer: Observer,
): Arbitrary<InclusionHistory> {
  const anyHistory = members<InclusionHistory>({
    kind: oneOfOrdered(kinds),
    polls: fc.array(observerAnswer(observer)),
  });
  const histories = drawn((random) => {
    const kind = pick(random, kinds);
    return { kind, polls: drawPolls(random, kind, stages, observer) };
  }, anyHistory);
  return forgetful(histories.filter(({ kind, polls }) => historyKindOf(polls, observer) === kind));
}

/** Stage and success are always there: an answer without them would be a history that says nothing. */
function observerAnswer(observer: Observer): Arbitrary<ObserverAnswer> {
  const write = (response: ReturnType<typeof read>): ObserverAnswer =>
    response === undefined ? { status: 404 } : { status: 200, body: { response } };
  return constantsOr([undefined], inclusionState(observer, alwaysThere), 1).map(write, read);
}

function read(answer: unknown) {
  if (typeof answer !== 'object' || answer === null) throw new TypeError('not an answer');
  const { status, body, ...others } = answer as Partial<Extract<ObserverAnswer, { status: 200 }>>;
  const { response, ...more } = body ?? {};
  const isKnown = status === 200 && response !== undefined;
  const isUnknown = (status as number) === 404 && body === undefined;
  if (!(isKnown || isUnknown) || Object.keys(others).length + Object.keys(more).length > 0)
    throw new TypeError('not an answer of an observer');
  return response;
}

/** A filter that nothing passes would never come to an end. */
function neverFaults(
  kind: InclusionHistoryKind,
  stages: HistoryStages,
  observer: Observer,
): (OptionFault & { readonly kind: InclusionHistoryKind })[] {
  const reason = whyNever(kind, stages, observer) ?? whyNeverDrawn(kind, stages, observer);
  return reason === undefined ? [] : [{ kind, path: 'kinds', message: `cannot be ${kind}: ${reason}` }];
}

function whyNeverDrawn(
  kind: InclusionHistoryKind,
  stages: HistoryStages,
  observer: Observer,
): string | undefined {
  const tries = drawn(
    (random) => drawPolls(random, kind, stages, observer),
    fc.constant<ObserverAnswer[]>([]),
  );
  const isFound = fc
    .sample(tries, { numRuns: drawsToFindOne, seed: 1 })
    .some((polls) => historyKindOf(polls, observer) === kind);
  return isFound
    ? undefined
    : `the conventions judged ${drawsToFindOne} histories made to be so, and found none of them to be`;
}
