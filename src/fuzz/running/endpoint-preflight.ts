import { responseOf } from '../../client/evidence.js';
import { jsonBody } from '../../client/read-json.js';
import { resolveEndpoint } from '../../client/request.js';
import type { Call } from '../../client/transport.js';
import type { Deployment } from '../../deployment/deployment.js';
import type { Endpoint, EndpointRequest } from '../../endpoint/endpoint.js';
import { pathParam } from '../../endpoint/endpoint.js';
import { endpointRequest } from '../../endpoint/endpoint-request.js';
import { exactNumbers, fits } from '../../endpoint/endpoint-schemas.js';
import { UsageError } from '../../errors.js';
import type { Clock } from '../../internal/clock.js';
import { areAlike } from '../../probing/answer-comparison.js';
import { overloadOf, preflightFailureOf } from '../../probing/preflight-failures.js';
import type { Sender } from '../../probing/sender.js';
import { sampleRequest } from '../phases/endpoint-arbitraries.js';
import { reject } from './deployment-preflight.js';

/** What the preflight of custom endpoints needs. */
interface EndpointPreflightParts {
  readonly deployment: Deployment;
  readonly sender: Sender;
  readonly timeoutMs: number;
  /** The name of the time limit: `connectTimeoutMs`. */
  readonly limit: string;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
}

/**
 * Calls each custom endpoint once, so that an unreachable endpoint or a wrong path is one error and not a clean phase. A 404
 * may also mean that the requested item does not exist; a request to an unknown path of the server tells the two apart.
 *
 * @returns A sentence for each endpoint that may not be at its path.
 * @throws {CampaignCannotRunError} if an endpoint cannot be reached, requires credentials, is overloaded or redirects, or if
 * its example gets the same answer as an unknown path.
 * @throws {UsageError} if its response schema cannot validate an answer.
 */
export async function preflightEndpoints(
  endpoints: readonly Endpoint[],
  parts: EndpointPreflightParts,
): Promise<string[]> {
  const notes: string[] = [];
  for (const endpoint of endpoints) {
    const request = sampleRequest(endpoint);
    if (request !== undefined) notes.push(...(await preflight(endpoint, request, parts)));
  }
  return notes;
}

async function preflight(
  endpoint: Endpoint,
  request: EndpointRequest,
  { deployment, sender, timeoutMs, limit, clock, signal }: EndpointPreflightParts,
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
  const summary = `${endpoint.name} is not at its path: it answers like an unknown path`;
  if (endpoint.example !== undefined)
    reject(answer, {
      summary,
      advice: 'check the path of the endpoint and its server, and that its example exists; or leave it out',
    });
  return [
    `Perhaps ${summary}. If the requested item does not exist, give the endpoint an example of one that does (defineEndpoint).`,
  ];
}

/**
 * Returns the index of the last segment without a parameter, from the end, so that it also holds below a base URL with a
 * path. Another value of a parameter would be as unknown as the first.
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
  const json = jsonBody(answer, call.text, { isOfInterface: false });
  if (!('value' in json)) return;
  try {
    fits(response, exactNumbers(response, json.value));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(
      `The response of ${name} cannot be judged: ${error.message.split('\n', 1)[0]}`,
      ['What to do: use refinements and transforms in its schema that do not throw and return no promise'],
      error,
    );
  }
}
