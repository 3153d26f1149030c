import type { CaseRequest } from '../case/case-plan.js';
import type { Check, CheckContext, Violation } from '../case/check.js';
import type { Flaw } from '../case/judge-each.js';
import type { Answer, Observation, ObservedCase, RequestSpan } from '../case/observation.js';
import { EarlierAnswers, type RecordState, stateOf } from './earlier-answers.js';

/** An answer about an operation that the deployment is said to know. */
export interface Poll {
  readonly operationId: string;
  readonly state: RecordState;
  readonly answer: Answer;
  readonly request: CaseRequest;
  readonly span: RequestSpan;
}

/** Something that must not be after an answer before it, and the request of that one. */
export interface Contradiction extends Flaw {
  readonly to: CaseRequest;
}

/** Makes the verdict of a check that holds each poll of an operation against the answers before it. */
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
 * Makes the verdict of a check that holds each answer against those before it: first those of its own case, so that
 * the case alone shows what is wrong, then those of the whole campaign.
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
        for (const { to, ...flaw } of [contradictionsOf(observation, span, earlier, context) ?? []].flat()) {
          const key = `${at} ${flaw.path} ${flaw.class}`;
          if (!found.has(key)) found.set(key, { at, ...flaw, ...(isOfCase ? {} : { contradicts: to }) });
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

/** When each request of a case was under way, and what its answers said. */
interface SpannedCase {
  readonly spans: readonly RequestSpan[];
  readonly earlier: EarlierAnswers;
}

/** All checks of a case look at the same one. */
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

/** Where nobody measured, a step begins when the one before it has ended. */
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
