import type { Call } from '../client/call.js';
import { adviceForStatus, evidenceOfCall, responseOf, retryAfterMs } from '../client/evidence.js';
import { adviceForBreak, adviceForNetwork, statusSummary } from '../client/http-errors.js';
import { failureOf } from '../client/network-failure.js';
import type { ResolvedEndpoint } from '../client/request.js';
import type { Deployment } from '../deployment/deployment.js';
import { isBuiltIn } from '../endpoint/built-in.js';
import type { Clock } from '../internal/clock.js';
import { optionName } from '../internal/option-names.js';
import { formatDuration, formatText } from '../internal/print.js';

/** Why a deployment cannot be tested, and what to do. */
export interface PreflightFailure {
  readonly summary: string;
  readonly advice: string;
}

/** Both endpoints are overloaded, or a gateway in front of them is. If only one is, the other can still be tested. */
export function overload(
  { name }: Deployment,
  calls: readonly Call[],
  clock: Clock,
): PreflightFailure | undefined {
  if (!calls.every((call) => evidenceOfCall(call).cause === 'overload')) return undefined;
  const statuses = new Set(calls.flatMap((call) => responseOf(call)?.status ?? []));
  return {
    summary: `${name} ${areLimited(calls) ? 'limits the rate' : 'is overloaded or down'}: both endpoints answered with status ${[...statuses].join(' and ')}`,
    advice: laterAdvice(calls, clock),
  };
}

/** One endpoint is overloaded, or a gateway in front of it is. */
export function overloadOf(
  { who }: ResolvedEndpoint,
  call: Call,
  clock: Clock,
): PreflightFailure | undefined {
  const response = responseOf(call);
  if (response === undefined || evidenceOfCall(call).cause !== 'overload') return undefined;
  const summary = statusSummary(who, response.status, call.exchange);
  return { summary, advice: laterAdvice([call], clock) };
}

function laterAdvice(calls: readonly Call[], clock: Clock): string {
  const pauseMs = Math.max(0, ...calls.map((call) => retryAfterMs(responseOf(call), clock) ?? 0));
  const when = pauseMs > 0 ? `: it asks for a pause of ${formatDuration(pauseMs)}` : '';
  return areLimited(calls)
    ? `ask less often (${optionName('ratePerSecond')}), and try again later${when}`
    : `check whether the service runs, and try again later${when}`;
}

/** Returns whether the service answered, and only asks for fewer requests. */
function areLimited(calls: readonly Call[]): boolean {
  return calls.every((call) => responseOf(call)?.status === 429);
}

/** Something else than the service answers, or the service always fails. */
export function answersAlike({ name }: Deployment): PreflightFailure {
  return {
    summary: `${name} returns the same answer to every request: a simulation, an unknown id, a query without an id and an unknown path`,
    advice:
      'check the base URLs: another server, such as a proxy, listens at those addresses, or the service always fails',
  };
}

/** The server does not have the endpoint at this path. */
export function notAtItsPath({ who }: ResolvedEndpoint): PreflightFailure {
  return {
    summary: `${who} is not at its path: an unknown id, no id and an unknown path are answered alike`,
    advice: 'check the base URL and the chain names: the path may be wrong',
  };
}

/** The server has no observer at its path, or ignores the path. */
export function answersEveryPathAlike({ who }: ResolvedEndpoint, status: number): PreflightFailure {
  return {
    summary: `${who} answers every path alike, with status ${status}: its own and one that does not exist, with an unknown id and without an id`,
    advice:
      'check the base URL of the observer and the chain names: the path is wrong, or another server listens at that address',
  };
}

/** The observer answers as if it ignored the operation id. */
export function ignoresOperationId(
  { who }: ResolvedEndpoint,
  status: number,
  operationIdParameter: string,
): PreflightFailure {
  return {
    summary: `${who} answers a request without an operation id as one with an unknown id, with status ${status}`,
    advice: `check the convention operationIdParameter (${operationIdParameter}): the observer may read the id from another parameter`,
  };
}

/**
 * Returns why an endpoint cannot be tested: it sent no complete answer, or not one of the endpoint.
 *
 * @param limit - The name of the option that `timeoutMs` comes from.
 */
export function preflightFailureOf(
  { who, name }: ResolvedEndpoint,
  call: Call,
  timeoutMs: number,
  limit = optionName('connectTimeoutMs'),
): PreflightFailure | undefined {
  const { outcome, exchange } = call;
  switch (outcome.kind) {
    case 'aborted':
      throw outcome.error;
    case 'network':
      return {
        summary: `${who} could not be reached: ${formatText(exchange.redact(failureOf(outcome)))}`,
        advice: adviceForNetwork(outcome.error),
      };
    case 'closed':
      return {
        summary: `${who} failed to answer: ${formatText(exchange.redact(failureOf(outcome)))}`,
        advice: `check scheme and port of the base URL; or ${adviceForBreak}`,
      };
    case 'timeout':
      return {
        summary: `${who} sent no complete answer within ${formatDuration(timeoutMs)} (${limit})`,
        advice: `check whether the service is overloaded, or raise ${limit}`,
      };
    case 'too-large':
      return undefined;
    case 'response': {
      if (!isElsewhere(name, call)) return undefined;
      const { status } = outcome.response;
      // The checks judge a page from a custom endpoint.
      if (status === 200 && !isBuiltIn(name)) return undefined;
      if (status === 200)
        return {
          summary: `${who} answers with HTML`,
          advice: 'check its base URL: a login page or another service answers there',
        };
      return {
        summary: statusSummary(who, status, exchange),
        // For a wrong path, both say the same: nothing looked for an operation there.
        advice: adviceForStatus('simulate', exchange),
      };
    }
  }
}

/** Returns whether something else than the endpoint answers. Only an observer may answer 404, for an unknown id. */
function isElsewhere(endpoint: string, call: Call): boolean {
  const { kind, cause } = evidenceOfCall(call);
  if (kind === 'not-found') return endpoint === 'simulate';
  return cause === 'page' || cause === 'credentials' || cause === 'redirect';
}
