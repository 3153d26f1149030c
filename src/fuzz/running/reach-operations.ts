import type { Dispatcher } from 'undici';
import { type Call, callOnce } from '../../client/call-once.js';
import type { AttemptLimits } from '../../client/dispatch-once.js';
import { resolveEndpoint } from '../../client/endpoints.js';
import { jsonBody } from '../../client/read-json.js';
import { pathParam } from '../../contract/operations.js';
import { numbersAsAsked } from '../../contract/schema-introspection.js';
import type { Deployment } from '../../deployment/deployment.js';
import type { Endpoint, EndpointRequest } from '../../endpoint/endpoint.js';
import { endpointRequest } from '../../endpoint/endpoint-request.js';
import { fitsOwn } from '../../endpoint/parse-endpoint-request.js';
import { UsageError } from '../../errors.js';
import { isSameAnswer } from '../../probing/is-same-answer.js';
import { overloadOf, preflightFailureOf } from '../../probing/preflight-failures.js';
import { sampleRequest } from '../phases/operations/operation-draws.js';
import { refuse } from './reach-deployment.js';

/** What custom endpoints are asked with. */
export interface ReachOperationsParts {
  readonly deployment: Deployment;
  readonly dispatcher: Dispatcher;
  readonly limits: Omit<AttemptLimits, 'maxBytes'>;
}

/**
 * Asks each custom endpoint, one after the other, so that one that cannot be reached or whose path is wrong is one error
 * and not a clean phase. What nobody has is answered with 404 too; a path that is none tells the two apart.
 *
 * @returns what to know before the findings are believed, a sentence each.
 * @throws {CampaignCannotRunError} when an operation cannot be reached, wants credentials, is overloaded or leads elsewhere,
 * or when its example is answered as a path that is none.
 * @throws {UsageError} when the schema of its response cannot judge an answer.
 */
export async function reachOperations(
  operations: readonly Endpoint[],
  parts: ReachOperationsParts,
): Promise<string[]> {
  const notes: string[] = [];
  for (const operation of operations) {
    const request = sampleRequest(operation);
    if (request !== undefined) notes.push(...(await reach(operation, request, parts)));
  }
  return notes;
}

async function reach(
  operation: Endpoint,
  request: EndpointRequest,
  { deployment, dispatcher, limits }: ReachOperationsParts,
): Promise<string[]> {
  const { path, query, body } = endpointRequest(operation, request);
  const endpoint = resolveEndpoint(operation, deployment, path);
  const ask = (path: string): Promise<Call> =>
    callOnce(
      deployment,
      dispatcher,
      { query, body, endpoint: { ...endpoint, path } },
      { ...limits, maxBytes: deployment.maxResponseBytes },
    );
  const asked = await ask(endpoint.path);
  if (statusOf(asked) !== 404) {
    const who = { ...endpoint, who: `${operation.name} of ${deployment.name}` };
    refuse(asked, overloadOf(who, asked) ?? preflightFailureOf(who, asked, limits.timeoutMs));
    tryResponseSchema(operation, asked);
    return [];
  }
  const at = lastLiteralSegment(operation.path);
  const astray = await ask(endpoint.path.split('/').with(at, 'no-such-operation').join('/'));
  if (!isSameAnswer(asked, astray, at)) return [];
  const summary = `${operation.name} is not at its path: it answers as a path that is none does`;
  if (operation.example !== undefined)
    refuse(asked, {
      summary,
      advice: 'check the path of the operation and its server, and that its example exists; or leave it out',
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
    fitsOwn(response, numbersAsAsked(response, json.value));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(
      `The response of ${name} cannot be judged: ${error.message.split('\n', 1)[0]}`,
      ['What to do: give its schema refinements and transforms that throw nothing and give no promise'],
      error,
    );
  }
}
