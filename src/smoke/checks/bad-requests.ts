import type { Expectation, HttpCaseRequest } from '../../checks/case/case-plan.js';
import { stalenessOf } from '../../client/evidence.js';
import { errorBodyNote } from '../../client/http-errors.js';
import { inclusionQuery } from '../../client/request.js';
import { withMemberAt } from '../../contract/json.js';
import { type LooseSimulationRequest, requestFields } from '../../contract/simulation-request.js';
import type { BuiltInEndpointName } from '../../endpoint/built-in.js';
import { exchangeDetails } from '../judging/exchange-details.js';
import { isExpectedAnswer } from '../judging/expected-answers.js';
import { judgeAnswer } from '../judging/judge-answer.js';
import { sendObserved } from '../sending/observed-request.js';
import { simulation } from '../sending/smoke-requests.js';
import type { Asked, SmokeOutcome, SmokeRun } from '../smoke-run.js';

/**
 * Statuses of a gateway or HTTP server in front of the service that do not depend on the content of a request: credentials
 * (401, 403, 407), method or accepted type (405, 406), timing (408, 425, 499), size and type (411, 413, 414, 415, 431),
 * destination (421, 426, 451), rate (429). The requests of these checks are as small as a valid one, and have its type and
 * method. Practice.
 */
const notOfContent: readonly number[] = [
  401, 403, 405, 406, 407, 408, 411, 413, 414, 415, 421, 425, 426, 429, 431, 451, 499,
];

/** Returns whether a status rejects a request for its content: any other 4xx status, which the interface does not show. */
function isRejection(status: number | undefined): status is number {
  return status !== undefined && status >= 400 && status < 500 && !notOfContent.includes(status);
}

const rejected = (fault: string, path: string, reason: string): Expectation => ({
  kind: 'rejected',
  fault,
  path,
  reason,
});

/** Sends a simulation request without a body. */
export function checkEmptyBody(run: SmokeRun): Promise<SmokeOutcome> {
  const expect = rejected('empty', '', 'The body is empty.');
  return rejection(run, { endpoint: 'simulate', body: '', expect });
}

/** Sends a simulation request whose body is cut off. */
export function checkNotJson(run: SmokeRun): Promise<SmokeOutcome> {
  const expect = rejected('not-json', '', 'It is not JSON.');
  return rejection(run, { endpoint: 'simulate', body: '{"shardsKey":', expect });
}

/** Sends a simulation request without a field that the deployment's conventions require. */
export async function checkMissingField(run: SmokeRun): Promise<SmokeOutcome> {
  const { requiredRequestFields } = run.deployment.conventions;
  const field = requiredRequestFields.filter((path) => path in requestFields).at(-1);
  if (field === undefined)
    return { status: 'skipped', message: 'the convention requiredRequestFields requires none of the fields' };
  const others = withMemberAt(run.settings.request, [field], undefined) as LooseSimulationRequest;
  const expect = rejected('missing', field, `${field} is missing.`);
  return await rejection(run, simulation(run, others, expect));
}

/** Sends a simulation request to an address that is too short. */
export async function checkBadAddress(run: SmokeRun): Promise<SmokeOutcome> {
  if (run.deployment.conventions.requestValidation === 'off')
    return {
      status: 'skipped',
      message: 'the convention requestValidation leaves the form of addresses open',
    };
  const { request } = run.settings;
  const bad: LooseSimulationRequest = {
    ...request,
    alphaCallParams: { ...request.alphaCallParams, target: `0x${'5a'.repeat(19)}5` },
  };
  const path = 'alphaCallParams.target';
  return await rejection(
    run,
    simulation(run, bad, rejected('bad-address', path, `${path} has 39 digits, not 40.`)),
  );
}

/** Sends a query for an empty operation id. */
export function checkEmptyOperationId(run: SmokeRun): Promise<SmokeOutcome> {
  const expect = rejected('empty-operation-id', 'operationId', 'The operation id is empty.');
  return rejection(run, { endpoint: 'inclusion', query: inclusionQuery(run.deployment, ''), expect });
}

/** Sends a query without an operation id. */
export function checkMissingOperationId(run: SmokeRun): Promise<SmokeOutcome> {
  const expect = rejected('missing-operation-id', 'operationId', 'There is no operation id.');
  return rejection(run, { endpoint: 'inclusion', expect });
}

async function rejection(run: SmokeRun, request: HttpCaseRequest): Promise<SmokeOutcome> {
  return outcomeOf(run, await sendObserved(run, request));
}

/** A rejection proves something only if its status concerns the request and a valid request is not rejected. */
function outcomeOf(run: SmokeRun, asked: Asked): SmokeOutcome {
  const { request, answer } = asked.observation;
  const status = answer?.status;
  const judged = judgeAnswer(run, asked, `rejected with status ${status}`);
  const good = run.first[request.endpoint as BuiltInEndpointName] as Asked;
  if (judged.status !== 'passed') return judged;
  if (isExpectedAnswer(run, good) && isRejection(status))
    return { ...judged, details: [...formNote(run, asked), ...(judged.details ?? [])] };
  if (isExpectedAnswer(run, good)) return notAboutIt(asked, judged);
  const isRejected = status !== undefined && status >= 400 && status < 500;
  return {
    status: 'inconclusive',
    message: isRejected
      ? `rejected with status ${status}, which proves nothing: a valid request does not get the expected answer either (${stalenessOf(good.call.exchange.response) ?? `status ${good.observation.answer?.status}`})`
      : judged.message,
    details: [...exchangeDetails(good.call.exchange), ...(judged.details ?? [])],
    advice: `see ${request.endpoint === 'simulate' ? 'simulate-conformance' : 'unknown-operation-id'}: until that passes, rejections prove nothing`,
  };
}

/** Notes an error whose form differs from practice, once for each endpoint. */
function formNote({ endpoints, notedForms }: SmokeRun, { observation }: Asked): string[] {
  const { request, answer } = observation;
  if (answer === undefined || notedForms.has(request.endpoint)) return [];
  const { who } = endpoints[request.endpoint as BuiltInEndpointName];
  const note = errorBodyNote(who, { headers: answer.headers, body: answer.text });
  if (note === undefined) return [];
  notedForms.add(request.endpoint);
  return [`Note:      ${note}`];
}

/** Any request can get this status, so it proves nothing about this one. */
function notAboutIt({ call, observation }: Asked, { details = [] }: SmokeOutcome): SmokeOutcome {
  const { status } = observation.answer ?? {};
  return {
    status: 'inconclusive',
    message: `answered with status ${status}, which does not prove that the request was rejected for its content`,
    details: [...exchangeDetails(call.exchange), ...details],
    advice:
      'find out whether the service or something in front of it sends this answer: a service rejects a request with 400, 422 or the like',
  };
}
