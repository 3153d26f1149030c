import type { HttpCaseRequest } from '../../checks/case/case-plan.js';
import type { PlannedRequest } from '../../client/request.js';
import type { Call } from '../../client/transport.js';
import type { BuiltInEndpointName } from '../../endpoint/built-in.js';
import { observe } from '../../fuzz/running/observe.js';
import type { Asked, SmokeRun } from '../smoke-run.js';

/** Sends a request. Returns the call and its observation, which checks judge. */
export async function sendObserved(
  { deployment, endpoints, sender }: SmokeRun,
  request: HttpCaseRequest,
  by: 'ask' | 'askOnce' = 'ask',
): Promise<Asked> {
  const { endpoint, method, query, headers, body } = request;
  const planned: PlannedRequest = {
    endpoint: endpoints[endpoint as BuiltInEndpointName],
    method,
    query,
    headers,
    body: body as string | undefined,
  };
  const call: Call = await sender[by](planned);
  return { call, observation: observe(request, call, deployment) };
}
