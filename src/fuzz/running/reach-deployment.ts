import { exchangeLines } from '../../client/exchange-text.js';
import { resolveBuiltIns } from '../../client/request.js';
import type { Call } from '../../client/transport.js';
import type { Deployment } from '../../deployment/deployment.js';
import { CampaignCannotRunError } from '../../errors.js';
import type { Clock } from '../../internal/clock.js';
import { formatDuration } from '../../internal/print.js';
import type { TestContext } from '../../internal/test-context.js';
import { sleep } from '../../internal/waiting.js';
import type { ControlRequests } from '../../probing/control-requests.js';
import { isSameAnswer } from '../../probing/is-same-answer.js';
import {
  answersAlike,
  notAtItsPath,
  overload,
  type PreflightFailure,
  page,
  preflightFailureOf,
} from '../../probing/preflight-failures.js';

/** Between two tries, in milliseconds. Assumption. */
const pauseMs = 250;

/** Of what is left of a test, what each of two requests may take that follow each other. Assumption. */
const shareOfTest = 0.45;

/** How long both endpoints may take to answer at first. */
export interface ConnectTime {
  /** In milliseconds. */
  readonly connectTimeoutMs: number;
  /** What says so: the name of an option, or the timeout of the running test. */
  readonly limit: string;
}

/** Returns how long both endpoints may take to answer at first, so that the running test can say that they did not. */
export function connectTime(connectTimeoutMs: number, test: TestContext | undefined): ConnectTime {
  const mostMs = Math.floor((test?.remainingMs() ?? Number.POSITIVE_INFINITY) * shareOfTest);
  if (test === undefined || mostMs >= connectTimeoutMs)
    return { connectTimeoutMs, limit: 'connectTimeoutMs' };
  return {
    connectTimeoutMs: Math.max(1, mostMs),
    limit: `the test's own timeout of ${formatDuration(test.timeoutMs)}`,
  };
}

/** How long a deployment is waited for. */
export interface ReachLimits extends ConnectTime {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks a deployment four requests at the same time before anything else, so that one that is not there is one error and
 * not a thousand findings, nor a clean campaign of requests that nobody looked at. One that is still starting is asked
 * again until its time is over.
 *
 * @throws {CampaignCannotRunError} when an endpoint cannot be reached, is not at its path, wants credentials, leads
 * elsewhere or is a page, when both are overloaded, or when everything is answered alike.
 */
export async function reachDeployment(
  { askBoth, askInvalid }: ControlRequests,
  deployment: Deployment,
  { connectTimeoutMs, limit, clock, signal }: ReachLimits,
): Promise<void> {
  const { simulate, inclusion } = resolveBuiltIns(deployment);
  const ask = () => Promise.all([askBoth(), askInvalid()]);
  const endMs = clock.now() + connectTimeoutMs;
  let asked = await ask();
  while (isStarting(asked[0]) && clock.now() + pauseMs < endMs) {
    await sleep(pauseMs, clock, signal);
    asked = await ask();
  }
  const [[simulated, included], amiss] = asked;
  reject(simulated, overload(deployment, simulated, included));
  reject(simulated, preflightFailureOf(simulate, simulated, connectTimeoutMs, limit));
  reject(included, preflightFailureOf(inclusion, included, connectTimeoutMs, limit));
  reject(simulated, page(simulate, simulated));
  reject(included, page(inclusion, included));
  const isAlike = [included, ...amiss].every((call) => isSameAnswer(call, simulated));
  if (isAlike) reject(simulated, answersAlike(deployment));
  if (isNobodysPath(included, amiss)) reject(included, notAtItsPath(inclusion));
}

/** Whether nobody listens yet at one of the endpoints, or a gateway does not reach the service of either. */
function isStarting(calls: readonly Call[]): boolean {
  return calls.some(isRejected) || calls.every((call) => isRejected(call) || isBehindGateway(call));
}

function isRejected({ outcome }: Call): boolean {
  return outcome.kind === 'network' && (outcome.error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
}

/** One that asks for a pause is taken at its word. */
function isBehindGateway({ outcome }: Call): boolean {
  if (outcome.kind !== 'response') return false;
  const { status, headers } = outcome.response;
  return [502, 503, 504].includes(status) && headers['retry-after'] === undefined;
}

/**
 * Whether a server answers that knows no observer at its path. An observer may well say the same short "not found" of an
 * unknown id as its server does of an unknown path, but a query without an id it rejects with 400 (practice).
 */
function isNobodysPath(included: Call, amiss: readonly Call[]): boolean {
  const { outcome } = included;
  if (outcome.kind !== 'response' || outcome.response.status >= 500) return false;
  return amiss.every((call) => isSameAnswer(call, included));
}

/** Throws a {@link CampaignCannotRunError} when there is a failure. */
export function reject({ exchange }: Call, failure: PreflightFailure | undefined): void {
  if (failure === undefined) return;
  const { summary, advice } = failure;
  throw new CampaignCannotRunError({
    summary,
    details: [...exchangeLines(exchange), `What to do: ${advice}`],
  });
}
