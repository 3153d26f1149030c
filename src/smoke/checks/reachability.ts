import { unknownInclusionRequest } from '../../checks/case/inclusion-request.js';
import { evidenceIn } from '../../checks/case/inconclusive-answers.js';
import type { BuiltInEndpointName } from '../../endpoint/built-in.js';
import { formatDuration } from '../../internal/print.js';
import { observerRoute } from '../../probing/observer-route.js';
import { preflightFailureOf } from '../../probing/preflight-failures.js';
import { exchangeDetails } from '../judging/exchange-details.js';
import { inconclusive } from '../judging/inconclusive-outcome.js';
import { ask, sendObserved } from '../sending/observed-request.js';
import { simulation } from '../sending/smoke-requests.js';
import type { Asked, SmokeOutcome, SmokeRun } from '../smoke-run.js';

/** Sends the first request to the simulator: the valid call. */
export function checkSimulatorReachability(run: SmokeRun): Promise<SmokeOutcome> {
  return reach(run, 'simulate');
}

/** Sends the first request to the observer: a query for an unknown operation. */
export function checkObserverReachability(run: SmokeRun): Promise<SmokeOutcome> {
  return reach(run, 'inclusion');
}

async function reach(run: SmokeRun, name: BuiltInEndpointName): Promise<SmokeOutcome> {
  const { endpoints, settings } = run;
  const request =
    name === 'simulate' ? simulation(run, settings.request) : unknownInclusionRequest(run.deployment);
  const asked = await sendObserved(run, request);
  run.first[name] = asked;
  const { call, observation } = asked;
  const { kind, cause } = evidenceIn(observation);
  // The cache may pass on other requests, so the other checks are made.
  if (cause === 'cache') run.reached.add(name);
  // Whatever answers with a redirect or a page is not the service.
  const isElsewhere = cause === 'redirect' || cause === 'page';
  if (kind === 'no-verdict' && !isElsewhere) return inconclusive(endpoints[name], call, settings);
  const failure = preflightFailureOf(endpoints[name], call, settings.attemptTimeoutMs, settings.attemptLimit);
  if (failure !== undefined)
    return {
      status: 'failed',
      message: failure.summary,
      details: exchangeDetails(call.exchange),
      advice: failure.advice,
    };
  if (name === 'inclusion' && kind === 'not-found') {
    const doubt = await routeDoubt(run);
    if (doubt !== undefined) return doubt;
  }
  run.reached.add(name);
  const status = call.exchange.response?.status;
  return {
    status: 'passed',
    message: `answered with status ${status} in ${formatDuration(call.exchange.durationMs)}`,
  };
}

/** Returns the outcome if the 404 for an unknown operation is not known to be the observer's own. */
async function routeDoubt(run: SmokeRun): Promise<SmokeOutcome | undefined> {
  let earlier: Promise<unknown> = Promise.resolve();
  const route = await observerRoute(run.deployment, (request) => {
    const call = earlier.then(() => ask(run, request));
    earlier = call;
    return call;
  });
  if (route.exists) return undefined;
  const { problem, error } = route;
  // The observer is there, so the other checks are made.
  if (problem === 'operation-id') run.reached.add('inclusion');
  run.isNotFoundOpen = true;
  return {
    status: problem === 'path' ? 'failed' : 'inconclusive',
    message: error.summary,
    details: exchangeDetails((run.first.inclusion as Asked).call.exchange),
    advice: error.advice,
  };
}
