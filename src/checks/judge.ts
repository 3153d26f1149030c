import type { CaseRequest, Expectation } from '../case/case-plan.js';
import type { Answer, Observation, ObservedCase, RequestSpan } from '../case/observation.js';
import { stalenessOf } from '../client/evidence.js';
import type { Conventions, InclusionState } from '../contract/conventions.js';
import { createDialect, isNeutral } from '../contract/dialect.js';
import type { Simulation } from '../contract/responses.js';
import type { Check, CheckContext, CheckedViolation, Violation } from './check.js';
import { EarlierAnswers, type RecordState, type SeenState, stateOf } from './earlier-answers.js';

/** Returns the violations that checks find in a case, in the order of the checks; messages have the deployment's names. */
export function judgeCase(
  observed: ObservedCase,
  context: CheckContext,
  checks: readonly Check[],
): CheckedViolation[] {
  const found: CheckedViolation[] = [];
  const fresh = withoutCached(observed);
  for (const check of checks)
    for (const violation of check.judge(check.judgesCached ? observed : fresh, context))
      found.push({ check, violation });
  if (found.length === 0 || isNeutral(context.chains)) return found;
  const { toWireText } = createDialect(context.chains, context.conventions);
  return found.map(({ check, violation }) => {
    const [expected, received] = [toWireText(violation.expected), toWireText(violation.received)];
    return { check, violation: { ...violation, expected, received } };
  });
}

/** Leaves out cached answers: they answer an earlier request, so they prove nothing about this one. */
function withoutCached(observed: ObservedCase): ObservedCase {
  const isCached = ({ answer }: Observation): boolean => stalenessOf(answer) !== undefined;
  if (!observed.observations.some(isCached)) return observed;
  const observations = observed.observations.map((observation) =>
    isCached(observation) ? { ...observation, answer: undefined } : observation,
  );
  return { ...observed, observations };
}

/** A violation in the outcome of one request; its judge adds the index. */
export type AnswerViolation = Omit<Violation, 'at'>;

/** What a check of one answer returns. */
type Found<One> = readonly One[] | One | undefined;

const none: readonly Violation[] = [];

/**
 * Creates the judge of a check that examines one observation at a time. Of several violations with the same path and class,
 * as in the items of a list, only the first counts.
 */
export function judgeEach(
  violationsOf: (observation: Observation, context: CheckContext) => Found<AnswerViolation>,
): Check['judge'] {
  return ({ observations }, context) => {
    let found = none;
    for (let at = 0; at < observations.length; at++) {
      const violations = violationsOf(observations[at] as Observation, context);
      if (violations === undefined || (Array.isArray(violations) && violations.length === 0)) continue;
      found = [...found, ...firstOfEach([violations].flat().map((violation) => ({ at, ...violation })))];
    }
    return found;
  };
}

function firstOfEach(violations: readonly Violation[]): Violation[] {
  const first = new Map<string, Violation>();
  for (const violation of violations) {
    const key = `${violation.at} ${violation.path} ${violation.class}`;
    if (!first.has(key)) first.set(key, violation);
  }
  return [...first.values()];
}

/** Returns the violations in the content of an answer. */
type ViolationsOf<Content> = (
  content: Content,
  expect: Expectation,
  context: CheckContext,
) => Found<AnswerViolation>;

/** Creates the judge of a check that examines one simulation at a time. */
export function judgeSimulations(violationsOf: ViolationsOf<Simulation>): Check['judge'] {
  return judgeEach(({ request, answer }, context) => {
    const simulation = answer?.simulation;
    return simulation && violationsOf(simulation, request.expect, context);
  });
}

/** Creates the judge of a check that examines one record of an operation at a time. */
export function judgeRecords(violationsOf: ViolationsOf<InclusionState>): Check['judge'] {
  return judgeEach(({ request, answer }, context) => {
    const record = answer?.inclusion;
    return record && violationsOf(record, request.expect, context);
  });
}

/** A violation that contradicts an earlier answer, and the request of that answer. */
export interface Contradiction extends AnswerViolation {
  readonly to: CaseRequest;
}

/**
 * Creates the judge of a check that compares each answer with earlier ones: first with those of its own case, so that the
 * case shows the violation by itself, then with those of the whole campaign.
 */
export function judgeAfter(
  contradictionsOf: (
    observation: Observation,
    span: RequestSpan,
    earlier: EarlierAnswers,
    context: CheckContext,
  ) => Found<Contradiction>,
): Check['judge'] {
  return (observed, context) => {
    const { observations } = observed;
    if (!observations.some(isOfInterface)) return none;
    const { spans, earlier: ofCase } = spannedCase(observed, context);
    const found: Violation[] = [];
    for (const [at, observation] of observations.entries()) {
      const judge = (earlier: EarlierAnswers | undefined): void => {
        const contradictions =
          earlier && contradictionsOf(observation, spans[at] as RequestSpan, earlier, context);
        for (const { to, ...violation } of contradictions === undefined ? [] : [contradictions].flat())
          found.push({ at, ...violation, ...(earlier === ofCase ? {} : { contradicts: to }) });
      };
      judge(ofCase);
      judge(context.earlier);
    }
    return found.length < 2 ? found : firstOfEach(found);
  };
}

function isOfInterface({ request }: Observation): boolean {
  return request.endpoint === 'inclusion' || request.endpoint === 'simulate';
}

/** An answer about a known operation. */
export interface Poll {
  readonly operationId: string;
  readonly state: RecordState;
  readonly answer: Answer;
  readonly request: CaseRequest;
  readonly span: RequestSpan;
  /** The different answers about the operation that had arrived before this one was requested. */
  readonly before: readonly SeenState[];
}

/** Creates the judge of a check that compares each poll of an operation with earlier answers. */
export function judgePolls(
  contradictionsOf: (poll: Poll, context: CheckContext, earlier: EarlierAnswers) => Found<Contradiction>,
): Check['judge'] {
  return judgeAfter(({ request, answer }, span, earlier, context) => {
    const { expect } = request;
    if (answer === undefined || expect.kind !== 'known') return undefined;
    const state = stateOf(request, answer, context.conventions);
    if (state === undefined) return undefined;
    const { operationId } = expect;
    const poll: Poll = {
      operationId,
      state,
      answer,
      request,
      span,
      get before() {
        return earlier.statesOf(operationId, span.startMs);
      },
    };
    return contradictionsOf(poll, context, earlier);
  });
}

/** When each request of a case was in progress, and the content of its answers. */
interface SpannedCase {
  readonly spans: readonly RequestSpan[];
  /** Absent for a single request, which has no earlier ones. */
  readonly earlier?: EarlierAnswers;
}

/** Computed once for all checks of a case. */
const spannedCases = new WeakMap<ObservedCase, SpannedCase>();

function spannedCase(observed: ObservedCase, { conventions }: CheckContext): SpannedCase {
  const known = spannedCases.get(observed);
  if (known !== undefined) return known;
  const spans = spansOf(observed);
  const spanned = spans.length < 2 ? { spans } : { spans, earlier: answersOf(observed, spans, conventions) };
  spannedCases.set(observed, spanned);
  return spanned;
}

function answersOf(
  { observations }: ObservedCase,
  spans: readonly RequestSpan[],
  conventions: Conventions,
): EarlierAnswers {
  const earlier = new EarlierAnswers(conventions);
  for (const [at, observation] of observations.entries()) earlier.note(observation, spans[at] as RequestSpan);
  return earlier;
}

/** Without measured times, a step begins when the previous one has ended. */
function spansOf({ plan, observations }: ObservedCase): RequestSpan[] {
  const steps = plan.steps.flatMap(({ requests }, step) => requests.map(() => step));
  return observations.map(({ span }, at) => {
    const startMs = 2 * (steps[at] ?? at);
    return span ?? { startMs, endMs: startMs + 1, endedAtMs: Number.POSITIVE_INFINITY };
  });
}
