import type { Check, CheckName } from '../checks/case/check.js';
import { evidenceIn, isInconclusive } from '../checks/case/inconclusive-answers.js';
import type { InclusionState } from '../contract/conventions.js';
import type { Simulation } from '../contract/responses.js';
import { inclusionVerdict } from '../contract/verdicts.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import { endpointRequest } from '../endpoint/endpoint-request.js';
import { safeParseWith } from '../endpoint/endpoint-schemas.js';
import { definedMembers } from '../internal/objects.js';
import { optionName } from '../internal/option-names.js';
import { formatDuration, formatText, pathText } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import { checkRejections } from './invalid-request-checks.js';
import {
  exchangeDetails,
  inconclusive,
  isExpectedAnswer,
  judgeAnswer,
  sendObserved,
} from './judge-answer.js';
import { knownQuery, type SentRequest, type SmokeOutcome, type SmokeRun } from './smoke-run.js';

/** Judges the answer to the first simulation. Without a verdict the check is inconclusive. */
export function checkSimulateConformance(run: SmokeRun): SmokeOutcome {
  const sent = run.first.simulate as SentRequest;
  const { exchange } = sent.call;
  const { simulation } = sent.observation.answer ?? {};
  const judged = judgeAnswer(
    run,
    sent,
    exchange.redact(`as the interface shows; ${verdictText(simulation)}`),
  );
  if (judged.status !== 'passed') return judged;
  if (isExpectedAnswer(run, sent)) return judged;
  const reason =
    simulation === undefined
      ? `the answer, status ${sent.observation.answer?.status}, is not a simulation`
      : 'the answer has no verdict: simulationStatus is absent';
  return {
    status: 'inconclusive',
    message: reason,
    details: exchangeDetails(exchange),
    notes: judged.notes,
    cause: 'no-verdict',
  };
}

function verdictText({ simulationStatus, simulationError, estimatedGas }: Simulation = {}): string {
  const hasReason = simulationStatus === false && simulationError;
  const verdict = `verdict ${simulationStatus}${hasReason ? `, "${formatText(simulationError)}"` : ''}`;
  return `${verdict}${estimatedGas === undefined ? '' : `, gas ${estimatedGas}`}`;
}

/**
 * Judges the records of the configured operations. Without configured operations the check never passes: it is skipped if an
 * unknown operation is answered with 404, otherwise inconclusive.
 */
export async function checkInclusionConformance(run: SmokeRun): Promise<SmokeOutcome> {
  if (run.settings.operationIds.length === 0) return withoutRecords(run);
  return await judgeEachKnown(run, judgeKnown, (outcomes) => ({
    message: [...new Set(outcomes.map(({ message }) => message))].join('; '),
    notes: outcomes.flatMap(({ notes = [] }) => notes),
  }));
}

function judgeKnown(run: SmokeRun, _: string, sent: SentRequest): SmokeOutcome {
  const { inclusion } = sent.observation.answer ?? {};
  const stage = sent.call.exchange.redact(formatText(String(inclusion?.stage)));
  const judged = judgeAnswer(run, sent, `as the interface shows; stage ${stage}`);
  if (judged.status !== 'passed') return judged;
  if (inclusion?.stage !== undefined) return judged;
  return unjudgedRecord(sent, judged, 'the answer is not a record: stage is absent');
}

function withoutRecords(run: SmokeRun): SmokeOutcome {
  const sent = run.first.inclusion as SentRequest;
  const judged = judgeAnswer(run, sent, '', { accepts: (check) => !aboutUnknownIds(check) });
  if (judged.status !== 'passed') return judged;
  const nothing = `no record was checked, because ${optionName('operationIds')} is empty`;
  if (sent.observation.answer?.status === 404)
    return { ...judged, status: 'skipped', message: `${nothing}; an unknown one is answered with 404` };
  return unjudgedRecord(sent, judged, nothing);
}

function unjudgedRecord({ call }: SentRequest, { notes }: SmokeOutcome, message: string): SmokeOutcome {
  return {
    status: 'inconclusive',
    message,
    details: exchangeDetails(call.exchange),
    notes,
    cause: 'no-record',
  };
}

/**
 * Queries the configured operations and judges their answers. Returns the first outcome that failed, or else the first that is
 * inconclusive, or else what `passed` makes of all.
 */
async function judgeEachKnown(
  run: SmokeRun,
  judge: (run: SmokeRun, operationId: string, sent: SentRequest) => SmokeOutcome,
  passed: (outcomes: readonly SmokeOutcome[]) => Omit<SmokeOutcome, 'status'>,
): Promise<SmokeOutcome> {
  const outcomes: SmokeOutcome[] = [];
  for (const operationId of run.settings.operationIds) {
    const sent = await sendObserved(run, knownQuery(run, operationId));
    run.known.set(operationId, sent);
    outcomes.push(judge(run, operationId, sent));
  }
  const first = (wanted: SmokeOutcome['status']) => outcomes.find(({ status }) => status === wanted);
  return first('failed') ?? first('inconclusive') ?? { status: 'passed', ...passed(outcomes) };
}

/** Checks that the configured operations are known and included, each with its own record. Does not wait for inclusion. */
export async function checkKnownOperations(run: SmokeRun): Promise<SmokeOutcome> {
  if (run.settings.operationIds.length === 0)
    return { status: 'skipped', message: `no operation is configured: set ${optionName('operationIds')}` };
  return await judgeEachKnown(run, judgeIncluded, (outcomes) => ({
    message: summaryOf(run),
    details: outcomes.map(({ message }) => labelled('Seen', message)),
  }));
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

function judgeIncluded(run: SmokeRun, operationId: string, sent: SentRequest): SmokeOutcome {
  if (isInconclusive(sent.observation)) return judgeAnswer(run, sent, '');
  const id = formatText(operationId, 80);
  if (sent.observation.answer?.status === 404)
    return {
      status: 'failed',
      message: `expected the observer to know ${id}, got 404`,
      details: exchangeDetails(sent.call.exchange),
      cause: 'not-known',
    };
  const record = sent.observation.answer?.inclusion;
  if (record === undefined) return judgeAnswer(run, sent, '');
  const foreign = judgeAnswer(run, sent, '', { accepts: aboutAnother });
  if (foreign.status !== 'passed') return foreign;
  const outcome = asRecorded(record, id, run);
  return outcome.status === 'passed' ? outcome : { ...outcome, details: exchangeDetails(sent.call.exchange) };
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
        cause: 'rejected',
      };
    case 'unknown':
      return {
        status: 'inconclusive',
        message: `the record of ${id} does not say whether it is included, ${stage}`,
        cause: 'unclear',
      };
    case 'pending':
      return {
        status: 'inconclusive',
        message: `${id} is not included yet, ${stage}`,
        cause: 'pending',
      };
  }
}

/** Returns whether a check finds records of another operation. */
function aboutAnother(check: Check): boolean {
  return check.name === 'other-operation' || check.name === 'transaction-shared';
}

const own: readonly CheckName[] = ['unknown-operation-found', 'valid-request-rejected'];

/** Returns whether a check concerns the answer for an unknown operation id. */
function aboutUnknownIds(check: Check): boolean {
  return own.includes(check.name);
}

/**
 * Judges by the first answer whether the observer reports an unknown operation as known. An answer that is neither a 404
 * nor a record does not settle it.
 */
export function checkUnknownOperationId(run: SmokeRun): SmokeOutcome {
  const sent = run.first.inclusion as SentRequest;
  // inclusion-conformance judges the rest of it only if there are no configured operations.
  const isAll = run.settings.operationIds.length > 0;
  const judged = judgeAnswer(run, sent, 'answered as unknown', {
    accepts: (check) => isAll || aboutUnknownIds(check),
  });
  if (judged.status !== 'passed' || isExpectedAnswer(run, sent)) return judged;
  const message = 'the answer does not say whether it is known';
  return isAll
    ? { ...judged, status: 'inconclusive', message }
    : { status: 'skipped', message: `${message}: see inclusion-conformance` };
}

/** Calls a custom endpoint with its example and with invalid requests, if it changes nothing. */
export async function checkEndpoint(run: SmokeRun, endpoint: Endpoint): Promise<SmokeOutcome> {
  const { name, example, readOnly } = endpoint;
  if (!readOnly)
    return {
      status: 'skipped',
      message: `not sent: ${name} is not readOnly, and a smoke run changes nothing`,
    };
  const needed = example === undefined ? neededMember(endpoint) : undefined;
  if (needed !== undefined)
    return {
      status: 'skipped',
      message: `not sent: ${name} needs ${needed}, and has no example: set \`example\` in defineEndpoint`,
    };
  const sent = await sendObserved(run, {
    endpoint: name,
    ...definedMembers(endpointRequest(endpoint, example ?? {})),
    expect: { kind: 'answered', exists: true },
  });
  const { kind, cause } = evidenceIn(sent.observation);
  // A page in place of JSON is judged by the checks.
  if (kind === 'no-verdict' && cause !== 'page') return inconclusive(run, sent);
  const judged = judgeAnswer(run, sent, `answered in ${formatDuration(sent.call.exchange.durationMs)}`);
  if (judged.status !== 'passed') return judged;
  run.first[name] = sent;
  return await checkRejections(run, endpoint, judged);
}

/** Returns the first member that a request requires: `query.limit`. */
function neededMember({ params, query, body }: Endpoint): string | undefined {
  const parts = [
    ['params', params, {}],
    ['query', query, {}],
    ['body', body, undefined],
  ] as const;
  for (const [part, schema, nothing] of parts) {
    const [issue] = (schema && safeParseWith(schema, nothing).error?.issues) ?? [];
    if (issue !== undefined) return pathText([part, ...issue.path]);
  }
  return undefined;
}
