import type { Call } from '../client/call.js';
import { jsonBody } from '../client/call-endpoint.js';
import { evidenceOfCall, responseOf, retryAfterMs } from '../client/evidence.js';
import { exchangeLines } from '../client/exchange-text.js';
import { errorBodyNote } from '../client/http-errors.js';
import { resolveBuiltIns, resolveEndpoint } from '../client/request.js';
import { attemptRepeatedly } from '../client/retry.js';
import type { Deployment } from '../deployment/deployment.js';
import { type Endpoint, type EndpointRequest, pathParam } from '../endpoint/endpoint.js';
import { endpointRequest } from '../endpoint/endpoint-request.js';
import { exactNumbers, fits } from '../endpoint/endpoint-schemas.js';
import { CampaignCannotRunError, UsageError } from '../errors.js';
import type { Clock } from '../internal/clock.js';
import { optionName } from '../internal/option-names.js';
import { formatDuration } from '../internal/print.js';
import type { TestContext } from '../running-test/test-context.js';
import { shareOfTest } from '../running-test/within-test.js';
import { areAlike } from './answer-comparison.js';
import type { ControlRequests } from './control-requests.js';
import {
  answersAlike,
  notAtItsPath,
  overload,
  overloadOf,
  type PreflightFailure,
  preflightFailureOf,
} from './preflight-failures.js';
import type { Sender } from './sender.js';

/** The shortest pause between two attempts, in milliseconds. Assumption. */
const minPauseMs = 250;

/** How long the endpoints may take for their first answer. */
interface ConnectTime {
  /** In milliseconds. */
  readonly connectTimeoutMs: number;
  /** The source of the limit: the name of an option, or the timeout of the running test. */
  readonly limit: string;
}

/** Returns how long the endpoints may take for their first answer, so that the running test can still report a failure. */
export function connectTime(connectTimeoutMs: number, test: TestContext | undefined): ConnectTime {
  const maxMs = Math.floor((test?.remainingMs() ?? Number.POSITIVE_INFINITY) * shareOfTest);
  if (test === undefined || maxMs >= connectTimeoutMs)
    return { connectTimeoutMs, limit: optionName('connectTimeoutMs') };
  return {
    connectTimeoutMs: Math.max(1, maxMs),
    limit: `the test's own timeout of ${formatDuration(test.timeoutMs)}`,
  };
}

/** How long the preflight waits for a deployment. */
export interface PreflightLimits extends ConnectTime {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends four requests at the same time before a campaign begins, so that an unreachable deployment is one error, not a thousand
 * findings or a clean campaign that proved nothing. While the deployment is starting, the requests are repeated until the time
 * limit.
 *
 * @returns The answers to a valid call and to an unknown id, and notes about what differs from practice, a sentence each.
 * @throws {CampaignCannotRunError} if an endpoint cannot be reached, is not at its path, requires credentials, redirects or
 * answers with a page, if both are overloaded, or if all requests get the same answer.
 */
export async function preflightDeployment(
  { askEndpoints, askInvalid }: ControlRequests,
  deployment: Deployment,
  { connectTimeoutMs, limit, clock, signal }: PreflightLimits,
): Promise<{ readonly controls: readonly [Call, Call]; readonly notes: readonly string[] }> {
  const { simulate, inclusion } = resolveBuiltIns(deployment);
  const endMs = clock.now() + connectTimeoutMs;
  const { last } = await attemptRepeatedly(
    () => Promise.all([askEndpoints(), askInvalid()]),
    ([calls]) => {
      const pauseMs = pauseBeforeNext(calls, clock);
      return pauseMs === undefined || clock.now() + pauseMs >= endMs ? undefined : pauseMs;
    },
    clock,
    signal,
  );
  const [controls, invalid] = last;
  const [simulated, included] = controls;
  reject(simulated, overload(deployment, controls, clock));
  reject(simulated, preflightFailureOf(simulate, simulated, connectTimeoutMs, limit));
  reject(included, preflightFailureOf(inclusion, included, connectTimeoutMs, limit));
  const isAlike = [included, ...invalid].every((call) => areAlike(call.exchange, simulated.exchange));
  if (isAlike) reject(simulated, answersAlike(deployment));
  if (isUnknownPath(included, invalid)) reject(included, notAtItsPath(inclusion));
  const { response } = included.exchange;
  const note = response && response.status !== 200 ? errorBodyNote(inclusion.who, response) : undefined;
  return { controls, notes: note === undefined ? [] : [note] };
}

/**
 * Returns how long to wait, in milliseconds, if no server listens yet at one of the endpoints, or if both are overloaded or
 * behind a gateway that does not reach them. Undefined otherwise.
 */
function pauseBeforeNext(calls: readonly Call[], clock: Clock): number | undefined {
  // One that starts is asked again soon, whatever the other one asks for.
  if (calls.some(isRefused)) return minPauseMs;
  if (!calls.every((call) => evidenceOfCall(call).cause === 'overload')) return undefined;
  return Math.max(minPauseMs, ...calls.map((call) => retryAfterMs(responseOf(call), clock) ?? 0));
}

function isRefused({ outcome }: Call): boolean {
  return outcome.kind === 'network' && (outcome.error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
}

/**
 * Returns whether the server has no observer at this path. An observer may answer an unknown id with the same short "not found"
 * as its server answers an unknown path, but it rejects a query without an id with 400 (practice).
 */
function isUnknownPath(included: Call, invalid: readonly Call[]): boolean {
  const { outcome } = included;
  if (outcome.kind !== 'response' || outcome.response.status >= 500) return false;
  return invalid.every((call) => areAlike(call.exchange, included.exchange));
}

/** Throws a {@link CampaignCannotRunError} if there is a failure. */
function reject({ exchange }: Call, failure: PreflightFailure | undefined): void {
  if (failure === undefined) return;
  const { summary, advice } = failure;
  throw new CampaignCannotRunError({
    summary,
    details: [...exchangeLines(exchange), { advice }],
  });
}

/** A custom endpoint and a valid request to it. */
export type EndpointSample = readonly [endpoint: Endpoint, request: EndpointRequest];

/** What the preflight of custom endpoints needs. */
interface EndpointPreflightParts extends PreflightLimits {
  readonly deployment: Deployment;
  readonly sender: Sender;
}

/**
 * Calls each custom endpoint once, so that an unreachable endpoint or a wrong path is one error and not a clean phase. A 404
 * may also mean that the requested item does not exist; a request to an unknown path of the server distinguishes the two.
 *
 * @returns A sentence for each endpoint that may not be at its path.
 * @throws {CampaignCannotRunError} if an endpoint cannot be reached, requires credentials, is overloaded or redirects, or if
 * its example gets the same answer as an unknown path.
 * @throws {UsageError} if its response schema cannot validate an answer.
 */
export async function preflightEndpoints(
  samples: readonly EndpointSample[],
  parts: EndpointPreflightParts,
): Promise<string[]> {
  const notes: string[] = [];
  for (const sample of samples) notes.push(...(await preflightEndpoint(sample, parts)));
  return notes;
}

async function preflightEndpoint(
  [endpoint, request]: EndpointSample,
  { deployment, sender, connectTimeoutMs: timeoutMs, limit, clock, signal }: EndpointPreflightParts,
): Promise<string[]> {
  const { path, query, body } = endpointRequest(endpoint, request);
  const resolved = resolveEndpoint(endpoint, deployment, path);
  const call = (path: string): Promise<Call> =>
    sender.control({ query, body, endpoint: { ...resolved, path } }, { timeoutMs, signal });
  const answer = await call(resolved.path);
  if (responseOf(answer)?.status !== 404) {
    const who = { ...resolved, who: `${endpoint.name} of ${deployment.name}` };
    const failure = overloadOf(who, answer, clock) ?? preflightFailureOf(who, answer, timeoutMs, limit);
    reject(answer, failure);
    tryResponseSchema(endpoint, answer);
    return [];
  }
  const at = lastLiteralSegment(endpoint.path);
  const unknownPath = await call(resolved.path.split('/').with(at, 'no-such-operation').join('/'));
  if (!areAlike(answer.exchange, unknownPath.exchange, at)) return [];
  const why = 'at its path: it answers like an unknown path';
  if (endpoint.example !== undefined)
    reject(answer, {
      summary: `${endpoint.name} is not ${why}`,
      advice: 'check the path of the endpoint and its server, and that its example exists; or leave it out',
    });
  return [
    `${endpoint.name} may not be ${why}. If the requested item does not exist, give the endpoint an example of one that does (defineEndpoint).`,
  ];
}

/**
 * Returns the index of the last segment without a parameter, counted from the end, so that it is right for a base URL with a
 * path too. Another value of a parameter would be as unknown as the first.
 */
function lastLiteralSegment(path: string): number {
  const segments = path.split('/');
  return (
    segments.findLastIndex((segment) => segment !== '' && segment.search(pathParam) < 0) - segments.length
  );
}

/** Throws a `UsageError` if the response schema throws or returns a promise. */
function tryResponseSchema({ name, response }: Endpoint, call: Call): void {
  const answer = responseOf(call);
  if (answer?.status !== 200) return;
  const json = jsonBody(answer, call.text, false);
  if (!('value' in json)) return;
  try {
    fits(response, exactNumbers(response, json.value));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(
      `The response of ${name} cannot be judged: ${error.message.split('\n', 1)[0]}`,
      [{ advice: 'use refinements and transforms in its schema that do not throw and return no promise' }],
      error,
    );
  }
}
