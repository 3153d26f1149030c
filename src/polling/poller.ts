import { HttpError } from '../client/client-errors.js';
import type { AnyClient } from '../client/create-client.js';
import { evidenceOfError, retryAfterMs, staleError } from '../client/evidence.js';
import { exchangeLines } from '../client/exchange-text.js';
import { sharedTransactionsAdvice } from '../client/http-errors.js';
import type { InclusionRecord } from '../client/results.js';
import { operationKey } from '../client/results.js';
import type { InclusionVerdict } from '../contract/verdicts.js';
import type { Deployment } from '../deployment/deployment.js';
import { SharedTransactionsError } from '../errors.js';
import { afterThisTurn, type Clock, SharedWork } from '../internal/clock.js';
import type { Limiter } from '../internal/limiter.js';
import { forgetOldest } from '../internal/objects.js';
import { errorText, formatText } from '../internal/print.js';
import { checkObserver, type ObserverCheck, sendOnce } from '../probing/observer-check.js';
import { type PendingRequest, pendingRequest } from '../running-test/within-test.js';
import { Latency } from './poll-schedule.js';
import { masked, type PollResult } from './timeline.js';

/**
 * The outcome of one poll. A `transient` failure may pass, a `fatal` one will not. `notFound` is a 404, which is an answer
 * only if the observer is at its path.
 */
export type PollOutcome =
  | { readonly kind: 'record'; readonly record: InclusionRecord }
  | { readonly kind: 'notFound'; readonly error: HttpError }
  | FailedPoll;

/** A poll without a usable answer. */
export interface FailedPoll {
  readonly kind: 'transient' | 'fatal';
  readonly error: unknown;
  /** The failure in a few words, and the status if one came. */
  readonly result: PollResult;
  /** What it did not have at its deadline. */
  readonly missed?: Missed;
}

/** What a poll without an outcome at its deadline lacks: it was not sent yet, or not answered yet. */
export type Missed = 'turn' | 'answer';

/** A running poll, from the point of view of one wait. */
interface OngoingPoll {
  /** Never rejects. */
  readonly outcome: Promise<PollOutcome>;
  /** Describes the request that is not answered yet, if it is known. */
  pending(): PendingRequest | undefined;
  /** Signals that a wait no longer needs the outcome. Each wait calls it once. */
  leave(): void;
}

/** Polls operations. */
export interface Poller {
  /** Polls an operation. `timeoutMs` limits the request and starts when it is sent; then `onSent` is called. */
  poll(operationId: string, timeoutMs: number, onSent: () => void): OngoingPoll;
}

const pollers = new WeakMap<AnyClient, SharedPoller>();

/** Returns the poller that all waits of a client share. */
export function pollerOf(client: AnyClient): SharedPoller {
  const poller = pollers.get(client) ?? new SharedPoller(client);
  pollers.set(client, poller);
  return poller;
}

/**
 * How long a check of the observer holds for waits that end together, in milliseconds, unless a poll usually takes longer:
 * a gateway may change. Assumption.
 */
const checkHoldsMs = 1_000;

/** What the waits of a client share: polls, the check of the observer, and how long it takes to answer. */
export class SharedPoller implements Poller {
  readonly #client: AnyClient;
  readonly #pollsOfTurn = new Map<string, SharedPoll>();
  readonly #owners = new TransactionOwners();
  readonly #latencies = new WeakMap<Clock, Latency>();
  #check:
    | { readonly clock: Clock; readonly request: SharedWork<ObserverCheck>; knownAtMs: number }
    | undefined;
  #knownCheck: { readonly clock: Clock; readonly check: ObserverCheck; readonly atMs: number } | undefined;

  constructor(client: AnyClient) {
    this.#client = client;
  }

  /**
   * Polls at once. Waits that poll the same operation in the same turn of the event loop share one request. A wait never
   * joins an earlier request, because its answer may be older than the poll.
   */
  poll(operationId: string, timeoutMs: number, onSent: () => void): OngoingPoll {
    const key = `${timeoutMs} ${operationId}`;
    let poll = this.#pollsOfTurn.get(key);
    if (poll === undefined || poll.isSettled || poll.isAborted) {
      poll = new SharedPoll((signal) =>
        pollObserver(this.#client, this.#owners, operationId, signal, timeoutMs),
      );
      this.#pollsOfTurn.set(key, poll);
      if (this.#pollsOfTurn.size === 1) afterThisTurn(() => this.#pollsOfTurn.clear());
    }
    onSent();
    return poll.join();
  }

  /** Returns the latency seen by waits with this clock. */
  latency(clock: Clock): Latency {
    const latency = this.#latencies.get(clock) ?? new Latency();
    this.#latencies.set(clock, latency);
    return latency;
  }

  /**
   * Finds out whether the observer is at its path. Waits share the requests, and a result for a second, or for as long as a
   * poll usually takes. Exchanges that are recorded or replayed are made for each wait, because each recording must have its
   * own.
   */
  checkObserver(clock: Clock): SharedWork<ObserverCheck> {
    const { deployment } = this.#client;
    const shared = this.#check;
    if (
      shared?.clock === clock &&
      !shared.request.isAborted &&
      clock.now() < shared.knownAtMs + Math.max(checkHoldsMs, this.latency(clock).usualMs())
    )
      return shared.request.join();
    const request = new SharedWork((signal) =>
      checkObserver(deployment, sendOnce(deployment, { clock, signal })),
    );
    if (deployment.exchanges === undefined) {
      const asked = { clock, request, knownAtMs: Number.POSITIVE_INFINITY };
      this.#check = asked;
      void request.outcome.then((check) => {
        asked.knownAtMs = clock.now();
        const isKnown = check.isAtPath || check.problem !== 'no-answers';
        if (isKnown) this.#knownCheck = { clock, check, atMs: asked.knownAtMs };
      });
    }
    return request.join();
  }

  /** Returns the check that a wait with this clock has got since a moment; undefined if none has. */
  checkKnownSince(startMs: number, clock: Clock): ObserverCheck | undefined {
    const known = this.#knownCheck;
    return known?.clock === clock && known.atMs >= startMs ? known.check : undefined;
  }
}

/** A poll that several waits may share. */
class SharedPoll extends SharedWork<PollOutcome> implements OngoingPoll {
  pending(): PendingRequest | undefined {
    return pendingRequest(this.signal);
  }
}

/** Delays the polls of another poller until a limiter allows them. */
export class LimitedPoller implements Poller {
  readonly #poller: Poller;
  readonly #limiter: Limiter;

  constructor(poller: Poller, limiter: Limiter) {
    this.#poller = poller;
    this.#limiter = limiter;
  }

  poll(operationId: string, timeoutMs: number, onSent: () => void): OngoingPoll {
    return new LimitedPoll(this.#limiter, () => this.#poller.poll(operationId, timeoutMs, onSent));
  }
}

class LimitedPoll implements OngoingPoll {
  readonly outcome: Promise<PollOutcome>;
  readonly #limiter: Limiter;
  readonly #start: () => void;
  #poll: OngoingPoll | undefined;

  constructor(limiter: Limiter, begin: () => OngoingPoll) {
    const { promise, resolve } = withResolvers<PollOutcome>();
    this.outcome = promise;
    this.#limiter = limiter;
    this.#start = () => {
      this.#poll = begin();
      resolve(this.#poll.outcome.then((outcome) => this.#applyPause(outcome)));
    };
    limiter.enter(this.#start);
  }

  pending(): PendingRequest | undefined {
    return this.#poll?.pending();
  }

  leave(): void {
    if (this.#poll === undefined) this.#limiter.withdraw(this.#start);
    else {
      this.#poll.leave();
      this.#limiter.end();
    }
  }

  /** Applies the service's `Retry-After` to all waits of the limiter. */
  #applyPause(outcome: PollOutcome): PollOutcome {
    const pauseMs = requestedPauseMs(outcome, this.#limiter.clock);
    if (pauseMs > 0) this.#limiter.holdFor(pauseMs);
    return outcome;
  }
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T | Promise<T>) => void } {
  let resolve!: (value: T | Promise<T>) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Polls once. Retries are off because a wait polls again anyway and reports every failure. */
async function pollObserver(
  client: AnyClient,
  owners: TransactionOwners,
  operationId: string,
  signal: AbortSignal,
  attemptTimeoutMs: number,
): Promise<PollOutcome> {
  const { deployment } = client;
  try {
    const record = await client.inclusion(operationId, { signal, attemptTimeoutMs, retries: 0 });
    const { staleness } = record;
    if (staleness !== undefined) {
      const summary = `The observer of ${deployment.name} returned ${staleness} to a no-cache request`;
      return failed('transient', staleError(summary, record.exchange), staleness);
    }
    const owner = deployment.conventions.transactionsShared ? undefined : owners.otherOwnerOf(record);
    if (owner === undefined) return { kind: 'record', record };
    const shared = sharedTransactions(deployment, record, owner);
    return failed('fatal', shared, sharedTransactionsFailure);
  } catch (error) {
    const evidence = evidenceOfError(error);
    if (evidence?.kind === 'not-found' && deployment.conventions.notFoundMeans !== 'error')
      return { kind: 'notFound', error: error as HttpError };
    const { status = 200, exchange } = (error ?? {}) as Partial<HttpError>;
    const failure = status === 200 ? exchange?.attempts.at(-1)?.failure : evidence?.reason;
    const text = failure ?? errorText(error);
    return failed(evidence?.isTransient ? 'transient' : 'fatal', error, text);
  }
}

/** Creates a failed poll; `failure` is a short description. */
export function failed(kind: FailedPoll['kind'], error: unknown, failure: string): FailedPoll {
  const status = error instanceof HttpError ? error.status : undefined;
  return { kind, error, result: { status, failure } };
}

/** Returns the pause that the service requested with `Retry-After`, in milliseconds. */
export function requestedPauseMs(outcome: PollOutcome, clock: Clock): number {
  if (outcome.kind === 'record' || !(outcome.error instanceof HttpError)) return 0;
  return retryAfterMs(outcome.error.exchange.response, clock) ?? 0;
}

/** Summarizes a record for the timeline. */
export function resultOfRecord(record: InclusionRecord, verdict: InclusionVerdict): PollResult {
  const { response, deployment, exchange } = record;
  const { stage, success, timestamp, transactions } = response;
  const wireStage = stage === undefined ? undefined : deployment.dialect.toWireName(stage);
  const result: PollResult = {
    stage,
    ...(wireStage !== stage && { wireStage }),
    success,
    timestamp,
    // The copy has no room to grow, which saves 130 bytes for each poll of the timeline.
    transactions: transactions?.flatMap(({ hash }) => hash ?? []).slice(),
    verdict,
  };
  return masked(result, (text) => exchange.redact(text));
}

/** The failure text of a record with the transactions of another operation. */
export const sharedTransactionsFailure = 'the transactions of another operation';

/** Returns the error for a record whose transactions belong to another operation. */
export function sharedTransactions(
  { name }: Deployment,
  { operationId, exchange }: InclusionRecord,
  ownerId: string,
): SharedTransactionsError {
  return new SharedTransactionsError(ownerId, {
    summary: `The observer of ${name} returned the same transactions for two operations: ${formatText(operationId, 80)} and ${formatText(ownerId, 80)}`,
    details: [...exchangeLines(exchange), { advice: sharedTransactionsAdvice }],
  });
}

/** How many transaction lists a client remembers, oldest dropped first. Assumption. */
const maxRememberedTransactions = 10_000;

/** The operations for which a client got transactions. */
class TransactionOwners {
  readonly #owners = new Map<string, string>();

  /**
   * Remembers the operation of a record by its transactions. Returns another operation for which all of them were returned
   * before; undefined if there is none or the record lists no hash.
   */
  otherOwnerOf(record: InclusionRecord): string | undefined {
    const key = transactionsKey(record);
    if (key === undefined) return undefined;
    const { operationId } = record;
    const owner = this.#owners.get(key);
    if (owner !== undefined && operationKey(owner) !== operationKey(operationId)) return owner;
    this.#owners.delete(key);
    this.#owners.set(key, operationId);
    forgetOldest(this.#owners, maxRememberedTransactions);
    return undefined;
  }
}

/**
 * Returns a key that is the same for records with the same hashes in any order and letter case; undefined without any.
 */
export function transactionsKey({
  response: { transactions },
}: Pick<InclusionRecord, 'response'>): string | undefined {
  const hashes = (transactions ?? []).flatMap(({ hash }) => hash?.toLowerCase() || []);
  return hashes.length === 0 ? undefined : [...new Set(hashes)].sort().join(' ');
}
