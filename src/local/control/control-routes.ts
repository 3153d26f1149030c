import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { SimulationRequest } from '../../contract/request-schema.js';
import { fieldFaults } from '../server/field-faults.js';
import {
  type BodyLimits,
  createRequestReader,
  readJsonBody,
  type ServedDeployment,
} from '../server/read-request.js';
import { Refusal } from '../server/refusal.js';
import type { Route } from '../server/route.js';
import type { LocalDescription } from './local-description.js';

/** What the control listener drives. */
export interface Controlled {
  readonly description: LocalDescription;
  readonly submit: (request: SimulationRequest) => Promise<string> | string;
  readonly advance: (ms: number) => Promise<void>;
  readonly now: () => number;
}

const advanceSchema = z.strictObject({ ms: z.number().min(0, 'must be a number of at least 0') });

/**
 * What drives a local deployment from another process: who it is, submit an operation (a simulation request, with the
 * deployment's names of the chains), move its time. Only for this machine: a web page cannot reach it by rebinding a
 * name of its own, because it must be addressed by a loopback name, and without an `Origin`.
 */
export function controlRoutes(served: ServedDeployment, controlled: Controlled, limits: BodyLimits): Route[] {
  const readRequest = createRequestReader(served, limits);
  const route = (
    method: Route['method'],
    path: string,
    answer: (request: IncomingMessage) => Promise<unknown> | unknown,
  ): Route => ({
    method,
    path,
    parameters: [],
    async answer(request) {
      refuseStrangers(request);
      return answer(request);
    },
  });
  return [
    route('GET', '/deployment', () => controlled.description),
    route('POST', '/operations', async (request) => ({
      operationId: await controlled.submit(await readRequest(request)),
    })),
    route('POST', '/clock/advance', async (request) => {
      await controlled.advance(await readMs(request, limits));
      return { now: Math.round(controlled.now()) };
    }),
  ];
}

async function readMs(request: IncomingMessage, limits: BodyLimits): Promise<number> {
  const body = await readJsonBody(request, limits);
  const faults = fieldFaults(advanceSchema, body);
  if (faults.length > 0) throw new Refusal(400, faults.join('; '));
  return (body as z.output<typeof advanceSchema>).ms;
}

function refuseStrangers({ headers: { host = '', origin } }: IncomingMessage): void {
  if (!/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(host)) {
    throw new Refusal(403, 'the host must be 127.0.0.1, localhost or [::1]');
  }
  if (origin !== undefined) throw new Refusal(403, 'web pages may not drive the deployment');
}
