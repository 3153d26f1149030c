import type { Dispatcher } from 'undici';
import type { z } from 'zod';
import type { HttpCaseRequest } from '../checks/case/case-plan.js';
import type { CheckedViolation } from '../checks/case/check.js';
import { inclusionRequest } from '../checks/case/inclusion-request.js';
import type { Observation } from '../checks/case/observation.js';
import type { EarlierAnswers } from '../checks/records/earlier-answers.js';
import { evidenceOfCall, isBusy, responseOf, retryAfterMs } from '../client/evidence.js';
import type { PlannedRequest, ResolvedBuiltIns } from '../client/request.js';
import { type Call, callOnce } from '../client/transport.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Headers } from '../deployment/headers.js';
import type { BuiltInEndpointName } from '../endpoint/built-in.js';
import { HttpError } from '../errors.js';
import type { Clock } from '../internal/clock.js';
import { optionName } from '../internal/option-names.js';
import { packageVersion } from '../internal/package-manifest.js';
import { fullJitter, sleep } from '../internal/waiting.js';
import type { PreflightFailure } from '../probing/preflight-failures.js';
import type { CertificateRecorder } from './certificate.js';
import type { SmokeCheckName, smokeOptions } from './smoke-options.js';
import type { SmokeCheck } from './smoke-report.js';

/** A check of a smoke run. */
export interface PlannedCheck {
  /** Of a custom endpoint: `endpoint:<name>`. */
  readonly name: SmokeCheckName | `endpoint:${string}`;
  /** What it expects, in one sentence. */
  readonly about: string;
  /** The endpoint that must have answered. */
  readonly needs?: BuiltInEndpointName;
  readonly run: (run: SmokeRun) => Promise<SmokeOutcome> | SmokeOutcome;
}

/** What a check returns; the run adds the other members of {@link SmokeCheck}. */
export type SmokeOutcome = Pick<SmokeCheck, 'status' | 'message' | 'advice'> & {
  readonly details?: readonly string[];
};

/** A request that was sent, its answer, and what the checks found in it. */
export interface Asked {
  readonly call: Call;
  readonly observation: Observation;
  /** The answer to the same request before it. */
  readonly before: Asked | undefined;
  /** What is wrong, except what was wrong with an earlier answer to the same request. */
  readonly found: readonly CheckedViolation[];
  /** What was wrong with the answers to the same request. */
  readonly known: Set<string>;
  /** Why no answer came, if a valid request right after it got none either. */
  readonly outage: PreflightFailure | undefined;
}

/** What the checks of one run share. */
export interface SmokeRun {
  /** With the `user-agent` of smoke runs. */
  readonly deployment: Deployment;
  readonly endpoints: ResolvedBuiltIns;
  readonly sender: SmokeSender;
  readonly clock: Clock;
  /** When the run must end, in milliseconds of the clock. */
  readonly endsAtMs: number;
  readonly certificates: CertificateRecorder;
  readonly settings: RunSettings;
  /** The answer to the first request to each endpoint. Later checks use it too, which saves requests. */
  readonly first: { [Name in BuiltInEndpointName]?: Asked };
  /** The endpoints that the service answered for. */
  readonly reached: Set<BuiltInEndpointName>;
  /** Whether a 404 of the observer may not be about the operation id, so that it says nothing of an operation. */
  isNotFoundOpen: boolean;
  /** Whether its signal ended a check. */
  isStopped: boolean;
  /** The endpoints whose form of errors was noted. */
  readonly notedForms: Set<string>;
  /** Why endpoints that had answered no longer do. */
  readonly outages: Map<string, PreflightFailure>;
  /** The last attempts of the requests that were sent, but for samples. */
  readonly calls: Map<string, Call>;
  /** The last answer to each request. */
  readonly answered: Map<string, Asked>;
  /** What later answers are compared with. */
  readonly earlier: EarlierAnswers;
  /** The answers for the configured operations, by id. */
  readonly known: Map<string, Asked>;
}

type Completed<Options> = { readonly [Name in keyof Options]-?: Exclude<Options[Name], undefined> };

/** The options of a run, with their defaults. */
export interface RunSettings
  extends Completed<Omit<z.output<typeof smokeOptions>, 'deployment' | 'onCheck' | 'clock' | 'signal'>> {
  readonly signal: AbortSignal | undefined;
  /** Where `attemptTimeoutMs` comes from: its own name, or the time limit of the test or suite that reduces it. */
  readonly attemptLimit: string;
  /** The time that the test or suite leaves for the run, in milliseconds; `Infinity` without a limit. */
  readonly totalMs: number;
  /** Where `totalMs` comes from. */
  readonly totalLimit: string;
}

/** Returns a key that is the same for equal requests. */
export function requestKey({ endpoint, query, body }: PlannedRequest): string {
  return JSON.stringify([endpoint.origin, endpoint.path, query, body]);
}

/** Sends a request, with retries, unless the run sent it before. */
export async function ask({ sender, calls }: SmokeRun, request: PlannedRequest): Promise<Call> {
  const key = requestKey(request);
  const call = calls.get(key) ?? (await sender.ask(request));
  calls.set(key, call);
  return call;
}

/** Plans the simulation of a valid request. */
export function simulation({
  deployment,
  settings: { request, expectedVerdict },
}: Pick<SmokeRun, 'deployment' | 'settings'>): HttpCaseRequest {
  const body = simulationBody(deployment, request);
  const succeeds = expectedVerdict === 'any' ? undefined : expectedVerdict === 'success';
  return { endpoint: 'simulate', body, expect: { kind: 'simulated', request, succeeds } };
}

/** Returns the body of a request, valid or not, with the deployment's names on the wire. */
export function simulationBody({ dialect }: Deployment, request: LooseSimulationRequest): string {
  return JSON.stringify(dialect.toWireRequest(request));
}

/** Plans a query for a configured operation. */
export function knownQuery(
  { deployment }: Pick<SmokeRun, 'deployment'>,
  operationId: string,
): HttpCaseRequest {
  return inclusionRequest(operationId, { kind: 'known', operationId }, deployment);
}

/** What the sender of a run needs. */
export interface SmokeSenderParts
  extends Pick<RunSettings, 'ratePerSecond' | 'maxRequests' | 'attemptTimeoutMs' | 'signal'> {
  readonly deployment: Deployment;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
}

/**
 * Sends the requests of a smoke run: one at a time, at a rate, up to a number. Failed connections, 429 and 503 are retried
 * with the deployment's `retries` and `Retry-After`, within `timeoutMs`. A server that still asks for fewer requests gets
 * none any more.
 */
export class SmokeSender {
  readonly #parts: SmokeSenderParts;
  /** The statuses by which servers asked for fewer requests, by their origins. */
  readonly #overloaded = new Map<string, number>();
  #sent = 0;
  #retryReasons: string[] = [];
  /** Ends with the last request. */
  #queue: Promise<unknown> = Promise.resolve();
  #nextAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: SmokeSenderParts) {
    this.#parts = parts;
  }

  /** How many requests were sent. */
  get sent(): number {
    return this.#sent;
  }

  /** Returns why requests were sent again since it was last called. */
  takeRetryReasons(): readonly string[] {
    return this.#retryReasons.splice(0);
  }

  /**
   * Sends a request, with retries. Returns its last attempt.
   *
   * @throws {NotSentError} if no more may be sent; the signal's reason if it aborted.
   * @throws {UsageError} if the deployment's headers function fails.
   */
  async ask(request: PlannedRequest): Promise<Call> {
    const { clock, signal, deployment } = this.#parts;
    const { limit, minIntervalMs, maxIntervalMs } = deployment.retries;
    for (let retry = 0; retry < limit; retry++) {
      const call = await this.#send(request);
      const askedMs = retryAfterMs(responseOf(call), clock) ?? 0;
      const pauseMs = Math.max(fullJitter(retry, minIntervalMs, maxIntervalMs), askedMs);
      if (!isTransient(call) || pauseMs > deployment.timeoutMs || this.#isSpent)
        return this.#heeded(request, call);
      this.#retryReasons.push(call.exchange.attempts.at(-1)?.reason ?? 'no answer');
      await sleep(pauseMs, clock, signal);
    }
    return await this.askOnce(request);
  }

  /** Sends a request without retries. */
  async askOnce(request: PlannedRequest): Promise<Call> {
    return this.#heeded(request, await this.#send(request));
  }

  /**
   * Calls a custom endpoint.
   *
   * @throws {NotSentError} if no more may be sent; what `send` throws.
   */
  async call<T>(origin: string, send: () => Promise<T>): Promise<T> {
    try {
      return await this.#inTurn(origin, send);
    } catch (error) {
      if (error instanceof HttpError) this.#heed(origin, error.status);
      throw error;
    }
  }

  async #send(request: PlannedRequest): Promise<Call> {
    const { deployment, dispatcher, attemptTimeoutMs: timeoutMs, clock, signal } = this.#parts;
    const limits = { timeoutMs, clock, signal };
    const call = await this.#inTurn(request.endpoint.origin, () =>
      callOnce(deployment, dispatcher, request, limits),
    );
    if (call.outcome.kind === 'aborted') throw call.outcome.error;
    return call;
  }

  /** Sends after all earlier requests, as soon as the rate allows. */
  #inTurn<T>(origin: string, send: () => Promise<T>): Promise<T> {
    const { clock, signal, ratePerSecond } = this.#parts;
    const sending = this.#queue.then(async () => {
      this.#assertAllowed(origin);
      this.#sent++;
      const pauseMs = this.#nextAtMs - clock.now();
      if (pauseMs > 0) await sleep(pauseMs, clock, signal);
      this.#nextAtMs = clock.now() + 1_000 / ratePerSecond;
      return await send();
    });
    this.#queue = sending.catch(() => {});
    return sending;
  }

  get #isSpent(): boolean {
    return this.#sent >= this.#parts.maxRequests;
  }

  #assertAllowed(origin: string): void {
    const status = this.#overloaded.get(origin);
    if (status !== undefined)
      throw new NotSentError({
        status: 'inconclusive',
        message: `not sent: the service asks for fewer requests (status ${status})`,
      });
    if (this.#isSpent)
      throw new NotSentError({
        status: 'inconclusive',
        message: `not sent: the budget of ${this.#parts.maxRequests} requests (${optionName('maxRequests')}) is used up`,
        advice: `raise ${optionName('maxRequests')}, or take fewer samples`,
      });
  }

  #heeded({ endpoint }: PlannedRequest, call: Call): Call {
    this.#heed(endpoint.origin, responseOf(call)?.status);
    return call;
  }

  #heed(origin: string, status: number | undefined): void {
    if (isBusy(status)) this.#overloaded.set(origin, status);
  }
}

/** Whether a retry may succeed: the server is busy, or the connection failed for a reason that may pass. */
function isTransient(call: Call): boolean {
  if (call.outcome.kind === 'network') return evidenceOfCall(call).isTransient;
  return isBusy(responseOf(call)?.status);
}

/** A request was not sent; `outcome` is the outcome of its check. Never leaves a smoke run. */
export class NotSentError extends Error {
  readonly outcome: SmokeOutcome;

  constructor(outcome: SmokeOutcome) {
    super(outcome.message);
    this.outcome = outcome;
  }
}

/** The `user-agent` of smoke runs. */
const smokeUserAgent = `crosscheck-smoke/${packageVersion()}`;

/** Returns the deployment with the `user-agent` of smoke runs, after that of the deployment. */
export function withUserAgent(deployment: Deployment): Deployment {
  const withAgent = (headers: Headers): Headers => {
    const own = headers['user-agent'];
    return {
      ...headers,
      'user-agent': own === undefined ? smokeUserAgent : `${own} ${smokeUserAgent}`,
    };
  };
  return {
    ...deployment,
    headers: () => {
      const given = deployment.headers();
      return given instanceof Promise ? given.then(withAgent) : withAgent(given);
    },
  };
}
