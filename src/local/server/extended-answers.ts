import type { z } from 'zod';
import { type OnSimulate, wireExtension } from '../../contract/extension.js';
import type { OutMessage, Simulation } from '../../contract/responses.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import { isPlainObject } from '../../internal/objects.js';
import { formatText } from '../../internal/print.js';
import { exampleOf } from '../../internal/schema-introspection.js';
import { callHook, thrownText } from '../../internal/user-callback.js';
import { Rejection } from '../model/rejection.js';
import type { ServedDeployment } from '../model/wire-names.js';

/** Adds the members that an extension declares to answers, under their names on the wire. */
export interface ExtendedAnswers {
  simulation(request: LooseSimulationRequest, answer: Simulation): Promise<Simulation>;
  record(record: object): object;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Creates what extends the answers of a deployment. A declared member is what the hook returns, or else an example of its
 * schema. An error of the hook becomes the answer, so that it is seen at the client.
 *
 * @param hookTimeoutMs - The time limit of a promise of the hook, in milliseconds. Default: none.
 */
export function extendedAnswers(
  { chains, conventions: { extend }, dialect }: ServedDeployment,
  onSimulate?: OnSimulate | undefined,
  hookTimeoutMs?: number | undefined,
): ExtendedAnswers {
  if (Object.keys(extend).length === 0 && onSimulate === undefined)
    return { simulation: async (_, answer) => answer, record: (record) => record };
  const { simulationResponse = {}, outMessage = {} } = extend;
  const [ofSimulations, ofMessages] = [examplesOf(simulationResponse), examplesOf(outMessage)];
  const ofRecords = examplesOf(wireExtension(extend, chains).inclusionResponse);
  return {
    async simulation(request, answer) {
      const { outMessages, ...members } = await returnedBy(onSimulate, request, answer, hookTimeoutMs);
      const messages = answer.outMessages?.map((message, index) => ({
        ...message,
        ...ofMessages,
        ...declared(returnedFor(message, index, outMessages), outMessage, `outMessages[${index}].`),
      }));
      return dialect.toWireSimulation({
        ...answer,
        ...(messages && { outMessages: messages }),
        ...ofSimulations,
        ...declared(members, simulationResponse, ''),
      });
    },
    record: (record) => ({ ...record, ...ofRecords }),
  };
}

/** Returns the examples that schemas of members have. */
function examplesOf(shape: z.ZodRawShape = {}): Members {
  return Object.fromEntries(
    Object.entries(shape)
      .map(([name, schema]) => [name, exampleOf(schema as z.ZodType)])
      .filter(([, example]) => example !== undefined),
  );
}

/** The members that a hook returned; `outMessages` has one item for each message of the answer. */
interface ReturnedMembers extends Members {
  readonly outMessages?: readonly unknown[] | undefined;
}

async function returnedBy(
  onSimulate: OnSimulate | undefined,
  request: LooseSimulationRequest,
  answer: Simulation,
  hookTimeoutMs: number | undefined,
): Promise<ReturnedMembers> {
  if (onSimulate === undefined) return {};
  let returned: unknown;
  try {
    returned = await callHook(() => onSimulate({ ...request }, structuredClone(answer)), hookTimeoutMs);
  } catch (error) {
    throw hookError(`failed: ${thrownText(error)}`);
  }
  if (returned === undefined) return {};
  if (!isPlainObject(returned)) throw hookError('must return an object of members, or nothing');
  const { outMessages } = returned;
  const count = answer.outMessages?.length ?? 0;
  if (outMessages !== undefined && (!Array.isArray(outMessages) || outMessages.length !== count))
    throw hookError(`must return as many outMessages as the answer has, ${count}`);
  return returned;
}

/** Returns what a hook returned for a message, without the members that the message has. */
function returnedFor(message: OutMessage, index: number, outMessages: readonly unknown[] = []): Members {
  const returned = outMessages[index] ?? {};
  if (!isPlainObject(returned)) throw hookError(`must return an object as outMessages[${index}]`);
  return Object.fromEntries(Object.entries(returned).filter(([name]) => !Object.hasOwn(message, name)));
}

/** Returns the given members, after checking that the extension declares each and its schema accepts the value. */
function declared(members: Members, shape: z.ZodRawShape, at: string): Members {
  for (const [name, value] of Object.entries(members)) {
    const schema = shape[name] as z.ZodType | undefined;
    if (schema === undefined) throw hookError(`returned ${at}${name}, which the extension does not declare`);
    const { error } = schema.safeParse(value);
    if (error !== undefined) throw hookError(`returned ${at}${name}: ${error.issues[0]?.message}`);
  }
  return members;
}

function hookError(problem: string): Rejection {
  return new Rejection(500, `onSimulate ${formatText(problem)}`);
}
