import type { CaseRequest } from '../case/case-plan.js';
import type { Check, CheckContext, Violation } from '../case/check.js';
import type { AnswerViolation } from '../case/judge-each.js';
import type { Answer, Observation, ObservedCase, RequestSpan } from '../case/observation.js';
import { EarlierAnswers, type RecordState, stateOf } from './earlier-answers.js';

/** An answer about a known operation. */
export interface Poll {
  readonly operationId: string;
  readonly state: RecordState;
  readonly answer: Answer;
  readonly request: CaseRequest;
  readonly span: RequestSpan;
}

/** A violation that contradicts an earlier answer, and the request of that answer. */
export interface Contradiction extends AnswerViolation {
  readonly to: CaseRequest;
}

/** Creates the judge of a check that compares each poll of an operation with earlier answers. */
export function judgePolls(
  contradictionsOf: (
    poll: Poll,
    earlier: EarlierAnswers,
    context: CheckContext,
  ) => readonly Contradiction[] | Contradiction | undefined,
): Check['judge'] {
  return judgeAfter((observation, span, earlier, context) => {
    const { request, answer } = observation;
    const { expect } = request;
    if (answer === undefined || expect.kind !== 'known') return undefined;
    const state = stateOf(request, answer, context.conventions);
    if (state === undefined) return undefined;
    const poll = { operationId: expect.operationId, state, answer, request, span };
    return contradictionsOf(poll, earlier, context);
  });
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
  ) => readonly Contradiction[] | Contradiction | undefined,
): Check['judge'] {
  return (observed, context) => {
    const { observations } = observed;
    if (!observations.some(isOfInterface)) return none;
    const { spans, earlier: ofCase } = spannedCase(observed, context);
    const found = new Map<string, Violation>();
    for (const [at, observation] of observations.entries()) {
      const span = spans[at] as RequestSpan;
      const add = (earlier: EarlierAnswers, isOfCase: boolean): void => {
        for (const { to, ...violation } of [
          contradictionsOf(observation, span, earlier, context) ?? [],
        ].flat()) {
          const key = `${at} ${violation.path} ${violation.class}`;
          if (!found.has(key)) found.set(key, { at, ...violation, ...(isOfCase ? {} : { contradicts: to }) });
        }
      };
      add(ofCase, true);
      if (context.earlier !== undefined) add(context.earlier, false);
    }
    return [...found.values()];
  };
}

const none: readonly Violation[] = [];

function isOfInterface({ request }: Observation): boolean {
  return request.endpoint === 'inclusion' || request.endpoint === 'simulate';
}

/** When each request of a case was in progress, and the content of its answers. */
interface SpannedCase {
  readonly spans: readonly RequestSpan[];
  readonly earlier: EarlierAnswers;
}

/** Shared by all checks of a case. */
const spannedCases = new WeakMap<ObservedCase, SpannedCase>();

function spannedCase(observed: ObservedCase, { conventions }: CheckContext): SpannedCase {
  const known = spannedCases.get(observed);
  if (known !== undefined) return known;
  const spans = spansOf(observed);
  const earlier = new EarlierAnswers(conventions);
  for (const [at, observation] of observed.observations.entries())
    earlier.note(observation, spans[at] as RequestSpan);
  const spanned = { spans, earlier };
  spannedCases.set(observed, spanned);
  return spanned;
}

/** Without measured times, a step begins when the previous one has ended. */
export function spansOf({ plan, observations }: ObservedCase): RequestSpan[] {
  const steps = plan.steps.flatMap(({ requests }, step) => requests.map(() => step));
  const nowMs = Number.POSITIVE_INFINITY;
  return observations.map(
    ({ span }, at) =>
      span ?? {
        startMs: 2 * (steps[at] ?? at),
        endMs: 2 * (steps[at] ?? at) + 1,
        endedAtMs: nowMs,
      },
  );
}
