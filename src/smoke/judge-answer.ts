import { type Check, type CheckedViolation, severities } from '../checks/case/check.js';
import { evidenceIn, isAnsweredAsExpected } from '../checks/case/inconclusive-answers.js';
import { defaultLimits } from '../checks/case/limits.js';
import { judgeCase } from '../checks/judge-case.js';
import { meaningChecks } from '../checks/meaning/meaning-checks.js';
import { transportChecks } from '../checks/transport/transport-checks.js';
import { undocumentedStatus } from '../checks/transport/undocumented-status.js';
import { evidenceOfCall, responseOf, retryAfterMs, staleAdvice } from '../client/evidence.js';
import type { Exchange } from '../client/exchange.js';
import { curlCommand, exchangeLines } from '../client/exchange-text.js';
import { statusSummary } from '../client/http-errors.js';
import { type BuiltInEndpointName, isBuiltIn } from '../endpoint/built-in.js';
import { singleRequestCase } from '../fuzz/phases/single-request-case.js';
import { formatDuration, formatText } from '../internal/print.js';
import { type PreflightFailure, preflightFailureOf } from '../probing/preflight-failures.js';
import { isCertificateError } from './certificate.js';
import type { Asked, SmokeOutcome, SmokeRun } from './smoke-run.js';

/** Smoke runs have their own latency budgets, and cannot distinguish a gateway failure from an outage. */
const answerChecks: readonly Check[] = [...transportChecks, ...meaningChecks].filter(
  ({ name, needsControl }) => name !== 'slow-response' && !needsControl,
);

/** Options of a judgement. */
interface JudgeOptions {
  /** The checks to apply. Default: all checks of transport and meaning, except those of latency. */
  readonly accepts?: (check: Check) => boolean;
}

/**
 * Judges the answer to a request with the checks of campaigns. Minor violations become notes. A request without an answer
 * that can be judged is inconclusive, and so is a cached answer, whatever it says.
 *
 * @param passed - The message if nothing is wrong.
 */
export function judgeAnswer(
  run: SmokeRun,
  asked: Asked,
  passed: string,
  { accepts = () => true }: JudgeOptions = {},
): SmokeOutcome {
  const { chains, conventions } = run.deployment;
  const { call, observation } = asked;
  const { exchange } = call;
  const found = judgeCase(
    { plan: singleRequestCase('smoke', 'smoke', observation.request), observations: [observation] },
    { chains, conventions, limits: defaultLimits },
    answerChecks.filter(accepts),
  );
  const isNote = ({ check }: CheckedViolation): boolean =>
    check.severity === 'minor' || (check === undocumentedStatus && isOpenStatus(observation));
  const failing = found.filter((one) => !isNote(one)).sort(bySeverity);
  const notes = found
    .filter(isNote)
    .map(({ check, violation }) => `Note:      ${exchange.redact(violation.message)} (${check.name})`);
  const [worst, ...others] = failing;
  const { kind, cause } = evidenceIn(observation);
  if (cause === 'cache' || (worst === undefined && kind === 'no-verdict')) {
    const outcome = inconclusive(run, asked);
    return { ...outcome, details: [...(outcome.details ?? []), ...notes] };
  }
  if (worst === undefined) return { status: 'passed', message: passed, details: notes };
  return {
    status: 'failed',
    message: textOf(worst, exchange),
    details: [
      ...others.map((other) => `Also:      ${textOf(other, exchange)}`),
      ...exchangeDetails(exchange),
      `Source:    ${worst.check.source}`,
      ...notes,
    ],
    advice: checkAdvice(worst.check.name, observation.request.endpoint),
  };
}

/** The interface does not show which 4xx status rejects a request (section 7); custom endpoints declare theirs. */
function isOpenStatus({ request, answer }: Asked['observation']): boolean {
  return isBuiltIn(request.endpoint) && answer !== undefined && answer.status >= 400 && answer.status < 500;
}

/** An accepted invalid request matters more than the content of its answer. */
function bySeverity({ check: one }: CheckedViolation, { check: other }: CheckedViolation): number {
  const rank = ({ name, severity }: Check): number =>
    /accepted$/.test(name) ? -1 : severities.indexOf(severity);
  return rank(one) - rank(other);
}

function textOf({ check, violation }: CheckedViolation, exchange: Exchange): string {
  const where = violation.path === '' ? '' : ` at ${violation.path}`;
  const isNamed = where === '' || violation.message.includes(violation.path);
  return exchange.redact(`${violation.message}${isNamed ? '' : where} (${check.name})`);
}

/** Returns the outcome of a request that proves nothing. */
export function inconclusive(run: SmokeRun, asked: Asked): SmokeOutcome {
  const { summary, advice } = whyInconclusive(run, asked);
  return { status: 'inconclusive', message: summary, advice, details: exchangeDetails(asked.call.exchange) };
}

function whyInconclusive(
  { endpoints, settings, clock }: SmokeRun,
  { call, observation }: Asked,
): PreflightFailure {
  const endpoint = endpoints[observation.request.endpoint as BuiltInEndpointName];
  const { attemptTimeoutMs, attemptLimit } = settings;
  const { outcome, exchange } = call;
  const { cause, reason } = evidenceOfCall(call);
  if (cause === 'cache') return { summary: `${endpoint.who} gave ${reason}`, advice: staleAdvice };
  const failure = preflightFailureOf(endpoint, call, attemptTimeoutMs, attemptLimit);
  if (outcome.kind === 'network' && isCertificateError(outcome.error) && failure !== undefined)
    return { ...failure, advice: 'see the check tls: it tells what is wrong with the certificate' };
  if (failure !== undefined) return failure;
  const response = responseOf(call);
  if (response === undefined)
    return {
      summary: `${endpoint.who} answered with more than is read of an answer`,
      advice: 'raise maxResponseBytes if such an answer is right',
    };
  const { status } = response;
  const asked = retryAfterMs(response, clock);
  const pause = asked === undefined ? '' : `: it asks for a pause of ${formatDuration(asked)}`;
  const advice =
    status === 429
      ? `ask less often (ratePerSecond), or later${pause}`
      : `check whether the service runs, and whether what stands before it reaches it; try again later${pause}`;
  return { summary: statusSummary(endpoint.who, status, exchange), advice };
}

/** Returns whether an answer is of the kind that its request asks for. A 404 that may not be about the operation id is not. */
export function isExpectedAnswer({ isNotFoundOpen }: SmokeRun, { observation }: Asked): boolean {
  return isAnsweredAsExpected(observation) && !(isNotFoundOpen && observation.answer?.status === 404);
}

/** Longer commands are not worth copying. */
const longestCommand = 2_000;

/** Describes an exchange: the request, the answer, and the curl command that repeats the request. No secrets. */
export function exchangeDetails(exchange: Exchange): string[] {
  return [...exchangeLines(exchange), ...repeatLines(exchange)];
}

/** Returns the curl command that repeats a request, unless it is too long. No secrets. */
export function repeatLines(exchange: Exchange): string[] {
  const command = curlCommand(exchange, { credentials: 'variables', includeHead: true });
  // A truncated or escaped command would send a different request.
  const isWhole = command.length <= longestCommand && formatText(command, longestCommand) === command;
  return isWhole ? [`Repeat:    ${command}`] : [];
}

/** Advice by the name of a failed check. All other checks get the general advice of {@link checkAdvice}. */
const advice: Readonly<Record<string, string>> = {
  'server-error': 'look into the logs of the service: it failed',
  'no-answer': 'look into the logs of the service, or of a proxy before it',
  'malformed-json': 'check the base URL; a proxy, a login page or another service may have answered',
  'content-type': 'check whether a proxy changes the header; else fix it in the service',
  'invalid-request-accepted':
    'fix the validation in the service, or set the conventions requiredRequestFields and requestValidation to what it accepts',
  'operation-id-accepted':
    'fix the validation in the service; if its parameter has another name, set the convention operationIdParameter',
  'valid-request-rejected':
    'read what the service says about the request; set request to one that is valid there, or set the conventions to what it accepts',
  'unknown-included': 'do not trust what this observer says of any operation before it is fixed',
  'timestamp-unit': 'set the convention timestampUnit if the deployment writes another unit',
  'leaked-secret': 'replace the credential, which an answer shows, and fix the service',
};

/** Advice that differs for queries, which have no request to fix. */
const adviceForQueries: typeof advice = {
  'valid-request-rejected':
    'read what the service says about the id; if its ids have another form, name some that it knows in operationIds',
};

/** Returns advice for a failed check of an endpoint. */
function checkAdvice(name: string, endpoint: string): string {
  return (
    (endpoint === 'inclusion' ? adviceForQueries[name] : undefined) ??
    advice[name] ??
    'compare the version of the service with the interface; crosscheck fuzz finds how far it goes'
  );
}
