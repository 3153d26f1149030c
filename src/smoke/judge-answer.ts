import { type CaseRelation, type HttpCaseRequest, inSequence } from '../case/case-plan.js';
import { evidenceIn, isAnsweredAsExpected } from '../case/inconclusive-answers.js';
import { type Observation, observe } from '../case/observation.js';
import {
  type Check,
  type CheckedViolation,
  checkSource,
  defaultLimits,
  severities,
  violationText,
} from '../checks/check.js';
import { judgeCase } from '../checks/judge.js';
import { knownChecks } from '../checks/known-checks.js';
import type { Call, CollectedResponse } from '../client/call.js';
import { evidenceOfCall, responseOf, retryAfterMs, staleAdvice, stalenessOf } from '../client/evidence.js';
import { curlCommand, exchangeLines } from '../client/exchange-text.js';
import { statusSummary } from '../client/http-errors.js';
import { type PlannedRequest, type ResolvedEndpoint, resolveEndpoint } from '../client/request.js';
import { inclusionVerdict } from '../contract/verdicts.js';
import { type Exchange, endOf } from '../deployment/exchange.js';
import { type BuiltInEndpointName, isBuiltIn } from '../endpoint/built-in.js';
import { optionName } from '../internal/option-names.js';
import { formatDuration, formatText } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import { type PreflightFailure, preflightFailureOf } from '../probing/preflight-failures.js';
import { isCertificateError } from './certificate.js';
import { type JudgedRequest, requestKey, type SmokeOutcome, type SmokeRun, send } from './smoke-run.js';

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
  const atFirst = last?.atFirst ?? new Set(found.map(keyOf));
  const isExpected = isExpectedAnswer(run, { observation });
  const sent: JudgedRequest = {
    endpoint: planned.endpoint,
    call,
    observation,
    before,
    found: last && isExpected ? found.filter((one) => !atFirst.has(keyOf(one))) : found,
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

function keyOf({ check, violation }: CheckedViolation): string {
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

/** Options of a judgement. */
interface JudgeOptions {
  /** The checks to apply. Default: all checks of transport and meaning, except those of latency. */
  readonly accepts?: (check: Check) => boolean;
}

/**
 * Returns the outcome of an answer. Minor violations become notes. A request without an answer that can be judged is
 * inconclusive, and so is a cached answer, whatever it says.
 *
 * @param passed - The message if nothing is wrong.
 */
export function judgeAnswer(
  run: SmokeRun,
  sent: JudgedRequest,
  passed: string,
  { accepts = () => true }: JudgeOptions = {},
): SmokeOutcome {
  const { call, observation, outage } = sent;
  const { exchange } = call;
  const found = sent.found.filter(({ check }) => accepts(check));
  const isNote = ({ check }: CheckedViolation): boolean =>
    check.severity === 'minor' ||
    check.inSmoke === 'notes' ||
    (check.name === 'undocumented-status' && isOpenStatus(observation));
  const failing = found.filter((one) => !isNote(one)).sort(bySeverity);
  const notes = found
    .filter(isNote)
    .map(({ check, violation }) => `${exchange.redact(violationText(violation))} (${check.name})`);
  const [worst, ...others] = failing;
  const { kind, cause } = evidenceIn(observation);
  if (cause === 'cache' || outage !== undefined || (worst === undefined && kind === 'no-verdict'))
    return { ...inconclusive(run, sent), notes };
  if (worst === undefined) return otherClock(run, sent) ?? { status: 'passed', message: passed, notes };
  return {
    status: 'failed',
    message: textOf(worst, exchange),
    details: [
      ...others.map((other) => labelled('Also', textOf(other, exchange))),
      ...exchangeDetails(exchange),
      labelled('Source', checkSource(worst.check, observation.request.endpoint)),
    ],
    notes,
    cause: worst.check.name,
  };
}

/**
 * Judges an answer to a request that was sent before: passed if it is of the expected kind, has no new violation, and does
 * not contradict the one before.
 */
export function judgeAgain(run: SmokeRun, sent: JudgedRequest): SmokeOutcome {
  // Problems of the first answer are reported with it.
  const found = sent.found.filter((one) => sent.before === undefined || !sent.atFirst.has(keyOf(one)));
  const judged = judgeAnswer(run, { ...sent, found }, '');
  if (judged.status !== 'passed') return judged;
  if (isExpectedAnswer(run, sent)) return contradiction(run, sent) ?? judged;
  const { request, answer } = sent.observation;
  const what =
    found.length < sent.found.length
      ? 'the first answer had the same problem'
      : `the answer, status ${answer?.status}, is not a ${request.endpoint === 'simulate' ? 'verdict' : 'record'}`;
  return withExchange(sent, {
    status: 'inconclusive',
    message: `${what}, so latency is not judged`,
    cause: 'no-verdict',
  });
}

/** Returns the failure of a query that is answered in two ways. An operation that was pending may have moved on. */
function contradiction(run: SmokeRun, sent: JudgedRequest): SmokeOutcome | undefined {
  const { before } = sent;
  if (
    before === undefined ||
    sent.observation.request.endpoint === 'simulate' ||
    !isExpectedAnswer(run, before)
  )
    return undefined;
  const [was, is] = [before, sent].map((one) => meaningOf(run, one));
  if (was === is || was === 'a pending operation' || was?.startsWith(undecidedRecord)) return undefined;
  const message = `the same request was answered with ${was} before, and now with ${is}`;
  return withExchange(sent, { status: 'failed', message, cause: 'determinism' });
}

/** What an expected answer says. */
function meaningOf({ deployment }: SmokeRun, { call, observation }: JudgedRequest): string {
  const { inclusion } = observation.answer ?? {};
  if (inclusion === undefined) return 'status 404';
  const verdict = inclusionVerdict(inclusion, deployment.conventions);
  if (verdict === 'included' && inclusion.success === false) return 'an included operation that failed';
  if (verdict !== 'unknown') return recordTexts[verdict];
  const { stage } = inclusion;
  return `${undecidedRecord}, ${stage === undefined ? 'without a stage' : `stage ${call.exchange.redact(formatText(stage))}`}`;
}

const undecidedRecord = 'a record that does not say whether it is included';

const recordTexts = {
  included: 'an included operation',
  rejected: 'a rejected operation',
  pending: 'a pending operation',
  'not-applicable': 'an operation that ends on the destination chain',
} as const;

/** Returns the failure of an answer whose clock is wrong, unless the first of its endpoint, which clock-skew judges, is wrong too. */
function otherClock({ settings, first }: SmokeRun, sent: JudgedRequest): SmokeOutcome | undefined {
  const {
    endpoint: { name, who },
    call,
  } = sent;
  const { maxClockSkewMs, skipChecks } = settings;
  if (!isBuiltIn(name)) return undefined;
  const [firstMs, aheadMs] = [first[name]?.call, call].map((one) => one && clockAheadMs(one.exchange));
  const isWrong = (ms = 0): boolean => Math.abs(ms) > maxClockSkewMs;
  if (aheadMs === undefined || !isWrong(aheadMs) || isWrong(firstMs) || skipChecks.includes('clock-skew'))
    return undefined;
  const limit = `${formatDuration(maxClockSkewMs)} (${optionName('maxClockSkewMs')})`;
  const message = `${skewText(who, aheadMs)}: more than ${limit}`;
  return withExchange(sent, { status: 'failed', message, cause: 'other-clock' });
}

/**
 * Returns how far the clock of an answer is ahead of this machine's, in milliseconds: negative if it is behind, 0 if the clocks
 * may be equal. Undefined without a header Date; in a cached answer, either the service or the cache may have written it, at
 * any time.
 */
export function clockAheadMs(exchange: Exchange): number | undefined {
  const { response, startedAt } = exchange;
  const saidMs = Date.parse(response?.headers.date ?? '');
  if (Number.isNaN(saidMs) || stalenessOf(response) !== undefined) return undefined;
  const latestMs = endOf(exchange);
  // The header has whole seconds, and was written at some point during the exchange.
  return saidMs > latestMs ? saidMs - latestMs : Math.min(0, saidMs + 999 - startedAt);
}

export function skewText(who: string, aheadMs: number): string {
  const way = aheadMs > 0 ? 'ahead of' : 'behind';
  return `The clock of ${who.replace(/^The /, 'the ')} is ${formatDuration(Math.abs(aheadMs))} ${way} the clock of this machine`;
}

/** The interface does not show which 4xx status rejects a request (section 7); custom endpoints declare theirs. */
function isOpenStatus({ request, answer }: JudgedRequest['observation']): boolean {
  return isBuiltIn(request.endpoint) && answer !== undefined && answer.status >= 400 && answer.status < 500;
}

/** An accepted invalid request matters more than the content of its answer. A verdict that changed outranks a wrong one. */
function bySeverity(one: CheckedViolation, other: CheckedViolation): number {
  const rank = ({
    check: { name, isAcceptance, severity },
    violation: { path },
  }: CheckedViolation): number => {
    if (isAcceptance) return -2;
    return name === 'determinism' && path === 'response.simulationStatus' ? -1 : severities.indexOf(severity);
  };
  return rank(one) - rank(other);
}

function textOf({ check, violation }: CheckedViolation, exchange: Exchange): string {
  const where = violation.path === '' ? '' : ` at ${violation.path}`;
  const text = violationText(violation);
  const isNamed = where === '' || text.includes(violation.path);
  return exchange.redact(`${text}${isNamed ? '' : where} (${check.name})`);
}

/** Adds the request and its answer to an outcome. */
export function withExchange({ call }: Pick<JudgedRequest, 'call'>, outcome: SmokeOutcome): SmokeOutcome {
  return { ...outcome, details: exchangeDetails(call.exchange) };
}

/** Labels the request in the details of an outcome as a control request, because it is not the one that its check is about. */
export function ofControl(outcome: SmokeOutcome): SmokeOutcome {
  const details = outcome.details?.map((line) =>
    line.replace(labelled('Request', ''), labelled('Control', '')),
  );
  return { ...outcome, details };
}

/** Returns the outcome of a request that proves nothing. */
export function inconclusive(run: SmokeRun, sent: JudgedRequest): SmokeOutcome {
  const { endpoint, call, outage } = sent;
  const { summary, advice } = outage ?? whyInconclusive(run, endpoint, call);
  return withExchange(sent, { status: 'inconclusive', message: summary, advice });
}

function whyInconclusive(
  { settings, clock }: SmokeRun,
  endpoint: ResolvedEndpoint,
  call: Call,
): PreflightFailure {
  const { attemptTimeoutMs, attemptLimit } = settings;
  const { outcome, exchange } = call;
  const { cause, reason } = evidenceOfCall(call);
  if (cause === 'cache') return { summary: `${endpoint.who} gave ${reason}`, advice: staleAdvice };
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

/** Longer commands are not worth copying. */
const longestCommand = 2_000;

/** Describes an exchange: the request, the answer, and the curl command that repeats the request. No secrets. */
export function exchangeDetails(exchange: Exchange): string[] {
  const command = curlCommand(exchange, { credentials: 'variables', includeHead: true });
  // A truncated or escaped command would send a different request.
  const isWhole = command.length <= longestCommand && formatText(command, longestCommand) === command;
  return [...exchangeLines(exchange), ...(isWhole ? [labelled('Repeat', command)] : [])];
}
