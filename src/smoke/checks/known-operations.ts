import { isInconclusive } from '../../checks/case/inconclusive-answers.js';
import type { InclusionState } from '../../contract/conventions.js';
import { inclusionVerdict } from '../../contract/verdicts.js';
import { formatText } from '../../internal/print.js';
import { exchangeDetails } from '../judging/exchange-details.js';
import { judgeAnswer } from '../judging/judge-answer.js';
import type { SmokeOutcome, SmokeRun } from '../smoke-run.js';
import { askKnown } from './conformance.js';
import { foreignRecord } from './foreign-record.js';

/** Checks that the configured operations are known and included, each with its own record. Does not wait for inclusion. */
export async function checkKnownOperations(run: SmokeRun): Promise<SmokeOutcome> {
  const { operationIds } = run.settings;
  if (operationIds.length === 0)
    return {
      status: 'skipped',
      message: 'no operation is configured: set operationIds',
    };
  const outcomes: SmokeOutcome[] = [];
  for (const operationId of operationIds) outcomes.push(await outcomeOf(run, operationId));
  const wrong =
    outcomes.find(({ status }) => status === 'failed') ??
    outcomes.find(({ status }) => status === 'inconclusive');
  if (wrong !== undefined) return wrong;
  return {
    status: 'passed',
    message: summaryOf(run),
    details: outcomes.map(({ message }) => `Seen:      ${message}`),
  };
}

/** `it is included`, `all 3 are included`, `2 are included, 1 ends on the destination chain`. */
function summaryOf({ known, deployment, settings: { operationIds } }: SmokeRun): string {
  const ending = operationIds.filter((id) => {
    const record = known.get(id)?.observation.answer?.inclusion;
    return record && inclusionVerdict(record, deployment.conventions) === 'not-applicable';
  }).length;
  const included = operationIds.length - ending;
  if (operationIds.length === 1) return ending === 0 ? 'it is included' : 'it ends on the destination chain';
  if (ending === 0) return `all ${included} are included`;
  return [
    ...(included === 0 ? [] : [`${included} ${included === 1 ? 'is' : 'are'} included`]),
    `${ending} ${ending === 1 ? 'ends' : 'end'} on the destination chain`,
  ].join(', ');
}

async function outcomeOf(run: SmokeRun, operationId: string): Promise<SmokeOutcome> {
  const asked = await askKnown(run, operationId);
  if (isInconclusive(asked.observation)) return judgeAnswer(run, asked, '');
  const id = formatText(operationId, 80);
  if (asked.observation.answer?.status === 404)
    return {
      status: 'failed',
      message: `expected the observer to know ${id}, got 404`,
      details: exchangeDetails(asked.call.exchange),
      advice: 'check whether the deployment was reset; then configure a current operation in operationIds',
    };
  const record = asked.observation.answer?.inclusion;
  if (record === undefined) return judgeAnswer(run, asked, '');
  const foreign = foreignRecord(run, operationId, asked);
  if (foreign !== undefined) return foreign;
  const outcome = asRecorded(record, id, run);
  return outcome.status === 'passed'
    ? outcome
    : { ...outcome, details: exchangeDetails(asked.call.exchange) };
}

function asRecorded(record: InclusionState, id: string, { deployment }: SmokeRun): SmokeOutcome {
  const stage = `stage ${record.stage === undefined ? 'absent' : formatText(record.stage)}`;
  switch (inclusionVerdict(record, deployment.conventions)) {
    case 'included':
      return { status: 'passed', message: `${id} is included, ${stage}` };
    case 'not-applicable':
      return { status: 'passed', message: `${id} ends on the destination chain, ${stage}` };
    case 'rejected':
      return {
        status: 'failed',
        message: `expected ${id} to be included, but it was rejected, ${stage}`,
        advice: 'configure an operation that was included; crosscheck wait shows the state of this one',
      };
    case 'unknown':
      return {
        status: 'inconclusive',
        message: `the record of ${id} does not say whether it is included, ${stage}`,
        advice: 'check the chain names and the stages of the deployment: the record shows none of them',
      };
    case 'pending':
      return {
        status: 'inconclusive',
        message: `${id} is not included yet, ${stage}`,
        advice: 'run again later, or configure an older operation; crosscheck wait waits for this one',
      };
  }
}
