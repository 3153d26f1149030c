import { overloadStatuses } from '../checks/case/inconclusive-answers.js';
import { adviceForBreak, adviceForNetwork, adviceForStatus, statusSummary } from '../client/http-errors.js';
import { failureOf } from '../client/network-failure.js';
import { jsonBody } from '../client/read-json.js';
import type { ResolvedEndpoint } from '../client/request.js';
import { retryAfterMs } from '../client/retry.js';
import type { Call, CollectedResponse } from '../client/transport.js';
import type { Deployment } from '../deployment/deployment.js';
import { unixNowMs } from '../internal/clock.js';
import { formatDuration, formatText } from '../internal/print.js';

/** Why a deployment cannot be tested, and what to do. */
export interface PreflightFailure {
  readonly summary: string;
  readonly advice: string;
}

/** Both endpoints say "later", or a gateway before them does; of one alone the other can still be fuzzed. */
export function overload({ name }: Deployment, ...calls: readonly Call[]): PreflightFailure | undefined {
  const answers = calls.flatMap(({ outcome }) => (outcome.kind === 'response' ? [outcome.response] : []));
  if (answers.length < calls.length || !answers.every(({ status }) => overloadStatuses.includes(status)))
    return undefined;
  return {
    summary: `${name} is overloaded or down: both endpoints answered with status ${[...new Set(answers.map(({ status }) => status))].join(' and ')}`,
    advice: laterAdvice(answers),
  };
}

/** One endpoint says "later", or a gateway before it does. */
export function overloadOf(
  { who }: ResolvedEndpoint,
  { outcome, exchange }: Call,
): PreflightFailure | undefined {
  if (outcome.kind !== 'response' || !overloadStatuses.includes(outcome.response.status)) return undefined;
  const { response } = outcome;
  return { summary: statusSummary(who, response.status, exchange), advice: laterAdvice([response]) };
}

function laterAdvice(answers: readonly CollectedResponse[]): string {
  const pauses = answers.flatMap(({ headers }) => retryAfterMs(headers['retry-after'], unixNowMs()) ?? []);
  const when = pauses.length > 0 ? `: it asks for a pause of ${formatDuration(Math.max(...pauses))}` : '';
  return `check whether the service runs, and try again later${when}`;
}

/** Something that is no service answers, or one that always fails. */
export function answersAlike({ name }: Deployment): PreflightFailure {
  return {
    summary: `${name} answers everything alike: a simulation, an unknown id, a query without an id and an unknown path`,
    advice: 'check the base URLs: something else answers there, such as a proxy, or the service always fails',
  };
}

/** A page stands where an endpoint should answer. */
export function page({ who }: ResolvedEndpoint, { outcome, text }: Call): PreflightFailure | undefined {
  const isPage =
    outcome.kind === 'response' &&
    outcome.response.status === 200 &&
    /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text);
  if (!isPage) return undefined;
  return {
    summary: `${who} answers with HTML`,
    advice: 'check its base URL: a login page or another service answers there',
  };
}

/** A server answers that has no such operation. */
export function notAtItsPath({ who }: ResolvedEndpoint): PreflightFailure {
  return {
    summary: `${who} is not at its path: an unknown id, no id and an unknown path are answered alike`,
    advice: 'check the base URL and the chain names: the path may be wrong',
  };
}

/** A server answers that has no observer at its path, or that does not look at the path at all. */
export function answersEveryPathAlike({ who }: ResolvedEndpoint, status: number): PreflightFailure {
  return {
    summary: `${who} answers every path alike, with status ${status}: its own and one that does not exist, with an unknown id and without an id`,
    advice:
      'check the base URL of the observer and the chain names: the path is wrong, or something else answers there',
  };
}

/** An observer answers as if it had not read the operation id. */
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
 * No complete answer came, or one that is not of the operation.
 *
 * @param limit - The name of the option that `timeoutMs` comes from.
 */
export function preflightFailureOf(
  { who, name }: ResolvedEndpoint,
  { outcome, text, exchange }: Call,
  timeoutMs: number,
  limit = 'connectTimeoutMs',
): PreflightFailure | undefined {
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
        summary: `${who} gave no answer: ${formatText(exchange.redact(failureOf(outcome)))}`,
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
      const { status, headers } = outcome.response;
      if (!isElsewhere(name, outcome.response, text)) return undefined;
      return {
        summary: statusSummary(who, status, exchange),
        // Of a path that is wrong the same is to be said for both: nobody looked for an operation there.
        advice: adviceForStatus('simulate', status, headers, exchange),
      };
    }
  }
}

/** Whether something else than the operation answers. Only an observer says 404: of an id that it does not know. */
function isElsewhere(endpoint: string, response: CollectedResponse, text: string): boolean {
  const { status } = response;
  if (status === 404) return endpoint === 'simulate' || !isJson(response, text);
  return status === 401 || status === 403 || (status >= 300 && status < 400);
}

/** Practice: the service writes JSON, whatever is wrong with it. */
function isJson(response: CollectedResponse, text: string): boolean {
  return (
    /json/i.test(response.headers['content-type'] ?? '') ||
    'value' in jsonBody(response, text, { isOfInterface: false })
  );
}
