import type { z } from 'zod';
import type { HttpCaseRequest } from '../case/case-plan.js';
import { invalidInclusion } from '../case/case-plan.js';
import { evidenceIn, isAnsweredAsExpected } from '../case/inconclusive-answers.js';
import { errorBody, errorBodyNote } from '../client/http-errors.js';
import { wireText } from '../contract/dialect.js';
import {
  extendedPaths,
  type LooseSimulationRequest,
  simulationRequestSchema,
} from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import type { BuiltInEndpointName } from '../endpoint/built-in.js';
import { type Endpoint, type RequestPart, requestParts } from '../endpoint/endpoint.js';
import { endpointRequest } from '../endpoint/endpoint-request.js';
import { invalidBodies } from '../endpoint/invalid-bodies.js';
import { simplestInvalid } from '../endpoint/schema-mutations.js';
import { definedMembers } from '../internal/objects.js';
import { counted } from '../internal/print.js';
import { judgeAgain, judgeAnswer, withExchange } from './judge-answer.js';
import { isExpectedAnswer, sendObserved } from './send-observed.js';
import type { JudgedRequest, SmokeOutcome, SmokeRun } from './smoke-run.js';

/**
 * Statuses of a gateway or HTTP server in front of the service that do not depend on the content of a request: method or accepted type (405, 406), timing (425, 499), size and type (411, 413, 414, 415, 431),
 * destination (421, 426, 451). The requests of these checks are as small as a valid one, and have its type and method. Practice.
 */
const notOfContent: readonly number[] = [405, 406, 411, 413, 414, 415, 421, 425, 426, 431, 451, 499];

/** An invalid request, and why it is invalid. */
interface InvalidRequest extends Pick<HttpCaseRequest, 'body' | 'query'> {
  /** Of the member that is wrong; '' for the whole. */
  readonly path: string;
  readonly reason: string;
}

/** Returns an invalid request; where there is none, why. */
export type InvalidPlan = (run: SmokeRun) => InvalidRequest | string;

export const emptyBody: InvalidPlan = () => ({ ...invalidBodies.empty, path: '' });

const notJson = { ...invalidBodies['cut-off-in-object'], path: '' };

export const bodyNotJson: InvalidPlan = () => notJson;

export const missingField: InvalidPlan = ({ deployment, settings }) =>
  mutatedSimulation(deployment, settings.request, 'missing') ??
  'the convention requiredRequestFields requires none of the fields';

export const badAddress: InvalidPlan = ({ deployment, settings: { request } }) => {
  const alphaCallParams = { ...request.alphaCallParams, target: `0x${'5a'.repeat(20)}` };
  return (
    mutatedSimulation(deployment, { ...request, alphaCallParams }, 'odd-hex', 'alphaCallParams.target') ??
    'the convention requestValidation leaves the form of addresses open'
  );
};

/** The request need not have the member: most of them are optional. */
export const badDeclaredMember: InvalidPlan = ({ deployment, settings: { request } }) => {
  const paths = extendedPaths(deployment.conventions);
  for (const path of paths) {
    for (const mutation of plainMutations) {
      const invalid = mutatedSimulation(deployment, request, mutation, path);
      if (invalid !== undefined) return invalid;
    }
  }
  return paths.length === 0
    ? 'the deployment declares no members of requests'
    : 'no declared member can be invalid in this request';
};

export const missingOperationId: InvalidPlan = ({ deployment }) => mutatedQuery(deployment, 'missing');

export const emptyOperationId: InvalidPlan = ({ deployment }) => mutatedQuery(deployment, 'empty-string');

/** Sends an invalid request to an endpoint, which must reject it. */
export async function checkInvalidRequest(
  run: SmokeRun,
  endpoint: BuiltInEndpointName,
  mutation: string,
  plan: InvalidPlan,
): Promise<SmokeOutcome> {
  const planned = plan(run);
  if (typeof planned === 'string') return { status: 'skipped', message: planned };
  const { path, reason, ...request } = planned;
  const expect = { kind: 'rejected', mutation, path, reason } as const;
  return await judgeRejection(run, await sendObserved(run, { endpoint, ...request, expect }));
}

/** Mutations that even a lenient server must reject, the simplest first. */
const plainMutations = ['missing', 'wrong-type', 'wrong-form'];

/** Sends invalid requests to a custom endpoint, which has just answered its example. */
export async function checkRejections(
  run: SmokeRun,
  endpoint: Endpoint,
  passed: SmokeOutcome,
): Promise<SmokeOutcome> {
  const invalid = [
    ...requestParts(endpoint).flatMap(([part, schema]) => mutatedPart(endpoint, part, schema) ?? []),
    ...(endpoint.body === undefined
      ? []
      : [
          { ...endpointRequest(endpoint, endpoint.example ?? {}), ...notJson, mutation: 'cut-off-in-object' },
        ]),
  ];
  const notes = [...(passed.notes ?? [])];
  for (const { mutation, path, reason, ...request } of invalid) {
    const expect = { kind: 'rejected', mutation, path, reason } as const;
    const sent = await sendObserved(run, { endpoint: endpoint.name, ...definedMembers(request), expect });
    const outcome = await judgeRejection(run, sent);
    if (outcome.status !== 'passed') return outcome;
    notes.push(...(outcome.notes ?? []));
  }
  if (invalid.length === 0) return passed;
  return {
    ...passed,
    message: `${passed.message}; rejects ${counted(invalid.length, 'invalid request')}`,
    notes,
  };
}

/** Returns the example with one invalid part; undefined if the part has none of the mutations. */
function mutatedPart(endpoint: Endpoint, part: RequestPart, schema: z.ZodType) {
  const { example = {} } = endpoint;
  if (example[part] === undefined) return undefined;
  for (const mutation of plainMutations) {
    const invalid = simplestInvalid(schema, part, example[part], mutation);
    if (invalid === undefined) continue;
    const path = `${part}.${invalid.path}`;
    const written = endpointRequest(endpoint, { ...example, [part]: invalid.value });
    return { ...written, mutation, path, reason: `${path}: ${invalid.reason}` };
  }
  return undefined;
}

/** Returns a simulation request with one mutation of its schema; undefined if the schema has no such mutation. */
function mutatedSimulation(
  deployment: Deployment,
  request: LooseSimulationRequest,
  mutation: string,
  at?: string,
): InvalidRequest | undefined {
  const schema = simulationRequestSchema(deployment.conventions);
  const invalid = simplestInvalid(schema, 'body', request, mutation, at);
  if (invalid === undefined) return undefined;
  const { value, path, reason } = invalid;
  return {
    body: wireText(value as LooseSimulationRequest, deployment.dialect),
    path,
    reason: `${path}: ${reason}`,
  };
}

function mutatedQuery(deployment: Deployment, mutation: 'missing' | 'empty-string'): InvalidRequest {
  const { query, path, reason } = invalidInclusion(deployment, mutation);
  return { query, path, reason: `${path}: ${reason}` };
}

/** A rejection proves something only if its status concerns the request, and a valid request is accepted before and after it. */
async function judgeRejection(run: SmokeRun, sent: JudgedRequest): Promise<SmokeOutcome> {
  const { request, answer } = sent.observation;
  const status = answer?.status;
  const judged = judgeAnswer(run, sent, `rejected with status ${status}`);
  if (judged.status !== 'passed') return judged;
  const isRejected = isAnsweredAsExpected(sent.observation);
  const first = run.first[request.endpoint] as JudgedRequest;
  const wasAccepted = isExpectedAnswer(run, first);
  const valid = wasAccepted
    ? await sendObserved(run, first.observation.request as HttpCaseRequest, 'sample')
    : first;
  const control: JudgedRequest = { ...valid, label: 'Control' };
  const { kind } = evidenceIn(control.observation);
  const after = wasAccepted && kind !== 'rejection' ? judgeAgain(run, control) : undefined;
  if (after !== undefined && (after.status === 'failed' || kind === 'no-verdict'))
    return { ...after, message: `the valid request right after it: ${after.message}` };
  if (isExpectedAnswer(run, control)) {
    // Any request can get such a status.
    if (!isRejected || notOfContent.includes(status as number)) {
      const message = `status ${status} does not show that the service rejected the content`;
      return withExchange(sent, { ...judged, status: 'inconclusive', message, cause: 'not-its-content' });
    }
    const notes = [...formNote(run, sent), ...(judged.notes ?? []), ...(after?.notes ?? [])];
    return { ...judged, notes };
  }
  const { status: result, message: wrong } = judgeAnswer(run, control, '');
  const got = result === 'failed' ? wrong : evidenceIn(control.observation).reason;
  const message = isRejected
    ? `rejected with status ${status}, which proves nothing: the valid request ${wasAccepted ? 'right after' : 'before'} it is not answered as expected: ${got}`
    : judged.message;
  const cause = wasAccepted ? 'no-longer-accepted' : 'never-accepted';
  return withExchange(control, { ...judged, status: 'inconclusive', message, cause });
}

/** Notes an error whose form differs from practice, once for each endpoint. */
function formNote({ notedForms }: SmokeRun, { endpoint: { who }, observation }: JudgedRequest): string[] {
  const { request, answer } = observation;
  if (answer === undefined || notedForms.has(request.endpoint)) return [];
  const body = { headers: answer.headers, body: answer.text };
  const note =
    errorBody(body) === undefined
      ? `${who} rejects a request without saying why. In practice, an error is {"error": "…"}; the interface shows no error body`
      : errorBodyNote(who, body);
  if (note === undefined) return [];
  notedForms.add(request.endpoint);
  return [note];
}
