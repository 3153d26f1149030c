import type { z } from 'zod';
import type { HttpCaseRequest } from '../case/case-plan.js';
import type { Observation } from '../case/observation.js';
import type { CheckedViolation } from '../checks/check.js';
import type { EarlierAnswers } from '../checks/earlier-answers.js';
import type { Call } from '../client/call.js';
import type { PlannedRequest, ResolvedBuiltIns, ResolvedEndpoint } from '../client/request.js';
import { wireText } from '../contract/dialect.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Headers } from '../deployment/headers.js';
import type { BuiltInEndpointName } from '../endpoint/built-in.js';
import type { Clock } from '../internal/clock.js';
import { packageVersion } from '../internal/package-manifest.js';
import type { PreflightFailure } from '../probing/preflight-failures.js';
import type { Sender } from '../probing/sender.js';
import type { CertificateRecorder } from './certificate.js';
import type { smokeOptions } from './smoke-options.js';
import type { SmokeCheck } from './smoke-report.js';

/** What a check returns; the run adds the other members of {@link SmokeCheck}. */
export type SmokeOutcome = Pick<SmokeCheck, 'status' | 'message' | 'advice' | 'traceId'> & {
  readonly details?: readonly string[] | undefined;
  readonly notes?: readonly string[] | undefined;
  /** Selects the advice of the check: the check of campaigns that found something, or a row of the check's own. */
  readonly cause?: string | undefined;
};

/** A request that was sent, its answer, and what the checks found in it. */
export interface JudgedRequest {
  readonly endpoint: ResolvedEndpoint;
  readonly call: Call;
  readonly observation: Observation;
  /** The answer to the same request before it. */
  readonly before: JudgedRequest | undefined;
  /** What is wrong. Problems that the first answer to the same request had too are reported with that answer only. */
  readonly found: readonly CheckedViolation[];
  /** What was wrong with the first answer to the same request. */
  readonly atFirst: ReadonlySet<string>;
  /** Why no answer came, if a valid request right after it got none either. */
  readonly outage: PreflightFailure | undefined;
  /** What details call the request, if it is not the one that the check is about. */
  readonly label?: 'Control' | undefined;
}

/** What the checks of one run share. */
export interface SmokeRun {
  /** With the `user-agent` of smoke runs. */
  readonly deployment: Deployment;
  readonly endpoints: ResolvedBuiltIns;
  readonly sender: Sender;
  /** Why requests of the current check were sent again. */
  readonly retryReasons: string[];
  readonly clock: Clock;
  /** When the run must end, in milliseconds of the clock. */
  readonly endsAtMs: number;
  readonly certificates: CertificateRecorder;
  readonly settings: RunSettings;
  /** The answer to the first valid request to each endpoint. Later checks use it too, which saves requests. */
  readonly first: { [name: string]: JudgedRequest | undefined };
  /** The endpoints that the service answered for. */
  readonly reached: Set<BuiltInEndpointName>;
  /** Whether a 404 of the observer may not be about the operation id, so that it says nothing of an operation. */
  isNotFoundOpen: boolean;
  /** Whether its signal ended a check. */
  isStopped: boolean;
  /** The endpoints whose form of errors was noted. */
  readonly notedForms: Set<string>;
  /** The notes of checks so far, by endpoint. */
  readonly noted: Set<string>;
  /** Why endpoints that had answered no longer do. */
  readonly outages: Map<string, PreflightFailure>;
  /** The last answer to each request, and what the checks found in it once they judged it. */
  readonly answers: Map<string, { readonly call: Call; readonly judged?: JudgedRequest }>;
  /** What later answers are compared with. */
  readonly earlier: EarlierAnswers;
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
export async function send(
  { sender, answers, retryReasons }: SmokeRun,
  request: PlannedRequest,
): Promise<Call> {
  const key = requestKey(request);
  const known = answers.get(key);
  if (known !== undefined) return known.call;
  const { call, retried } = await sender.send(request);
  for (const { exchange } of retried) retryReasons.push(exchange.attempts.at(-1)?.reason ?? 'no answer');
  answers.set(key, { call });
  return call;
}

/** Plans the simulation of a valid request. */
export function simulation({
  deployment,
  settings: { request, expectedVerdict },
}: Pick<SmokeRun, 'deployment' | 'settings'>): HttpCaseRequest {
  const body = wireText(request, deployment.dialect);
  const succeeds = expectedVerdict === 'any' ? undefined : expectedVerdict === 'success';
  return { endpoint: 'simulate', body, expect: { kind: 'simulated', request, succeeds } };
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
