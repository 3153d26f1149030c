import type { Deployment } from '../../deployment/deployment.js';
import type { Call } from '../../http/call-once.js';
import { endpointsOf } from '../../http/endpoints.js';
import { exchangeLines } from '../../http/exchange-lines.js';
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
import { CampaignCannotRunError } from './campaign-cannot-run-error.js';

/**
 * Asks a deployment four requests at the same time before anything else, so that one that is not there is one error and
 * not a thousand findings, nor a clean campaign of requests that nobody looked at.
 *
 * @throws {CampaignCannotRunError} when an operation cannot be reached, is not at its path, wants credentials, leads
 * elsewhere or is a page, when both are overloaded, or when everything is answered alike.
 */
export async function reachDeployment(
  { askBoth, askAmiss }: ControlRequests,
  deployment: Deployment,
  timeoutMs: number,
): Promise<void> {
  const { simulate, inclusion } = endpointsOf(deployment);
  const [[simulated, included], amiss] = await Promise.all([askBoth(), askAmiss()]);
  refuse(simulated, overload(deployment, simulated, included));
  refuse(simulated, preflightFailureOf(simulate, simulated, timeoutMs));
  refuse(included, preflightFailureOf(inclusion, included, timeoutMs));
  refuse(simulated, page(simulate, simulated));
  refuse(included, page(inclusion, included));
  const isAlike = [included, ...amiss].every((call) => isSameAnswer(call, simulated));
  if (isAlike) refuse(simulated, answersAlike(deployment));
  if (isNobodysPath(included, amiss)) refuse(included, notAtItsPath(inclusion));
}

/**
 * Whether a server answers that knows no observer at its path. An observer may well say the same short "not found" of an
 * unknown id as its server does of an unknown path, but a query without an id it refuses with 400 (practice).
 */
function isNobodysPath(included: Call, amiss: readonly Call[]): boolean {
  const { outcome } = included;
  if (outcome.kind !== 'response' || outcome.response.status >= 500) return false;
  return amiss.every((call) => isSameAnswer(call, included));
}

/** Throws a {@link CampaignCannotRunError} when there is a failure. */
export function refuse({ exchange }: Call, failure: PreflightFailure | undefined): void {
  if (failure === undefined) return;
  const { summary, advice } = failure;
  throw new CampaignCannotRunError({
    summary,
    details: [...exchangeLines(exchange), `What to do: ${advice}`],
  });
}
