import type { Dispatcher } from 'undici';
import { isUnseenStatus } from '../../checks/case/is-unseen.js';
import type { SimulationRequest } from '../../contract/request-schema.js';
import type { Deployment } from '../../deployment/deployment.js';
import { type AnyRequest, type Call, callOnce } from '../../http/call-once.js';
import type { AttemptLimits } from '../../http/dispatch-once.js';
import { endpointsOf, inclusionQuery } from '../../http/endpoints.js';

/** Two requests at the same time, past the pace of the campaign. */
export type AskTwo = () => Promise<readonly [Call, Call]>;

/** Requests that tell whether a deployment is there. */
export interface ControlRequests {
  /** Asks both operations something that has an answer: the simulator a valid call, the observer an unknown id. */
  readonly askBoth: AskTwo;
  /** Asks the observer's server what an observer must answer differently: without an id, and at a path that is none. */
  readonly askAmiss: AskTwo;
}

/** What control requests are made with. */
export interface ControlParts {
  readonly deployment: Deployment;
  readonly dispatcher: Dispatcher;
  /** A valid call. */
  readonly request: SimulationRequest;
  /** A simpler one, for where the service fails at the call itself. Default: none. */
  readonly simpler?: SimulationRequest | undefined;
  readonly limits: Omit<AttemptLimits, 'maxBytes'>;
}

/** A well-formed id that no operation has. */
const unknownId = `0x${'c0de'.repeat(16)}`;

/** Makes the control requests of a campaign. */
export function controlRequests({
  deployment,
  dispatcher,
  request,
  simpler,
  limits,
}: ControlParts): ControlRequests {
  const { simulate, inclusion } = endpointsOf(deployment);
  const query = inclusionQuery(deployment, unknownId);
  const astray = { ...inclusion, path: inclusion.path.replace(/[^/]*$/, 'no-such-operation') };
  const maxBytes = deployment.maxResponseBytes;
  const ask = (planned: AnyRequest): Promise<Call> =>
    callOnce(deployment, dispatcher, planned, { ...limits, maxBytes });
  const simulated = (asked: SimulationRequest): Promise<Call> =>
    ask({ endpoint: simulate, body: JSON.stringify(deployment.dialect.toWireRequest(asked)) });
  const askSimulator = async (): Promise<Call> => {
    const call = await simulated(request);
    return simpler === undefined || isThere(call) ? call : await simulated(simpler);
  };
  return {
    askBoth: () => Promise.all([askSimulator(), ask({ endpoint: inclusion, query })]),
    askAmiss: () => Promise.all([ask({ endpoint: inclusion }), ask({ endpoint: astray, query })]),
  };
}

/** Tells whether an operation answered, and not a gateway before it, nor one that lets nobody in. */
export function isThere({ outcome }: Call): boolean {
  return outcome.kind === 'response' && !isUnseenStatus(outcome.response.status);
}
