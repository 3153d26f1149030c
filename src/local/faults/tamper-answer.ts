import type { Simulation } from '../../contract/responses.js';
import { unixNowMs } from '../../internal/clock.js';
import type { EarlierSimulations, NotFound, WireRecord } from './fault-kind.js';
import type { MeantAnswer, ServiceCall, WriteAnswer, WrittenAnswer } from './service-answer.js';
import type { SetFaults } from './set-faults.js';
import type { TamperedAnswer } from './tampered-answer.js';

/** Applies the faults that are set to an answer. `write` writes it as the deployment would. */
export function tamperAnswer(
  faults: SetFaults,
  call: ServiceCall,
  meant: MeantAnswer,
  write: WriteAnswer,
): TamperedAnswer {
  return {
    answer: replaced(faults, call, meant) ?? rewritten(faults, call, write(respoken(faults, call, meant))),
    pauseMs:
      faults.triggerCall(
        'timing',
        call,
        undefined,
        ({ pauseMs }, fault) => pauseMs(fault.ms, fault.draw, call) || undefined,
      ) ?? 0,
    breakOff: faults.triggerCall('connection', call, undefined, ({ breakOff }, { ms }) => breakOff(ms, call)),
  };
}

function replaced(faults: SetFaults, call: ServiceCall, meant: MeantAnswer): WrittenAnswer | undefined {
  const answer = faults.triggerCall('replacement', call, undefined, ({ answerInstead }, { ms }) =>
    answerInstead(ms),
  );
  // The deployment's headers of the connection apply to every answer.
  return answer && { ...answer, headers: { ...meant.headers, ...answer.headers } };
}

/** Changes the record of the operation first, then how it is written. */
function respoken(faults: SetFaults, call: ServiceCall, meant: MeantAnswer): MeantAnswer {
  const { body } = meant;
  if (!isEnvelope(body)) return rejected(faults, call, meant);
  const response =
    call.endpoint === 'simulate'
      ? simulated(faults, call, body.response as Simulation)
      : recorded(faults, call, body.response as WireRecord);
  if ('notFound' in response)
    return { status: 404, headers: {}, body: { error: (response as NotFound).notFound } };
  const told = { ...body, response };
  return {
    ...meant,
    body: faults.triggerCall('members', call, told, ({ tamperBody }) => tamperBody(told)) ?? told,
  };
}

function rejected(faults: SetFaults, call: ServiceCall, answer: MeantAnswer): MeantAnswer {
  const { error } = answer.body as { readonly error: string };
  const tampered = faults.triggerCall(
    'rejection',
    call,
    answer,
    ({ tamperRejection }, { shown: { stages } }) => tamperRejection({ call, answer, error, stages }),
  );
  if (tampered !== undefined) return tampered;
  const retold = faults.triggerCall(
    'record',
    call,
    answer,
    ({ retellRejection }, { shown: { stages }, told }) =>
      isAboutOperation(answer) ? retellRejection?.({ call, answer, error, stages }, told) : undefined,
  );
  return retold ?? answer;
}

function simulated(faults: SetFaults, call: ServiceCall, simulation: Simulation): Simulation {
  const bled =
    faults.triggerCall('leak', call, simulation, ({ tamperSimulation }, { left }) =>
      tamperSimulation(simulation, left),
    ) ?? simulation;
  const tampered =
    faults.triggerCall('simulation', call, bled, ({ tamperSimulation }, { draw }) =>
      tamperSimulation(bled, draw, call.nowMs ?? unixNowMs()),
    ) ?? bled;
  return succeeded(faults, call, tampered);
}

/** The number of remembered operations. It is limited, because the list is copied for each answer. */
const maxRemembered = 256;

function succeeded(faults: SetFaults, call: ServiceCall, simulation: Simulation): Simulation {
  const remembering = faults.activeOf('succession', call);
  const tampered = faults.triggerCall('succession', call, simulation, ({ tamperNext }, { left }) =>
    tamperNext(simulation, left.earlier ?? nothingBefore),
  );
  for (const { fault } of remembering) {
    const { count, callData } = fault.left.earlier ?? nothingBefore;
    const data = simulation.debugInfo?.callData;
    const earlier = {
      count: count + 1,
      last: simulation,
      callData: data === undefined ? callData : [...callData, data].slice(-maxRemembered),
    };
    fault.left = { ...fault.left, earlier };
  }
  return tampered ?? simulation;
}

const nothingBefore: EarlierSimulations = { count: 0, callData: [] };

/** What is told of an operation by an observer that mixes things up, and then by one that forgets what it told. */
function recorded(faults: SetFaults, call: ServiceCall, record: WireRecord): WireRecord | NotFound {
  const { operationId, asked = '' } = call;
  if (operationId === undefined) return record;
  const remembering = faults.activeOf('record', call);
  const told =
    faults.triggerCall('record', call, record, ({ retell }, fault) =>
      retell?.({
        record,
        asked,
        stages: fault.shown.stages,
        types: faults.types,
        ...fault.told.of(operationId, asked),
      }),
    ) ?? record;
  for (const { fault } of remembering) fault.told.add(operationId, record, asked);
  return 'notFound' in told ? told : retold(faults, call, told);
}

function retold(faults: SetFaults, call: ServiceCall, record: WireRecord): WireRecord {
  const { operationId } = call;
  if (operationId === undefined) return record;
  const remembering = faults.activeOf('history', call);
  const told =
    faults.triggerCall('history', call, record, ({ tamperRecord }, { shown }) =>
      tamperRecord(record, shown.of(operationId)),
    ) ?? record;
  for (const { fault } of remembering) fault.shown.add(operationId, told);
  return told;
}

/** Text faults get one character for each byte. */
function rewritten(faults: SetFaults, call: ServiceCall, answer: WrittenAnswer): WrittenAnswer {
  if (faults.activeOf('text', call).length === 0) return answer;
  const text = Buffer.from(answer.text).toString('latin1');
  const inBytes: WrittenAnswer = { ...answer, text, encoding: 'latin1' };
  return faults.triggerCall('text', call, inBytes, ({ tamperText }) => tamperText(inBytes)) ?? answer;
}

/** Whether it is a body of the service (sections 2.2 and 2.3), and not `{"error": …}`. */
function isEnvelope(body: unknown): body is { readonly response: unknown } {
  return typeof body === 'object' && body !== null && 'response' in body;
}

/** Whether it is rejected for the operation that it asks about, and not for its method or its path. */
function isAboutOperation({ status }: MeantAnswer): boolean {
  return status === 400 || status === 404;
}
