import { type CaseRelation, type HttpCaseRequest, inSequence } from '../case/case-plan.js';
import { isAnsweredAsExpected } from '../case/inconclusive-answers.js';
import { type Observation, observe } from '../case/observation.js';
import { type CheckedViolation, defaultLimits } from '../checks/check.js';
import { judgeCase } from '../checks/judge.js';
import { knownChecks } from '../checks/known-checks.js';
import type { Call, CollectedResponse } from '../client/call.js';
import { evidenceOfCall, responseOf, retryAfterMs, staleAdvice } from '../client/evidence.js';
import { statusSummary } from '../client/http-errors.js';
import { type PlannedRequest, type ResolvedEndpoint, resolveEndpoint } from '../client/request.js';
import { endOf } from '../deployment/exchange.js';
import type { BuiltInEndpointName } from '../endpoint/built-in.js';
import { optionName } from '../internal/option-names.js';
import { formatDuration } from '../internal/print.js';
import { type PreflightFailure, preflightFailureOf } from '../probing/preflight-failures.js';
import { isCertificateError } from './certificate.js';
import { type JudgedRequest, requestKey, type SmokeRun, send } from './smoke-run.js';

const answerChecks = knownChecks.filter(({ inSmoke }) => inSmoke !== 'no');

/**
 * Sends a request and judges the answer with the checks of campaigns. A request that the run sent before is not sent again,
 * unless it is a `sample`. Every answer is judged here.
 */
export async function sendObserved(
  run: SmokeRun,
  request: HttpCaseRequest,
  as: 'request' | 'sample' = 'request',
): Promise<JudgedRequest> {
  const { deployment, clock, answers, earlier } = run;
  const planned = plannedOf(run, request);
  const startMs = clock.now();
  const call = as === 'request' ? await send(run, planned) : await sendOnce(run, planned);
  const key = requestKey(planned);
  const judged = answers.get(key)?.judged;
  const last = judged?.observation.request.expect.kind === request.expect.kind ? judged : undefined;
  if (last?.call === call) return last;
  const span = { startMs, endMs: clock.now(), endedAtMs: endOf(call.exchange) };
  const observation = { ...observe(request, call, deployment), span };
  const before = last && { ...last, before: undefined };
  const found = violationsIn(run, observation, before?.observation);
  earlier.note(observation, span);
  const atFirst = last?.atFirst ?? new Set(found.map(violationKey));
  const isExpected = isExpectedAnswer(run, { observation });
  const sent: JudgedRequest = {
    endpoint: planned.endpoint,
    call,
    observation,
    before,
    found: last && isExpected ? found.filter((one) => !atFirst.has(violationKey(one))) : found,
    atFirst,
    outage: await outageAfter(run, observation),
  };
  answers.set(key, { call, judged: sent });
  return sent;
}

async function sendOnce({ sender }: SmokeRun, planned: PlannedRequest): Promise<Call> {
  return (await sender.send(planned, { isRetried: false })).call;
}

function plannedOf({ deployment, endpoints, settings }: SmokeRun, request: HttpCaseRequest): PlannedRequest {
  const { endpoint: name, path, method, query, headers, body } = request;
  const custom = settings.endpoints.find((one) => one.name === name);
  return {
    endpoint: custom ? resolveEndpoint(custom, deployment, path) : endpoints[name as BuiltInEndpointName],
    method,
    query,
    headers,
    body: body as string | undefined,
    noCache: custom?.method === 'GET',
  };
}

/** Returns what is wrong with an answer, by itself or compared with earlier ones. */
function violationsIn(
  { deployment: { chains, conventions }, earlier, settings }: SmokeRun,
  observation: Observation,
  before: Observation | undefined,
): CheckedViolation[] {
  const observations = [before ?? [], observation].flat();
  const endpoints = new Map(settings.endpoints.map((endpoint) => [endpoint.name, endpoint]));
  const steps = inSequence(observations.map(({ request }) => request));
  // Other checks judge another status, and operations, which move on between two queries.
  const isRepeated = before?.answer?.simulation !== undefined && observation.answer?.simulation !== undefined;
  const relation: CaseRelation = { name: 'determinism', pairs: isRepeated ? [[0, 1]] : [] };
  return judgeCase(
    { plan: { phase: 'smoke', kind: 'smoke', steps, relation }, observations },
    { chains, conventions, limits: defaultLimits, earlier, endpoints },
    answerChecks.filter(({ name }) => !settings.skipChecks.some((skipped) => skipped === name)),
  ).filter(({ violation }) => violation.at === observations.length - 1);
}

/** Returns a key that is the same for violations of one kind. */
export function violationKey({ check, violation }: CheckedViolation): string {
  return [check.name, violation.path, violation.class].join(' ');
}

/** Returns why an endpoint that had answered is down: after a request without an answer, a valid one gets none either. */
async function outageAfter(
  run: SmokeRun,
  { request, failure }: Observation,
): Promise<PreflightFailure | undefined> {
  const first = run.first[request.endpoint];
  if (first === undefined || (failure?.kind !== 'closed' && failure?.kind !== 'timeout')) return undefined;
  const valid = first.observation.request as HttpCaseRequest;
  const call = await sendOnce(run, plannedOf(run, valid));
  const { cause } = evidenceOfCall(call);
  if (cause !== 'network' && cause !== 'overload') return undefined;
  const { summary, advice } = whyInconclusive(run, first.endpoint, call);
  const outage = { summary: `${summary}, twice in a row`, advice };
  run.outages.set(request.endpoint, outage);
  return outage;
}

/** Returns why a request proves nothing, and what to do. */
export function whyInconclusive(
  { settings, clock }: SmokeRun,
  endpoint: ResolvedEndpoint,
  call: Call,
): PreflightFailure {
  const { attemptTimeoutMs, attemptLimit } = settings;
  const { outcome, exchange } = call;
  const { cause, reason } = evidenceOfCall(call);
  if (cause === 'cache') return { summary: `${endpoint.who} sent ${reason}`, advice: staleAdvice };
  const failure = preflightFailureOf(endpoint, call, attemptTimeoutMs, attemptLimit);
  if (outcome.kind === 'network' && isCertificateError(outcome.error) && failure !== undefined)
    return { ...failure, advice: 'the tls check says what is wrong with the certificate' };
  if (failure !== undefined) return failure;
  // A complete answer: preflightFailureOf describes all others.
  const response = responseOf(call) as CollectedResponse;
  const { status } = response;
  const pauseMs = retryAfterMs(response, clock) ?? 0;
  const pause = pauseMs === 0 ? '' : `: it asks for a pause of ${formatDuration(pauseMs)}`;
  const advice =
    status === 429
      ? `ask less often (${optionName('ratePerSecond')}), or later${pause}`
      : `check whether the service runs, and whether the proxy in front of it can reach it; try again later${pause}`;
  return { summary: statusSummary(endpoint.who, status, exchange), advice };
}

/** Returns whether an answer is of the kind that its request asks for. A 404 that may not be about the operation id is not. */
export function isExpectedAnswer(
  { isNotFoundOpen }: SmokeRun,
  { observation }: Pick<JudgedRequest, 'observation'>,
): boolean {
  return isAnsweredAsExpected(observation) && !(isNotFoundOpen && observation.answer?.status === 404);
}
