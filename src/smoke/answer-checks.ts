import { knownInclusionRequest } from '../case/case-plan.js';
import { evidenceIn, isInconclusive } from '../case/inconclusive-answers.js';
import type { Check } from '../checks/check.js';
import type { CheckName } from '../checks/known-checks.js';
import type { Simulation } from '../contract/responses.js';
import { type InclusionVerdict, inclusionVerdict } from '../contract/verdicts.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import { endpointRequest } from '../endpoint/endpoint-request.js';
import { safeParseWith } from '../endpoint/endpoint-schemas.js';
import { definedMembers } from '../internal/objects.js';
import { optionName } from '../internal/option-names.js';
import { formatDuration, formatText, pathText } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import { checkRejections } from './invalid-request-checks.js';
import { inconclusive, judgeAnswer, withExchange } from './judge-answer.js';
import { isExpectedAnswer, sendObserved } from './send-observed.js';
import type { JudgedRequest, SmokeOutcome, SmokeRun } from './smoke-run.js';

/** Judges the answer to the first simulation. Without a verdict the check is inconclusive. */
export function checkSimulateConformance(run: SmokeRun): SmokeOutcome {
  const sent = run.first.simulate as JudgedRequest;
  const { answer } = sent.observation;
  const text = sent.call.exchange.redact(verdictText(answer?.simulation));
  const judged = judgeAnswer(run, sent, `matches the interface; ${text}`);
  if (judged.status !== 'passed' || isExpectedAnswer(run, sent)) return judged;
  const message =
    answer?.simulation === undefined
      ? `the answer, status ${answer?.status}, is not a simulation`
      : 'the answer has no verdict: simulationStatus is absent';
  return withExchange(sent, { ...judged, status: 'inconclusive', message, cause: 'no-verdict' });
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
  return await judgeEachKnown(run, judgeRecord, (outcomes) => ({
    message: [...new Set(outcomes.map(({ message }) => message))].join('; '),
    notes: outcomes.flatMap(({ notes = [] }) => notes),
  }));
}

function judgeRecord(run: SmokeRun, sent: JudgedRequest): SmokeOutcome {
  const stage = sent.observation.answer?.inclusion?.stage;
  const text = sent.call.exchange.redact(formatText(run.deployment.dialect.toWireName(String(stage))));
  const judged = judgeAnswer(run, sent, `matches the interface; stage ${text}`);
  if (judged.status !== 'passed' || stage !== undefined) return judged;
  return unjudgedRecord(sent, judged, 'the answer is not a record: stage is absent');
}

function withoutRecords(run: SmokeRun): SmokeOutcome {
  const sent = run.first.inclusion as JudgedRequest;
  const judged = judgeAnswer(run, sent, '', { accepts: (check) => !aboutUnknownIds(check) });
  if (judged.status !== 'passed') return judged;
  const status = sent.observation.answer?.status;
  const message = `${noOperation()}; the query for an unknown id got status ${status}`;
  return status === 404 ? { ...judged, status: 'skipped', message } : unjudgedRecord(sent, judged, message);
}

/** Returns why there is no record to check, with the name that the option has for the caller. */
function noOperation(): string {
  return `no operation is configured: set ${optionName('operationIds')}`;
}

function unjudgedRecord(sent: JudgedRequest, judged: SmokeOutcome, message: string): SmokeOutcome {
  return withExchange(sent, { ...judged, status: 'inconclusive', message, cause: 'no-record' });
}

/**
 * Queries the configured operations and judges their answers. Returns the first outcome that failed, or else the first that is
 * inconclusive, or else what `passed` makes of all.
 */
async function judgeEachKnown(
  run: SmokeRun,
  judge: (run: SmokeRun, sent: JudgedRequest, operationId: string) => SmokeOutcome,
  passed: (outcomes: readonly SmokeOutcome[]) => Omit<SmokeOutcome, 'status'>,
): Promise<SmokeOutcome> {
  const outcomes: SmokeOutcome[] = [];
  for (const operationId of run.settings.operationIds)
    outcomes.push(
      judge(run, await sendObserved(run, knownInclusionRequest(operationId, run.deployment)), operationId),
    );
  const first = (wanted: SmokeOutcome['status']) => outcomes.find(({ status }) => status === wanted);
  return first('failed') ?? first('inconclusive') ?? { status: 'passed', ...passed(outcomes) };
}

/** Checks that the configured operations are known and included, each with its own record. Does not wait for inclusion. */
export async function checkKnownOperations(run: SmokeRun): Promise<SmokeOutcome> {
  if (run.settings.operationIds.length === 0) return { status: 'skipped', message: noOperation() };
  return await judgeEachKnown(run, judgeIncluded, (outcomes) => ({
    message: summaryOf(outcomes),
    details: outcomes.map(({ message }) => labelled('Seen', message)),
  }));
}

/** `3 included`, `2 included, 1 ended on the destination chain`. */
function summaryOf(outcomes: readonly SmokeOutcome[]): string {
  const ended = outcomes.filter(({ cause }) => cause === 'not-applicable').length;
  const included = outcomes.length - ended;
  return [
    ...(included > 0 ? [`${included} included`] : []),
    ...(ended > 0 ? [`${ended} ended on the destination chain`] : []),
  ].join(', ');
}

function judgeIncluded(run: SmokeRun, sent: JudgedRequest, operationId: string): SmokeOutcome {
  const { answer } = sent.observation;
  if (isInconclusive(sent.observation)) return judgeAnswer(run, sent, '');
  const id = formatText(operationId, 80);
  if (answer?.status === 404)
    return withExchange(sent, {
      status: 'failed',
      message: `expected the observer to know ${id}, got 404`,
      cause: 'not-known',
    });
  if (answer?.inclusion === undefined) return judgeAnswer(run, sent, '');
  const foreign = judgeAnswer(run, sent, '', { accepts: aboutAnother });
  if (foreign.status !== 'passed') return foreign;
  const { stage } = answer.inclusion;
  const verdict = inclusionVerdict(answer.inclusion, run.deployment.conventions);
  const [status, text] = recordOutcomes[verdict];
  const message = `${id} ${text}, stage ${stage === undefined ? 'absent' : formatText(run.deployment.dialect.toWireName(stage))}`;
  return withExchange(sent, { status, message, cause: verdict });
}

/** The outcome for a configured operation, by the verdict of its record, which is the cause. */
const recordOutcomes: Readonly<
  Record<InclusionVerdict, readonly [status: SmokeOutcome['status'], text: string]>
> = {
  included: ['passed', 'is included'],
  'not-applicable': ['passed', 'ended on the destination chain'],
  rejected: ['failed', 'was rejected, but is expected to be included'],
  unknown: ['inconclusive', 'has a record that does not say whether it is included'],
  pending: ['inconclusive', 'is not included yet'],
};

/** Returns whether a check finds records of another operation. */
function aboutAnother(check: Check): boolean {
  return check.name === 'other-operation' || check.name === 'transaction-shared';
}

const own: readonly string[] = ['unknown-operation-found', 'valid-request-rejected'] satisfies CheckName[];

/** Returns whether a check concerns the answer for an unknown operation id. */
function aboutUnknownIds(check: Check): boolean {
  return own.includes(check.name);
}

/**
 * Judges by the first answer whether the observer reports an unknown operation as known. An answer that is neither a 404
 * nor a record does not settle it.
 */
export function checkUnknownOperationId(run: SmokeRun): SmokeOutcome {
  const sent = run.first.inclusion as JudgedRequest;
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
