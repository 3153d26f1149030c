import type { Sight } from '../checks/history.js';
import type { ErrorParts } from '../errors/base-error.js';
import { HttpError, HttpNetworkError, HttpTimeoutError } from '../errors/http-error.js';
import { InconclusiveError } from '../errors/inconclusive-error.js';
import type { Client } from '../http/create-client.js';
import { exchangeLines } from '../http/exchange-lines.js';
import type { InclusionRecord } from '../http/inclusion-record.js';
import { isPermanentFailure } from '../http/network-failure.js';
import { retryAfterMs } from '../http/retry-after.js';
import { isTransientStatus } from '../http/retry-pause.js';
import { unixNowMs } from '../internal/clock.js';
import { counted, printDuration, printText } from '../internal/print.js';
import type { ReplayedWait } from '../internal/wait-marks.js';
import { notOfObserver } from '../probing/is-same-answer.js';
import type { ObserverRoute } from '../probing/observer-route.js';
import { errorText } from './error-text.js';
import { maskedSight } from './masked-sight.js';
import { ownerOfTransactions } from './transaction-owners.js';

/**
 * One look at an operation. `failed` may pass, `hopeless` will not; `unknown` is a 404 that is an answer, as far as the
 * route to the observer is found to exist.
 */
export type Probe =
  | { readonly kind: 'record'; readonly sight: Sight; readonly record: InclusionRecord }
  | {
      readonly kind: 'unknown';
      readonly sight: Sight;
      readonly error: HttpError;
      /** Finds out whether the observer is at its path. */
      readonly route: () => Promise<ObserverRoute>;
    }
  | FailedProbe;

/** A look that could not see. */
export interface FailedProbe {
  readonly kind: 'failed' | 'hopeless';
  readonly sight: Sight;
  readonly error: unknown;
}

/** Why a record with the transactions of another operation says nothing. */
export const ofAnotherOperation = 'the transactions of another operation';

/** Looks at an operation once, without retries: a wait looks again anyway, and wants to see every failure. */
export async function probe(
  client: Client,
  operationId: string,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Probe> {
  try {
    const record = await client.inclusion(operationId, { signal, timeoutMs, retries: 0 });
    const { staleness } = record;
    if (staleness !== undefined) return failed('failed', staleAnswer(client, record, staleness), staleness);
    const owner = ownerOfTransactions(client.deployment, record);
    if (owner !== undefined)
      return failed('hopeless', sameTransactions(client, record, owner), ofAnotherOperation);
    return { kind: 'record', record, sight: sightOf(record) };
  } catch (error) {
    const { notFoundMeans } = client.deployment.conventions;
    if (!(error instanceof HttpError) || error.status !== 404 || notFoundMeans === 'error')
      return probeOf(error);
    return probeOfNotFound(client, error, notFoundMeans);
  }
}

function staleAnswer(client: Client, { exchange }: InclusionRecord, staleness: string): InconclusiveError {
  return new InconclusiveError({
    summary: `The observer of ${client.deployment.name} gave ${staleness}, although it was asked for a fresh one`,
    details: [
      ...exchangeLines(exchange),
      'What to do: have the cache before the observer leave these answers out, or ask the observer itself',
    ],
  });
}

/** Two operations were shown with the same transactions. */
export class SharedTransactionsError extends InconclusiveError {
  /** The operation that they were shown for before. */
  readonly ownerId: string;

  constructor(ownerId: string, parts: ErrorParts) {
    super(parts);
    this.ownerId = ownerId;
  }
}

/** Says that two operations were shown with the same transactions, so that one of the answers is not its own. */
export function sameTransactions(
  { deployment }: Pick<Client, 'deployment'>,
  { operationId, exchange }: InclusionRecord,
  otherId: string,
): SharedTransactionsError {
  return new SharedTransactionsError(otherId, {
    summary: `The observer of ${deployment.name} gave the same transactions for two operations: ${printText(operationId, 80)} and ${printText(otherId, 80)}`,
    details: [
      ...exchangeLines(exchange),
      'What to do: look into the service, which mixes up answers; where operations share all their transactions, set the convention transactionsShared',
    ],
  });
}

/** A 404 says something of the operation only where the observer is at its path, and wrote it. */
function probeOfNotFound(
  { deployment }: Client,
  error: HttpError,
  notFoundMeans: 'pending' | 'rejected',
): Probe {
  const foreign = notOfObserver(error.exchange);
  if (foreign !== undefined) return failed('failed', error, `status 404 ${foreign}`);
  const route = async (): Promise<ObserverRoute> =>
    (await import('../probing/observer-route.js')).observerRoute(deployment);
  return { kind: 'unknown', sight: { status: 404, verdict: notFoundMeans }, error, route };
}

/** A 404 that turned out not to be about the operation. */
export function notAbout(error: unknown, why: string): FailedProbe {
  return { kind: 'failed', error, sight: { status: 404, failure: `status 404 ${why}` } };
}

/** A poll of a replay that comes later in its wait than anything that was recorded, or in a wait that was not. */
export function notRecorded({ recordedMs, count, file, howToRecord }: ReplayedWait): FailedProbe {
  const [what, how] =
    recordedMs === undefined
      ? [`has no wait number ${count} for this operation`, `with ${counted(count, 'wait')} for it`]
      : [`ends after ${printDuration(recordedMs)} of this wait`, 'with a wait as long as this one'];
  const failure = `the recording ${what}`;
  const error = new InconclusiveError({ summary: `The recording ${file} ${what}; ${howToRecord}, ${how}` });
  return { kind: 'hopeless', error, sight: { failure } };
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
function probeOf(error: unknown): Probe {
  const status = error instanceof HttpError ? error.status : undefined;
  // Nobody asked whether it has changed: a cache says so, which may ask the service the next time.
  if (status === 304) return failed('failed', error, 'a cached answer (status 304)');
  if (status !== undefined && status !== 200) {
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

function sightOf({ response, verdict, exchange, deployment }: InclusionRecord): Sight {
  const { stage, success, timestamp, transactions } = response;
  const wireStage = stage === undefined ? undefined : deployment.dialect.toWireName(stage);
  const sight: Sight = {
    stage,
    ...(wireStage !== stage && { wireStage }),
    success,
    timestamp,
    transactions: transactions ? hashesOf(transactions) : undefined,
    verdict,
  };
  return maskedSight(sight, (text) => exchange.redact(text));
}

function hashesOf(transactions: readonly { readonly hash?: string | undefined }[]): string[] {
  return transactions.flatMap(({ hash }) => hash ?? []);
}
