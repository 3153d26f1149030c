import type { Simulation } from '../../contract/responses.js';
import { formatText } from '../../internal/print.js';
import { exchangeDetails } from '../judging/exchange-details.js';
import { hasVerdict } from '../judging/expected-answers.js';
import { judgeAnswer } from '../judging/judge-answer.js';
import { sendObserved } from '../sending/observed-request.js';
import { knownQuery } from '../sending/smoke-requests.js';
import type { Asked, SmokeOutcome, SmokeRun } from '../smoke-run.js';
import { foreignRecord } from './foreign-record.js';
import { aboutUnknownIds } from './unknown-operation-id.js';

/**
 * Judges the answer to the first simulation. Its verdict must be the expected one. Without a verdict the check is
 * inconclusive.
 */
export function checkSimulateConformance(run: SmokeRun): SmokeOutcome {
  const asked = run.first.simulate as Asked;
  const { exchange } = asked.call;
  const { simulation } = asked.observation.answer ?? {};
  const judged = judgeAnswer(
    run,
    asked,
    exchange.redact(`as the interface shows; ${verdictText(simulation)}`),
  );
  if (judged.status !== 'passed') return judged;
  if (hasVerdict(asked)) return unexpectedVerdict(run, asked) ?? judged;
  const reason =
    simulation === undefined
      ? `the answer, status ${asked.observation.answer?.status}, is not a simulation`
      : 'the answer has no verdict: simulationStatus is absent';
  return {
    status: 'inconclusive',
    message: reason,
    details: [...exchangeDetails(exchange), ...(judged.details ?? [])],
    advice: 'check the logs of the service; crosscheck simulate shows the whole answer',
  };
}

/** Returns the failure of a simulation whose verdict differs from the expected one: a service can answer in the right form and still fail to do its job. */
export function unexpectedVerdict({ settings }: SmokeRun, asked: Asked): SmokeOutcome | undefined {
  const { simulation } = asked.observation.answer ?? {};
  const { expectedVerdict } = settings;
  const got = simulation?.simulationStatus === true ? 'success' : 'failure';
  if (expectedVerdict === 'any' || expectedVerdict === got) return undefined;
  const { exchange } = asked.call;
  const [must, advice] =
    expectedVerdict === 'success'
      ? [
          'must succeed',
          'check the reason that the service reports, and configure a request that succeeds; if it may fail, set expectedVerdict to any; if it must fail, set it to failure',
        ]
      : ['must fail', 'configure a request that fails, or set expectedVerdict to success or any'];
  return {
    status: 'failed',
    message: exchange.redact(`the request ${must} (expectedVerdict): ${verdictText(simulation)}`),
    details: exchangeDetails(exchange),
    advice,
  };
}

function verdictText({ simulationStatus, simulationError, estimatedGas }: Simulation = {}): string {
  const isTold = simulationStatus === false && simulationError;
  const verdict = `verdict ${simulationStatus}${isTold ? `, "${formatText(simulationError)}"` : ''}`;
  return `${verdict}${estimatedGas === undefined ? '' : `, gas ${estimatedGas}`}`;
}

/**
 * Judges the records of the configured operations. Without configured operations the check never passes: it is skipped if an
 * unknown operation is answered with 404, otherwise inconclusive.
 */
export async function checkInclusionConformance(run: SmokeRun): Promise<SmokeOutcome> {
  const { operationIds } = run.settings;
  if (operationIds.length === 0) return withoutRecords(run);
  const outcomes: SmokeOutcome[] = [];
  for (const operationId of operationIds)
    outcomes.push(judgeKnown(run, operationId, await askKnown(run, operationId)));
  return (
    outcomes.find(({ status }) => status === 'failed') ??
    outcomes.find(({ status }) => status === 'inconclusive') ?? {
      status: 'passed',
      message: [...new Set(outcomes.map(({ message }) => message))].join('; '),
      details: outcomes.flatMap(({ details = [] }) => details),
    }
  );
}

function judgeKnown(run: SmokeRun, operationId: string, asked: Asked): SmokeOutcome {
  const { inclusion } = asked.observation.answer ?? {};
  const stage = asked.call.exchange.redact(formatText(String(inclusion?.stage)));
  const judged = judgeAnswer(run, asked, `as the interface shows; stage ${stage}`);
  if (judged.status !== 'passed') return judged;
  const foreign = foreignRecord(run, operationId, asked);
  if (foreign !== undefined || inclusion?.stage !== undefined) return foreign ?? judged;
  return notLookedAt(asked, judged, 'the answer is not a record: stage is absent');
}

function withoutRecords(run: SmokeRun): SmokeOutcome {
  const asked = run.first.inclusion as Asked;
  const judged = judgeAnswer(run, asked, '', { accepts: (check) => !aboutUnknownIds(check) });
  if (judged.status !== 'passed') return judged;
  const nothing = 'no record was checked, because operationIds names no operation';
  if (asked.observation.answer?.status === 404)
    return { ...judged, status: 'skipped', message: `${nothing}; an unknown one is answered with 404` };
  return notLookedAt(asked, judged, nothing);
}

function notLookedAt({ call }: Asked, { details = [] }: SmokeOutcome, message: string): SmokeOutcome {
  return {
    status: 'inconclusive',
    message,
    details: [...exchangeDetails(call.exchange), ...details],
    advice:
      'configure operations that are included there in operationIds; crosscheck wait shows a whole record',
  };
}

/** Queries a configured operation, once per run. */
export async function askKnown(run: SmokeRun, operationId: string): Promise<Asked> {
  const asked = run.known.get(operationId) ?? (await sendObserved(run, knownQuery(run, operationId)));
  run.known.set(operationId, asked);
  return asked;
}
