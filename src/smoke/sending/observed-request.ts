import type { HttpCaseRequest } from '../../checks/case/case-plan.js';
import type { PlannedRequest } from '../../client/request.js';
import type { Call } from '../../client/transport.js';
import type { BuiltInEndpointName } from '../../endpoint/built-in.js';
import { observe } from '../../fuzz/running/observe.js';
import type { Asked, SmokeRun } from '../smoke-run.js';

/** Sends a request, with retries, unless the run sent it before. */
export async function ask({ sender, calls }: SmokeRun, request: PlannedRequest): Promise<Call> {
  const { endpoint, query, body } = request;
  const key = JSON.stringify([endpoint.origin, endpoint.path, query, body]);
  const call = calls.get(key) ?? (await sender.ask(request));
  calls.set(key, call);
  return call;
}

/**
 * Sends a request, or with `by` of `ask` only if the run did not send it before. Returns the call and its observation, which
 * checks judge.
 */
export async function sendObserved(
  run: SmokeRun,
  request: HttpCaseRequest,
  by: 'ask' | 'sample' = 'ask',
): Promise<Asked> {
  const { deployment, endpoints, sender } = run;
  const { endpoint, method, query, headers, body } = request;
  const planned: PlannedRequest = {
    endpoint: endpoints[endpoint as BuiltInEndpointName],
    method,
    query,
    headers,
    body: body as string | undefined,
  };
  const call = by === 'ask' ? await ask(run, planned) : await sender.askOnce(planned);
  return { call, observation: observe(request, call, deployment) };
}
