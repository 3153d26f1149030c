import { simulationVerdict } from '../../checks/simulation-verdict.js';
import type { Simulation } from '../../contract/simulation-schema.js';
import { printText } from '../../internal/print.js';
import { exchangeDetails } from '../judging/exchange-details.js';
import { judgeAsked } from '../judging/judge-asked.js';
import { askAs } from '../sending/ask-as.js';
import { knownQuery } from '../sending/smoke-requests.js';
import type { Asked, SmokeOutcome, SmokeRun } from '../smoke-run.js';
import { aboutUnknownIds } from './unknown-operation-id.js';

/** Judges the answer to the first simulation. Its verdict may be either, and is told; without one it is inconclusive. */
export function checkSimulateConformance(run: SmokeRun): SmokeOutcome {
  const asked = run.first.simulate as Asked;
  const { exchange } = asked.call;
  const { simulation } = asked.observation.answer ?? {};
  const judged = judgeAsked(run, asked, exchange.redact(verdictText(simulation)));
  if (judged.status !== 'passed' || simulation === undefined || simulationVerdict(simulation) !== 'none')
    return judged;
  return {
    status: 'inconclusive',
    message: 'the answer is no verdict: simulationStatus is absent',
    details: [...exchangeDetails(exchange), ...(judged.details ?? [])],
    advice: 'look into the logs of the service; crosscheck simulate shows the whole answer',
  };
}

function verdictText(simulation: Simulation | undefined): string {
  if (simulation === undefined) return 'as the interface shows';
  const { simulationStatus, simulationError, estimatedGas } = simulation;
  const isTold = simulationStatus === false && simulationError;
  const verdict = `verdict ${simulationStatus}${isTold ? `, "${printText(simulationError)}"` : ''}`;
  return `as the interface shows; ${verdict}${estimatedGas === undefined ? '' : `, gas ${estimatedGas}`}`;
}

/** Judges the answer for the first operation that is configured, or, where there is none, that for an unknown one. */
export async function checkInclusionConformance(run: SmokeRun): Promise<SmokeOutcome> {
  const [operationId] = run.settings.operationIds;
  if (operationId === undefined) {
    const seen =
      'as practice shows of an unknown operation; no record was looked at, for want of operationIds';
    return judgeAsked(run, run.first.inclusion as Asked, seen, {
      accepts: (check) => !aboutUnknownIds(check),
    });
  }
  const asked = await askKnown(run, operationId);
  const stage = asked.observation.answer?.inclusion?.stage;
  return judgeAsked(
    run,
    asked,
    `as the interface shows; stage ${stage === undefined ? 'absent' : printText(stage)}`,
  );
}

/** Asks for an operation that is configured, once in a run. */
export async function askKnown(run: SmokeRun, operationId: string): Promise<Asked> {
  const asked = run.known.get(operationId) ?? (await askAs(run, knownQuery(run, operationId)));
  run.known.set(operationId, asked);
  return asked;
}
