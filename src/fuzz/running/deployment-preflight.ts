import { unknownInclusionRequest } from '../../checks/case/inclusion-request.js';
import type { Observation } from '../../checks/case/observation.js';
import { evidenceOfCall, responseOf } from '../../client/evidence.js';
import { exchangeLines } from '../../client/exchange-text.js';
import { errorBodyNote } from '../../client/http-errors.js';
import { resolveBuiltIns } from '../../client/request.js';
import type { Call } from '../../client/transport.js';
import type { Deployment } from '../../deployment/deployment.js';
import { CampaignCannotRunError } from '../../errors.js';
import type { Clock } from '../../internal/clock.js';
import { formatDuration } from '../../internal/print.js';
import type { TestContext } from '../../internal/test-context.js';
import { sleep } from '../../internal/waiting.js';
import { areAlike } from '../../probing/answer-comparison.js';
import type { ControlRequests } from '../../probing/control-requests.js';
import { observe } from '../../probing/observe.js';
import {
  answersAlike,
  notAtItsPath,
  overload,
  type PreflightFailure,
  preflightFailureOf,
} from '../../probing/preflight-failures.js';

/** The pause between two attempts, in milliseconds. Assumption. */
const pauseMs = 250;

/** The share of a test's remaining time that each of two consecutive requests may take. Assumption. */
const shareOfTest = 0.45;

/** How long the endpoints may take for their first answer. */
interface ConnectTime {
  /** In milliseconds. */
  readonly connectTimeoutMs: number;
  /** Where the limit comes from: the name of an option, or the timeout of the running test. */
  readonly limit: string;
}

/** Returns how long the endpoints may take for their first answer, so that the running test can still report a failure. */
export function connectTime(connectTimeoutMs: number, test: TestContext | undefined): ConnectTime {
  const maxMs = Math.floor((test?.remainingMs() ?? Number.POSITIVE_INFINITY) * shareOfTest);
  if (test === undefined || maxMs >= connectTimeoutMs) return { connectTimeoutMs, limit: 'connectTimeoutMs' };
  return {
    connectTimeoutMs: Math.max(1, maxMs),
    limit: `the test's own timeout of ${formatDuration(test.timeoutMs)}`,
  };
}

/** How long the preflight waits for a deployment. */
interface PreflightLimits extends ConnectTime {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends four requests at the same time before a campaign begins, so that an unreachable deployment is one error, and
 * neither a thousand findings nor a clean campaign that proved nothing. While the deployment is starting, the requests are
 * repeated until the time is over.
 *
 * @returns The answers to a valid call and to an unknown id, and notes about what is accepted but differs from practice, a sentence each.
 * @throws {CampaignCannotRunError} if an endpoint cannot be reached, is not at its path, requires credentials, redirects or
 * answers with a page, if both are overloaded, or if all requests get the same answer.
 */
export async function preflightDeployment(
  { askBoth, askInvalid }: ControlRequests,
  deployment: Deployment,
  { connectTimeoutMs, limit, clock, signal }: PreflightLimits,
): Promise<{ readonly controls: readonly [Call, Call]; readonly notes: readonly string[] }> {
  const { simulate, inclusion } = resolveBuiltIns(deployment);
  const ask = () => Promise.all([askBoth(), askInvalid()]);
  const endMs = clock.now() + connectTimeoutMs;
  let asked = await ask();
  while (isStarting(asked[0]) && clock.now() + pauseMs < endMs) {
    await sleep(pauseMs, clock, signal);
    asked = await ask();
  }
  const [controls, invalid] = asked;
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

/** Whether no server listens yet at one of the endpoints, or a gateway cannot reach the service of both. */
function isStarting(calls: readonly Call[]): boolean {
  return calls.some(isRefused) || calls.every((call) => isRefused(call) || isBehindGateway(call));
}

function isRefused({ outcome }: Call): boolean {
  return outcome.kind === 'network' && (outcome.error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
}

/** An answer with `Retry-After` does not count: the server says how long to wait. */
function isBehindGateway(call: Call): boolean {
  const { status = 0, headers } = responseOf(call) ?? {};
  const isGateway = status >= 500 && evidenceOfCall(call).cause === 'overload';
  return isGateway && headers?.['retry-after'] === undefined;
}

/**
 * Whether the server has no observer at this path. An observer may answer an unknown id with the same short "not found" as
 * its server answers an unknown path, but it rejects a query without an id with 400 (practice).
 */
function isUnknownPath(included: Call, invalid: readonly Call[]): boolean {
  const { outcome } = included;
  if (outcome.kind !== 'response' || outcome.response.status >= 500) return false;
  return invalid.every((call) => areAlike(call.exchange, included.exchange));
}

/** Returns the observations of two control requests: a valid call, and a query for an unknown id. */
export function observeControls(
  [simulated, included]: readonly [Call, Call],
  deployment: Deployment,
): Observation[] {
  const valid = { endpoint: 'simulate', expect: { kind: 'simulated', request: {} } } as const;
  return [
    observe(valid, simulated, deployment),
    observe(unknownInclusionRequest(deployment), included, deployment),
  ];
}

/** Throws a {@link CampaignCannotRunError} if there is a failure. */
export function reject({ exchange }: Call, failure: PreflightFailure | undefined): void {
  if (failure === undefined) return;
  const { summary, advice } = failure;
  throw new CampaignCannotRunError({
    summary,
    details: [...exchangeLines(exchange), `What to do: ${advice}`],
  });
}
