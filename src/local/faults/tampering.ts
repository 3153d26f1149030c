import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Simulation } from '../../contract/responses.js';
import { unixNowMs } from '../../internal/clock.js';
import { delayWhileOpen } from '../server/connection-delay.js';
import { Rejection } from '../server/rejection.js';
import type { AbortConnection, NotFound } from './fault.js';
import type { EarlierSimulations, WireRecord } from './fault-memory.js';
import type { Answer, ServiceCall, WriteAnswer, WrittenAnswer } from './service-answer.js';
import type { SetFaults } from './set-faults.js';

/** An answer with its faults, and how it is sent. */
export interface TamperedAnswer {
  readonly answer: WrittenAnswer;
  /** How long to wait before the first byte; `Infinity` until the client disconnects. */
  readonly pauseMs: number;
  /** Sends the answer if it must not be sent whole. */
  readonly abortConnection: AbortConnection | undefined;
}

/** Returns the head of a request with the faults that are set. */
export function tamperHead(
  faults: SetFaults,
  call: ServiceCall,
  headers: IncomingHttpHeaders,
): IncomingHttpHeaders {
  return faults.triggerCall('head', call, headers, (fault) => fault.tamperHead(headers)) ?? headers;
}

/**
 * Returns a simulation request with the faults that are set, or the same one if none triggers.
 *
 * @param request - With neutral names, before validation.
 * @throws Rejection if a fault prevents it from being read.
 */
export function tamperRequest(faults: SetFaults, call: ServiceCall, request: unknown): unknown {
  const read =
    faults.triggerCall('reading', call, request, (fault) => fault.tamperRequest(request)) ?? request;
  if (read instanceof Rejection) throw read;
  const remembering = faults.activeOf('leak', call);
  const leaked = faults.triggerCall('leak', call, read, (fault, { requests }) =>
    fault.tamperRequest?.(read, requests),
  );
  for (const { fault, set } of remembering) set.requests = fault.remember(read, set.requests);
  return leaked ?? read;
}

/** Returns an answer with the faults that are set. `write` writes it as the deployment would. */
export function tamperAnswer(
  faults: SetFaults,
  call: ServiceCall,
  answer: Answer,
  write: WriteAnswer,
): TamperedAnswer {
  return {
    answer:
      replaceAnswer(faults, call, answer) ??
      tamperText(faults, call, write(tamperBody(faults, call, answer))),
    pauseMs:
      faults.triggerCall(
        'timing',
        call,
        undefined,
        (fault, { ms, random }) => fault.pauseMs(ms, random, call) || undefined,
      ) ?? 0,
    abortConnection: faults.triggerCall('connection', call, undefined, (fault, { ms }) =>
      fault.abortConnection(ms, call),
    ),
  };
}

/** Sends an answer with its faults. `send` sends it whole. Ends immediately if the client disconnects or the server stops. */
export async function sendTamperedAnswer(
  { answer, pauseMs, abortConnection }: TamperedAnswer,
  response: ServerResponse,
  send: (answer: WrittenAnswer) => void,
): Promise<void> {
  const { socket } = response.req;
  if (pauseMs > 0) await delayWhileOpen(socket, pauseMs);
  if (socket.destroyed) return;
  if (abortConnection) await abortConnection(answer, response);
  else send(answer);
}

function replaceAnswer(faults: SetFaults, call: ServiceCall, { headers }: Answer): WrittenAnswer | undefined {
  const answer = faults.triggerCall('replacement', call, undefined, (fault, { ms }) => fault.replace(ms));
  // The deployment's headers of the connection apply to every answer.
  return answer && { ...answer, headers: { ...headers, ...answer.headers } };
}

function tamperBody(faults: SetFaults, call: ServiceCall, answer: Answer): Answer {
  if (!isEnvelope(answer.body)) return tamperRejection(faults, call, answer);
  const response =
    call.endpoint === 'simulate'
      ? tamperSimulation(faults, call, answer.body.response as Simulation)
      : tamperRecord(faults, call, answer.body.response as WireRecord);
  if ('notFound' in response)
    return { status: 404, headers: {}, body: { error: (response as NotFound).notFound } };
  const body = { ...answer.body, response };
  return {
    ...answer,
    body: faults.triggerCall('members', call, body, (fault) => fault.tamperBody(body)) ?? body,
  };
}

/** A fault of the rejection takes precedence over a fault of the records. */
function tamperRejection(faults: SetFaults, call: ServiceCall, answer: Answer): Answer {
  const { error } = answer.body as { readonly error: string };
  const rejected = { call, answer, error, stages: faults.names.stages };
  // Others reject the method or the path, not the operation.
  const isAboutOperation = answer.status === 400 || answer.status === 404;
  return (
    faults.triggerCall('rejection', call, answer, (fault) => fault.tamperRejection(rejected)) ??
    faults.triggerCall('record', call, answer, (fault, { records }) =>
      isAboutOperation ? fault.rewriteRejection?.(rejected, records.newest) : undefined,
    ) ??
    answer
  );
}

function tamperSimulation(faults: SetFaults, call: ServiceCall, simulation: Simulation): Simulation {
  const leaked =
    faults.triggerCall('leak', call, simulation, (fault, { requests }) =>
      fault.tamperSimulation?.(simulation, requests),
    ) ?? simulation;
  const tampered =
    faults.triggerCall('simulation', call, leaked, (fault, { random }) =>
      fault.tamperSimulation(leaked, random, call.nowMs ?? unixNowMs()),
    ) ?? leaked;
  return tamperNext(faults, call, tampered);
}

/** The maximum number of remembered calls. It is limited, because the list is copied for each answer. */
const maxRemembered = 256;

const noSimulations: EarlierSimulations = { count: 0, callData: [] };

function tamperNext(faults: SetFaults, call: ServiceCall, simulation: Simulation): Simulation {
  const remembering = faults.activeOf('succession', call);
  const tampered = faults.triggerCall('succession', call, simulation, (fault, { requests }) =>
    fault.tamperNext(simulation, requests.earlier ?? noSimulations),
  );
  const newest = simulation.debugInfo?.callData ?? [];
  for (const { set } of remembering) {
    const { count, callData } = set.requests.earlier ?? noSimulations;
    const earlier = {
      count: count + 1,
      last: simulation,
      callData: callData.concat(newest).slice(-maxRemembered),
    };
    set.requests = { ...set.requests, earlier };
  }
  return tampered ?? simulation;
}

function tamperRecord(faults: SetFaults, call: ServiceCall, record: WireRecord): WireRecord | NotFound {
  const rewritten = rewriteRecord(faults, 'record', call, record);
  return 'notFound' in rewritten ? rewritten : rewriteRecord(faults, 'history', call, rewritten);
}

/** The family `record` remembers the record before its faults, the family `history` the record after them. */
function rewriteRecord(
  faults: SetFaults,
  family: 'record' | 'history',
  call: ServiceCall,
  record: WireRecord,
): WireRecord | NotFound {
  const { operationId, requestedId = '' } = call;
  if (operationId === undefined) return record;
  const remembering = faults.activeOf(family, call);
  const rewritten =
    faults.triggerCall(family, call, record, (fault, { records }) =>
      fault.rewriteRecord?.(records.context(operationId, requestedId, record)),
    ) ?? record;
  const remembered = family === 'record' || 'notFound' in rewritten ? record : rewritten;
  for (const { set } of remembering) set.records.add(operationId, requestedId, remembered);
  return rewritten;
}

/** Text faults get one character for each byte. */
function tamperText(faults: SetFaults, call: ServiceCall, answer: WrittenAnswer): WrittenAnswer {
  if (faults.activeOf('text', call).length === 0) return answer;
  const text = Buffer.from(answer.text).toString('latin1');
  const inBytes: WrittenAnswer = { ...answer, text, encoding: 'latin1' };
  return faults.triggerCall('text', call, inBytes, (fault) => fault.tamperText(inBytes)) ?? answer;
}

/** Whether it is a body of the service (sections 2.2 and 2.3), and not `{"error": …}`. */
function isEnvelope(body: unknown): body is { readonly response: unknown } {
  return typeof body === 'object' && body !== null && 'response' in body;
}
