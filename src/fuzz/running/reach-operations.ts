import fc from 'fast-check';
import type { Dispatcher } from 'undici';
import { operationRequests } from '../../arbitraries/operation/operation-input.js';
import type { OwnOperation } from '../../contract/own-operation.js';
import type { Deployment } from '../../deployment/deployment.js';
import { type Call, callOnce } from '../../http/call-once.js';
import type { AttemptLimits } from '../../http/dispatch-once.js';
import { ownEndpoint } from '../../http/endpoints.js';
import { exchangeLines } from '../../http/exchange-lines.js';
import { ownRequest } from '../../http/own-request.js';
import { CampaignCannotRunError } from './campaign-cannot-run-error.js';
import { isSameAnswer } from './is-same-answer.js';

/** What own operations are asked with. */
export interface ReachOperationsParts {
  readonly deployment: Deployment;
  readonly dispatcher: Dispatcher;
  readonly limits: Omit<AttemptLimits, 'maxBytes'>;
}

/**
 * Asks each own operation once, so that one whose path is wrong is one error and not a clean phase: of what nobody has, an
 * operation may well say 404. A path that is none tells the two apart.
 *
 * @throws {CampaignCannotRunError} when an operation is not at its path.
 */
export async function reachOperations(
  operations: readonly OwnOperation[],
  parts: ReachOperationsParts,
): Promise<void> {
  await Promise.all(operations.map((operation) => reach(operation, parts)));
}

async function reach(
  operation: OwnOperation,
  { deployment, dispatcher, limits }: ReachOperationsParts,
): Promise<void> {
  const endpoint = ownEndpoint(operation, deployment);
  const [drawn] = fc.sample(operationRequests(operation, operation.name), { numRuns: 1, seed: 1 });
  const request = ownRequest(operation, operation.example ?? drawn ?? {});
  const ask = (path: string): Promise<Call> =>
    callOnce(
      deployment,
      dispatcher,
      { ...request, endpoint: { ...endpoint, path } },
      { ...limits, maxBytes: deployment.maxResponseBytes },
    );
  const asked = await ask(endpoint.path);
  if (asked.outcome.kind !== 'response' || asked.outcome.response.status !== 404) return;
  const astray = await ask(endpoint.path.replace(/[^/]*$/, 'no-such-operation'));
  if (!isSameAnswer(asked, astray)) return;
  throw new CampaignCannotRunError({
    summary: `${operation.name} is not at its path: it answers as a path that is none does`,
    details: [
      ...exchangeLines(asked.exchange),
      'What to do: check the path of the operation and its server; or leave it out',
    ],
  });
}
