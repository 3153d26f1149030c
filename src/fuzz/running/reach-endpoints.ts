import type { Dispatcher } from 'undici';
import { jsonBody } from '../../client/read-json.js';
import { resolveEndpoint } from '../../client/request.js';
import type { AttemptLimits } from '../../client/transport.js';
import { type Call, callOnce } from '../../client/transport.js';
import type { Deployment } from '../../deployment/deployment.js';
import type { Endpoint, EndpointRequest } from '../../endpoint/endpoint.js';
import { pathParam } from '../../endpoint/endpoint.js';
import { endpointRequest } from '../../endpoint/endpoint-request.js';
import { UsageError } from '../../errors.js';
import { exactNumbers, fits } from '../../internal/schema-introspection.js';
import { isSameAnswer } from '../../probing/is-same-answer.js';
import { overloadOf, preflightFailureOf } from '../../probing/preflight-failures.js';
import { sampleRequest } from '../phases/endpoint-draws.js';
import { reject } from './reach-deployment.js';

/** What custom endpoints are asked with. */
export interface ReachEndpointsParts {
  readonly deployment: Deployment;
  readonly dispatcher: Dispatcher;
  readonly limits: Omit<AttemptLimits, 'maxBytes'>;
  /** The name of the time limit: `connectTimeoutMs`. */
  readonly limit: string;
}

/**
 * Asks each custom endpoint, one after the other, so that one that cannot be reached or whose path is wrong is one error
 * and not a clean phase. What nobody has is answered with 404 too; a path that is none tells the two apart.
 *
 * @returns what to know before the findings are believed, a sentence each.
 * @throws {CampaignCannotRunError} when an endpoint cannot be reached, wants credentials, is overloaded or leads elsewhere,
 * or when its example is answered as a path that is none.
 * @throws {UsageError} when the schema of its response cannot judge an answer.
 */
export async function reachEndpoints(
  endpoints: readonly Endpoint[],
  parts: ReachEndpointsParts,
): Promise<string[]> {
  const notes: string[] = [];
  for (const endpoint of endpoints) {
    const request = sampleRequest(endpoint);
    if (request !== undefined) notes.push(...(await reach(endpoint, request, parts)));
  }
  return notes;
}

async function reach(
  endpoint: Endpoint,
  request: EndpointRequest,
  { deployment, dispatcher, limits, limit }: ReachEndpointsParts,
): Promise<string[]> {
  const { path, query, body } = endpointRequest(endpoint, request);
  const resolved = resolveEndpoint(endpoint, deployment, path);
  const ask = (path: string): Promise<Call> =>
    callOnce(
      deployment,
      dispatcher,
      { query, body, endpoint: { ...resolved, path } },
      { ...limits, maxBytes: deployment.maxResponseBytes },
    );
  const asked = await ask(resolved.path);
  if (statusOf(asked) !== 404) {
    const who = { ...resolved, who: `${endpoint.name} of ${deployment.name}` };
    reject(asked, overloadOf(who, asked) ?? preflightFailureOf(who, asked, limits.timeoutMs, limit));
    tryResponseSchema(endpoint, asked);
    return [];
  }
  const at = lastLiteralSegment(endpoint.path);
  const astray = await ask(resolved.path.split('/').with(at, 'no-such-operation').join('/'));
  if (!isSameAnswer(asked, astray, at)) return [];
  const summary = `${endpoint.name} is not at its path: it answers like an unknown path`;
  if (endpoint.example !== undefined)
    reject(asked, {
      summary,
      advice: 'check the path of the endpoint and its server, and that its example exists; or leave it out',
    });
  return [
    `Perhaps ${summary}. Nobody may have what it was asked for: give it an example that exists in defineEndpoint.`,
  ];
}

function statusOf({ outcome }: Call): number | undefined {
  return outcome.kind === 'response' ? outcome.response.status : undefined;
}

/** From the end, so that it is the same below a base URL with a path: another id would be as unknown as the first. */
function lastLiteralSegment(path: string): number {
  const segments = path.split('/');
  return (
    segments.findLastIndex((segment) => segment !== '' && segment.search(pathParam) < 0) - segments.length
  );
}

/** One that throws, or gives a promise, judges no answer. */
function tryResponseSchema({ name, response }: Endpoint, call: Call): void {
  if (call.outcome.kind !== 'response' || call.outcome.response.status !== 200) return;
  const json = jsonBody(call.outcome.response, call.text, { isOfInterface: false });
  if (!('value' in json)) return;
  try {
    fits(response, exactNumbers(response, json.value));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(
      `The response of ${name} cannot be judged: ${error.message.split('\n', 1)[0]}`,
      ['What to do: give its schema refinements and transforms that throw nothing and give no promise'],
      error,
    );
  }
}
