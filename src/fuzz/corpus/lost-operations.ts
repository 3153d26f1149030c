import { type CasePlan, caseRequests } from '../../checks/case/case-plan.js';
import { inclusionRequest } from '../../checks/case/inclusion-request.js';
import { evidenceIn } from '../../checks/case/inconclusive-answers.js';
import type { Deployment } from '../../deployment/deployment.js';
import { singleRequestCase } from '../phases/single-request-case.js';
import type { CaseRunner } from '../running/create-case-runner.js';

/** What the operations of cases are looked up with. */
interface LookupParts {
  readonly deployment: Deployment;
  /** Operations that the deployment is known to know. */
  readonly operationIds: readonly string[];
  readonly runner: Pick<CaseRunner, 'send'>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the operations of cases that a deployment does not know. Operations belong to one life of a deployment: after a
 * restart without its state, their cases cannot be judged.
 */
export async function lostOperations(
  plans: readonly CasePlan[],
  { deployment, operationIds, runner, signal }: LookupParts,
): Promise<Set<string>> {
  const known = new Set(operationIds);
  const lost = new Set<string>();
  for (const operationId of new Set(plans.flatMap(operationsOf))) {
    if (known.has(operationId)) continue;
    const request = inclusionRequest(operationId, { kind: 'known', operationId }, deployment);
    const { sent } = await runner.send(singleRequestCase('corpus', 'lookup', request), signal);
    if (sent.some(({ observation }) => evidenceIn(observation).kind === 'not-found')) lost.add(operationId);
  }
  return lost;
}

/** Returns the operations that a case expects the deployment to know. */
export function operationsOf(plan: CasePlan): string[] {
  return caseRequests(plan).flatMap(({ expect }) => (expect.kind === 'known' ? expect.operationId : []));
}
