import type { OperationName } from '../../contract/operations.js';
import type { Deployment } from '../../deployment/deployment.js';
import { adviceForBreak, adviceForNetwork, adviceForStatus } from '../../http/advice.js';
import type { Call } from '../../http/call-once.js';
import type { CollectedResponse } from '../../http/dispatch-once.js';
import { endpointsOf } from '../../http/endpoints.js';
import { exchangeLines } from '../../http/exchange-lines.js';
import { failureOf } from '../../http/network-failure.js';
import type { Endpoint } from '../../http/planned-request.js';
import { jsonBody } from '../../http/read-json.js';
import { printDuration, printText } from '../../internal/print.js';
import { CampaignCannotRunError } from './campaign-cannot-run-error.js';
import type { AskBoth } from './control-requests.js';

/** Why a deployment cannot be fuzzed, and what to do. */
interface Obstacle {
  readonly summary: string;
  readonly advice: string;
}

/**
 * Asks both operations before anything else, so that a deployment that is not there is one error and not a thousand
 * findings.
 *
 * @throws {CampaignCannotRunError} when one cannot be reached, is not at its path, wants credentials or leads elsewhere,
 * or when both answer HTML.
 */
export async function reachDeployment(
  askBoth: AskBoth,
  deployment: Deployment,
  timeoutMs: number,
): Promise<void> {
  const { simulate, inclusion } = endpointsOf(deployment);
  const [simulated, included] = (await askBoth()) as [Call, Call];
  refuse(simulated, obstacleOf(simulate, simulated, timeoutMs));
  refuse(included, obstacleOf(inclusion, included, timeoutMs));
  if (isHtml(simulated) && isHtml(included)) {
    const summary = `${deployment.name} answers everything with HTML`;
    refuse(simulated, {
      summary,
      advice: 'check the base URLs: a login page or another service answers there',
    });
  }
}

function refuse({ exchange }: Call, obstacle: Obstacle | undefined): void {
  if (obstacle === undefined) return;
  const { summary, advice } = obstacle;
  throw new CampaignCannotRunError({
    summary,
    details: [...exchangeLines(exchange), `What to do: ${advice}`],
  });
}

function obstacleOf(
  { who, operation }: Endpoint,
  { outcome, text, exchange }: Call,
  timeoutMs: number,
): Obstacle | undefined {
  switch (outcome.kind) {
    case 'aborted':
      throw outcome.error;
    case 'network':
      return {
        summary: `${who} could not be reached: ${printText(exchange.redact(failureOf(outcome)))}`,
        advice: adviceForNetwork(outcome.error),
      };
    case 'closed':
      return {
        summary: `${who} gave no answer: ${printText(exchange.redact(failureOf(outcome)))}`,
        advice: `check scheme and port of the base URL; or ${adviceForBreak}`,
      };
    case 'timeout':
      return {
        summary: `${who} gave no whole answer within ${printDuration(timeoutMs)} (reachMs)`,
        advice: 'look whether the service is overloaded, or raise reachMs',
      };
    case 'too-large':
      return undefined;
    case 'response': {
      const { status, headers } = outcome.response;
      if (!isElsewhere(operation, outcome.response, text)) return undefined;
      return {
        summary: `${who} answered with status ${status}`,
        // Of a path that is wrong the same is to be said for both: nobody looked for an operation there.
        advice: adviceForStatus('simulate', status, headers, exchange),
      };
    }
  }
}

/** Whether something else than the operation answers. Only an observer says 404: of an id that it does not know. */
function isElsewhere(operation: OperationName, response: CollectedResponse, text: string): boolean {
  const { status } = response;
  if (status === 404) return operation === 'simulate' || !isJson(response, text);
  return status === 401 || status === 403 || (status >= 300 && status < 400);
}

/** Practice: the service writes JSON, whatever is wrong with it. */
function isJson(response: CollectedResponse, text: string): boolean {
  return /json/i.test(response.headers['content-type'] ?? '') || 'value' in jsonBody(response, text, false);
}

function isHtml({ outcome, text }: Call): boolean {
  return outcome.kind === 'response' && /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text);
}
