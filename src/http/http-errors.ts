import type { Deployment } from '../deployment/deployment.js';
import {
  HttpBodyError,
  HttpBodyTooLargeError,
  type HttpError,
  HttpNetworkError,
  HttpStatusError,
  HttpTimeoutError,
} from '../errors/http-error.js';
import type { Exchange } from '../internal/exchange.js';
import { printDuration } from '../internal/print.js';
import type { AttemptOutcome } from './dispatch-once.js';
import { exchangeLines } from './exchange-lines.js';
import { adviceFor } from './status-advice.js';

type Failure = Exclude<AttemptOutcome, { kind: 'response' }>;

const networkFailures: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset by peer',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name could not be looked up',
  EPIPE: 'connection closed while sending',
  ETIMEDOUT: 'connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  UND_ERR_SOCKET: 'connection closed by peer before the answer was complete',
};

/** Says in a few words why an attempt gave no whole answer. */
export function failureOf({ kind, error }: Failure): string {
  if (kind === 'timeout') return 'timed out';
  if (kind === 'too-large') return 'answer too large';
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  const known = code === undefined ? undefined : networkFailures[code];
  return known === undefined ? `${code ?? 'network error'}: ${message ?? ''}` : `${known} (${code})`;
}

/** Makes the error of a call's last attempt; `pauseMs` is the pause that its deadline left no time for. */
export function httpErrorFor(
  outcome: AttemptOutcome,
  exchange: Exchange,
  deployment: Deployment,
  pauseMs: number | undefined,
): HttpError {
  const who = deployment.name;
  const details = exchangeLines(exchange);
  if (pauseMs !== undefined) {
    details.push(
      `Retries:   stopped; a pause of ${printDuration(pauseMs)} does not fit in deadlineMs ${deployment.deadlineMs}`,
    );
  }
  if (outcome.kind === 'response') {
    const { status, headers } = outcome.response;
    details.push(...adviceFor(status, headers, exchange).map((advice) => `What to do: ${advice}`));
    return new HttpStatusError(exchange, { summary: `${who} answered with status ${status}`, details });
  }
  const cause = outcome.error;
  switch (outcome.kind) {
    case 'timeout':
      details.push('What to do: look whether the service is overloaded, or raise timeoutMs or deadlineMs');
      return new HttpTimeoutError(exchange, {
        summary: `${who} gave no whole answer within ${printDuration(exchange.attempts.at(-1)?.durationMs ?? 0)}`,
        details,
        cause,
      });
    case 'too-large':
      details.push('What to do: raise maxResponseBytes if such an answer is right');
      return new HttpBodyTooLargeError(exchange, {
        summary: `${who} answered with more than ${deployment.maxResponseBytes} bytes`,
        details,
        cause,
      });
    default:
      details.push('What to do: check the base URL, and that the service runs and can be reached from here');
      return new HttpNetworkError(exchange, {
        summary: `${who} could not be reached: ${exchange.redact(failureOf(outcome))}`,
        details,
        cause,
      });
  }
}

/** Makes the error of a 200 whose body is not JSON. */
export function bodyErrorFor(reason: string, exchange: Exchange, deployment: Deployment): HttpBodyError {
  return new HttpBodyError(exchange, {
    summary: `${deployment.name} answered 200, but ${exchange.redact(reason)}`,
    details: [
      ...exchangeLines(exchange),
      'What to do: check the base URL; a proxy, a login page or another service may have answered',
    ],
  });
}
