import type { Deployment } from '../deployment/deployment.js';
import {
  HttpBodyError,
  HttpBodyTooLargeError,
  type HttpError,
  HttpNetworkError,
  HttpStatusError,
  HttpTimeoutError,
} from '../errors.js';
import { printDuration } from '../internal/print.js';
import { adviceForBreak, adviceForNetwork, adviceForStatus } from './advice.js';
import { credentialsFault } from './credentials-fault.js';
import type { AttemptOutcome } from './dispatch-once.js';
import type { Exchange } from './exchange.js';
import { exchangeLines } from './exchange-lines.js';
import { networkFailure } from './network-failure.js';
import type { ResolvedEndpoint } from './planned-request.js';
import type { RetryPause } from './retry-pause.js';
import { serviceText } from './service-text.js';

/** How a call ended without an answer of status 200. */
export interface Ending {
  /** Of the last attempt. */
  readonly outcome: AttemptOutcome;
  /** Which limit the last attempt ran under. */
  readonly limit: 'timeoutMs' | 'deadlineMs';
  /** The pause that the call's deadline left no time for. */
  readonly pause: RetryPause | undefined;
}

/** Makes the error of a call that ended without an answer of status 200. */
export function httpErrorFor(
  { outcome, limit, pause }: Ending,
  endpoint: ResolvedEndpoint,
  exchange: Exchange,
  deployment: Deployment,
): HttpError {
  const { name, who } = endpoint;
  const details = exchangeLines(exchange);
  if (pause !== undefined) details.push(pauseLine(pause, deployment.deadlineMs));
  if (outcome.kind === 'response') {
    const { status, headers } = outcome.response;
    details.push(`What to do: ${adviceForStatus(name, status, headers, exchange)}`);
    const error = new HttpStatusError(exchange, { summary: statusSummary(who, status, exchange), details });
    asked.set(error, { deployment, endpoint });
    return error;
  }
  switch (outcome.kind) {
    case 'timeout':
      details.push(`What to do: look whether the service is overloaded, or raise ${limit}`);
      return new HttpTimeoutError(exchange, {
        summary: `${who} gave no whole answer within ${printDuration(deployment[limit])} (${limit})`,
        details,
      });
    case 'too-large':
      details.push('What to do: raise maxResponseBytes if such an answer is right');
      return new HttpBodyTooLargeError(exchange, {
        summary: `${who} answered with more than ${deployment.maxResponseBytes} bytes (maxResponseBytes)`,
        details,
      });
    default: {
      const failure = exchange.redact(networkFailure(outcome.error));
      const summary = outcome.partial
        ? `${who} broke off its answer: ${failure}`
        : `${who} could not be reached: ${failure}`;
      details.push(`What to do: ${outcome.partial ? adviceForBreak : adviceForNetwork(outcome.error)}`);
      return new HttpNetworkError(exchange, { summary, details, cause: withoutData(outcome.error) });
    }
  }
}

/** Says which status somebody answered with, what the service said of it, and of credentials whether some were sent. */
export function statusSummary(who: string, status: number, exchange: Exchange): string {
  const said = exchange.response && serviceText(exchange.response);
  const reasons = [said, credentialsFault(status, exchange)].filter((reason) => reason !== undefined);
  return [`${who} answered with status ${status}`, reasons.join('; ')].filter(Boolean).join(': ');
}

/** Makes the error of a 200 whose body is not JSON, or JSON that says two things at once. */
export function bodyErrorFor(
  { fault, isAmbiguous = false }: { readonly fault: string; readonly isAmbiguous?: boolean | undefined },
  who: string,
  exchange: Exchange,
): HttpBodyError {
  const advice = isAmbiguous
    ? 'fix the service: readers of JSON differ in which of the two they take'
    : 'check the base URL; a proxy, a login page or another service may have answered';
  return new HttpBodyError(exchange, {
    summary: `${who} answered 200, but ${exchange.redact(fault)}`,
    details: [...exchangeLines(exchange), `What to do: ${advice}`],
  });
}

function pauseLine({ ms, isAskedFor }: RetryPause, deadlineMs: number): string {
  const wait = `${isAskedFor ? 'Retry-After asks for' : 'the next is due after'} ${printDuration(ms)}`;
  return `Retries:   ended; ${wait}, which passes the deadline of ${printDuration(deadlineMs)} (deadlineMs)`;
}

/** The parser's error carries the bytes that it could not read, in which the service may have echoed a secret. */
function withoutData(error: unknown): unknown {
  return error instanceof Error && 'data' in error ? Object.assign(error, { data: undefined }) : error;
}

/** What a call that ended with an error requested. */
export interface Asked {
  readonly deployment: Deployment;
  readonly endpoint: ResolvedEndpoint;
}

const asked = new WeakMap<HttpError, Asked>();

/** Returns what the call requested that ended with an error; undefined for an error that no client threw. */
export function askedOf(error: HttpError): Asked | undefined {
  return asked.get(error);
}
