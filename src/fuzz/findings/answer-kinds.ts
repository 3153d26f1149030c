import { type CasePlan, type CaseRequest, caseRequests } from '../../case/case-plan.js';
import { evidenceIn } from '../../case/inconclusive-answers.js';
import type { Observation, ObservedCase } from '../../case/observation.js';
import { checkNamed } from '../../checks/known-checks.js';
import type { Simulation } from '../../contract/responses.js';
import { simulationVerdict } from '../../contract/verdicts.js';
import type { Deployment } from '../../deployment/deployment.js';
import { isBuiltIn } from '../../endpoint/built-in.js';
import { isPlainObject } from '../../internal/objects.js';
import type { Finding, Signature } from '../model/finding.js';

/** An answer whose kind no check needs, such as a rejection. */
const otherAnswer = 'other';

/**
 * Returns what an answer says, as far as a check may need it: `success` or `failure` of a simulation, the stage of a record as on
 * the wire, `answer` of a custom endpoint; otherwise `other`.
 */
export function answerKind(observation: Observation): string {
  const { answer, request } = observation;
  if (answer === undefined || evidenceIn(observation).kind !== 'answer') return otherAnswer;
  if (!isBuiltIn(request.endpoint)) return 'answer';
  const body = 'value' in answer.json ? answer.json.value : undefined;
  const response = isPlainObject(body) ? body.response : undefined;
  if (!isPlainObject(response)) return otherAnswer;
  if (request.endpoint === 'inclusion')
    return typeof response.stage === 'string' ? response.stage : otherAnswer;
  const verdict = simulationVerdict(response as Simulation);
  return verdict === 'none' ? otherAnswer : verdict;
}

/** The kinds of answers by which a finding can be judged. The first is the kind when it was found. */
export type NeededAnswer = readonly [atDiscovery: string, ...others: string[]] | undefined;

/**
 * Returns the kinds of answers that a replay must see to judge a finding, by request: those at its discovery, or the verdict
 * that the author of a call stated. Undefined where any answer will do.
 *
 * @param planNow - The case with the expectations in force. A request with another one than then may get any answer.
 */
export function neededAnswers(
  { answers, plan, signature }: Pick<Finding, 'plan' | 'signature' | 'answers'>,
  planNow: CasePlan,
): NeededAnswer[] {
  const now = caseRequests(planNow);
  // The verdict itself may be wrong. In a comparison, it is the verdict of the changed request, or of one around it.
  const isBase = basesOf(plan);
  const isVerdict = isOfVerdict(signature);
  // Entries of 0.1 do not say what was answered. Checks of what simulations say need mostly successes.
  const need = checkNamed(signature.check)?.needs;
  const isOfSimulation =
    signature.endpoint === 'simulate' && typeof need === 'string' && need !== 'credentials';
  const likely = signature.path === 'response.simulationError' ? 'failure' : 'success';
  return caseRequests(plan).map((request, at) => {
    const { expect } = request;
    if (expect.kind !== now[at]?.expect.kind || mayBeRejected(request) || (isVerdict && !isBase(at)))
      return undefined;
    const isLikely = isOfSimulation && expect.kind === 'simulated';
    const seen = isVerdict && answers ? usualAnswer(answers, plan, at) : answers?.[at];
    const kind = answers === undefined ? isLikely && likely : seen;
    if (!kind || kind === otherAnswer) return undefined;
    const stated = expect.kind === 'simulated' ? expect.succeeds : undefined;
    return stated === undefined ? [kind] : [kind, stated ? 'success' : 'failure'];
  });
}

/** Returns whether a finding is that a verdict is wrong: another verdict may be its fix. */
export function isOfVerdict({ check, path }: Signature): boolean {
  return path === 'response.simulationStatus' || check === 'verdict-contradicts-error';
}

/** Returns a function that returns whether comparisons of a case start from a request. */
function basesOf({ relation }: CasePlan): (at: number) => boolean {
  const { name, pairs } = relation ?? { name: 'determinism', pairs: [] };
  return (at) =>
    name !== 'determinism' && pairs.some(([one]) => one === at) && pairs.every(([, other]) => other !== at);
}

/** Returns the most frequent kind of answer to equal requests of a case, because a single answer may be the defect. */
function usualAnswer(answers: readonly string[], plan: CasePlan, at: number): string {
  const texts = caseRequests(plan).map((request) => JSON.stringify(request));
  const kinds = answers.filter((_, other) => texts[other] === texts[at]);
  const countOf = (kind: string): number => kinds.filter((other) => other === kind).length;
  return kinds.reduce((most, kind) => (countOf(kind) > countOf(most) ? kind : most));
}

/** Returns whether a rejection or a 404 is the right answer to a request, or one of several right ones. */
function mayBeRejected({ expect }: CaseRequest): boolean {
  if (expect.kind === 'known') return expect.spelling !== undefined;
  return expect.kind === 'rejected' || expect.kind === 'wrong-method' || expect.kind === 'unknown';
}

/** Returns whether a check can judge this answer as it judged the earlier one. Operations progress, so a later stage is fine. */
export function isKindKept(
  then: string,
  now: string,
  endpoint: string,
  { conventions, dialect }: Deployment,
): boolean {
  if (endpoint !== 'inclusion' || then === now) return then === now;
  const [before, after] = [then, now].map((stage) =>
    conventions.stages.indexOf(dialect.fromWireInclusion({ stage }).stage ?? ''),
  ) as [number, number];
  return before < 0 || after >= before;
}

/** Describes the kind of an answer: `a failure`. */
export function kindText(kind: string, status: number | undefined): string {
  if (kind === otherAnswer) return String(status ?? 'nothing');
  if (kind === 'answer') return 'a success';
  return kind === 'success' || kind === 'failure' ? `a ${kind}` : `the stage ${kind}`;
}

/** The members of records that are often null. Leaving out one of them may be the fix. */
const nullableMembers = ['response.note', 'response.transactions'];

/**
 * Returns the index of a request whose answer lacks what a finding is about, so that its check had nothing to judge: the
 * member, an item of its list or the object that has it. Undefined if the answer has it, or the finding is about a whole
 * answer or the request. Only the last step shows a finding.
 */
export function lostMemberAt(
  { check, endpoint, path }: Signature,
  { plan, observations }: ObservedCase,
): number | undefined {
  const steps = path.match(/\[\]|[^.[\]]+/g) ?? [];
  const isCustom = endpoint !== 'simulate' && endpoint !== 'inclusion';
  if (steps.length === 0 || (!isCustom && steps[0] !== 'response')) return undefined;
  const mayBeAbsent = checkNamed(check)?.isFixedByAbsence === true || nullableMembers.includes(path);
  const from = observations.length - (plan.steps.at(-1)?.requests.length ?? 0);
  const judged = observations.flatMap(({ request }, at) =>
    at >= from && request.endpoint === endpoint && !mayBeRejected(request) ? at : [],
  );
  const has = (at: number): boolean =>
    valuesAt(bodyOf(observations[at] as Observation), mayBeAbsent ? steps.slice(0, -1) : steps).some(
      // Both are correct forms.
      (value) => check === 'schema' || !isEmpty(value),
    );
  return judged.some(has) ? undefined : judged[0];
}

/** Returns the body of an answer, that of a built-in endpoint with neutral names. */
function bodyOf({ answer, request: { endpoint } }: Observation): unknown {
  if (endpoint === 'simulate') return { response: answer?.simulation };
  if (endpoint === 'inclusion') return { response: answer?.inclusion };
  return answer && 'value' in answer.json ? answer.json.value : undefined;
}

/** Returns every value at a path, in which `[]` is any item of a list. */
function valuesAt(body: unknown, steps: readonly string[]): unknown[] {
  return steps
    .reduce<readonly unknown[]>(
      (values, step) =>
        values.flatMap((value) => {
          if (step === '[]') return Array.isArray(value) ? value : [];
          return isPlainObject(value) ? [value[step]] : [];
        }),
      [body],
    )
    .filter((value) => value !== undefined);
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
