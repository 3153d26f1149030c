import type { Sight } from '../checks/history.js';
import type { Conventions } from '../contract/conventions.js';
import { HttpError, HttpNetworkError, HttpTimeoutError } from '../errors/http-error.js';
import type { Client } from '../http/create-client.js';
import type { InclusionRecord } from '../http/inclusion-record.js';
import { isPermanentFailure } from '../http/network-failure.js';
import { retryAfterMs } from '../http/retry-after.js';
import { isTransientStatus } from '../http/retry-pause.js';
import { unixNowMs } from '../internal/clock.js';
import { errorText } from './error-text.js';

/** One look at an operation. `failed` may pass, `hopeless` will not; `unknown` is a 404 that is an answer. */
export type Probe =
  | { readonly kind: 'record'; readonly sight: Sight; readonly record: InclusionRecord }
  | { readonly kind: 'unknown'; readonly sight: Sight }
  | { readonly kind: 'failed' | 'hopeless'; readonly sight: Sight; readonly error: unknown };

/** Looks at an operation once, without retries: a wait looks again anyway, and wants to see every failure. */
export async function probe(
  client: Client,
  operationId: string,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Probe> {
  try {
    const record = await client.inclusion(operationId, { signal, timeoutMs, retries: 0 });
    return { kind: 'record', record, sight: sightOf(record) };
  } catch (error) {
    return probeOf(error, client.deployment.conventions.notFoundMeans);
  }
}

/** A look that ended before it could see, for want of what it still waited for. */
export function unseen(waitsFor: 'turn' | 'answer'): Probe {
  const failure = `no ${waitsFor} by the deadline`;
  return failed('failed', new Error(failure), failure);
}

/** How long the service asked to be left alone when it answered a probe, in milliseconds. */
export function askedPauseMs(probe: Probe): number {
  if (!('error' in probe) || !(probe.error instanceof HttpError)) return 0;
  return retryAfterMs(probe.error.exchange.response?.headers['retry-after'], unixNowMs()) ?? 0;
}

/** A status that came decides, also when the body that came with it is too long or broke off. */
function probeOf(error: unknown, notFoundMeans: Conventions['notFoundMeans']): Probe {
  const status = error instanceof HttpError ? error.status : undefined;
  if (status !== undefined && status !== 200) {
    if (status === 404 && notFoundMeans !== 'error') {
      return { kind: 'unknown', sight: { status, verdict: notFoundMeans } };
    }
    return failed(isTransientStatus(status) ? 'failed' : 'hopeless', error, `status ${status}`);
  }
  const mayPass =
    error instanceof HttpTimeoutError ||
    (error instanceof HttpNetworkError && !isPermanentFailure(error.cause));
  return failed(mayPass ? 'failed' : 'hopeless', error, failureText(error));
}

function failed(kind: 'failed' | 'hopeless', error: unknown, failure: string): Probe {
  const status = error instanceof HttpError ? error.status : undefined;
  return { kind, error, sight: { status, failure } };
}

function failureText(error: unknown): string {
  const failure = error instanceof HttpError ? error.exchange.attempts.at(-1)?.failure : undefined;
  return failure ?? errorText(error);
}

/** Sights are printed, and a service may echo a secret in any text. */
function sightOf({ response, verdict, exchange, deployment }: InclusionRecord): Sight {
  const { success, timestamp, transactions } = response;
  const { toWireName } = deployment.dialect;
  const stage = response.stage === undefined ? undefined : exchange.redact(response.stage);
  const wireStage = response.stage === undefined ? undefined : exchange.redact(toWireName(response.stage));
  return {
    stage,
    ...(wireStage !== stage && { wireStage }),
    success,
    timestamp,
    transactions: transactions ? hashesOf(transactions).map((hash) => exchange.redact(hash)) : undefined,
    verdict,
  };
}

function hashesOf(transactions: readonly { readonly hash?: string | undefined }[]): string[] {
  return transactions.flatMap(({ hash }) => hash ?? []);
}
