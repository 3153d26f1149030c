import type { Dispatcher } from 'undici';
import { isInconclusiveStatus } from '../checks/case/is-inconclusive.js';
import type { PlannedRequest, ResolvedEndpoint } from '../client/request.js';
import { inclusionQuery, resolveBuiltIns } from '../client/request.js';
import type { AttemptLimits } from '../client/transport.js';
import { type Call, callOnce } from '../client/transport.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import { unknownOperationId } from './inclusion-request.js';

/** Two requests at the same time, past the pace of the campaign. */
export type AskTwo = () => Promise<readonly [Call, Call]>;

/** Requests that tell whether a deployment is there. */
export interface ControlRequests {
  /** Asks both endpoints something that has an answer: the simulator a valid call, the observer an unknown id. */
  readonly askBoth: AskTwo;
  /** Asks the observer's server what an observer must answer differently: without an id, and at a path that is none. */
  readonly askInvalid: AskTwo;
}

/** What control requests are made with. */
export interface ControlParts {
  readonly deployment: Deployment;
  readonly dispatcher: Dispatcher;
  /** A valid call. */
  readonly request: LooseSimulationRequest;
  /** A simpler one, for where the service fails at the call itself. Default: none. */
  readonly simpler?: LooseSimulationRequest | undefined;
  readonly limits: Omit<AttemptLimits, 'maxBytes'>;
}

/** What control requests ask about: a well-formed id that no operation has, and a last segment that no path has. */
interface Nothing {
  readonly id: string;
  readonly segment: string;
}

const nothing: Nothing = { id: unknownOperationId, segment: 'no-such-operation' };

/** The same with other values, of another length where a service does not look at the length. */
const otherNothing: Nothing = { id: `0x${'f00d'.repeat(16)}`, segment: 'nowhere' };

/** What an observer is asked to find out whether it is at its path. */
export interface ObserverControlRequests {
  readonly endpoint: ResolvedEndpoint;
  /** About a well-formed id that no operation has. */
  readonly unknown: PlannedRequest;
  /** The same at a path that does not exist. */
  readonly wrongPath: PlannedRequest;
  /** Without an id. */
  readonly withoutId: PlannedRequest;
  /** The same at a path that does not exist. */
  readonly wrongPathWithoutId: PlannedRequest;
}

/** Returns the control requests for the observer of a deployment; once more with other values, to tell what varies by itself. */
export function observerControlRequests(
  deployment: Deployment,
  time: 'first' | 'again' = 'first',
): ObserverControlRequests {
  const { inclusion: endpoint } = resolveBuiltIns(deployment);
  const { id, segment } = time === 'first' ? nothing : otherNothing;
  const query = inclusionQuery(deployment, id);
  const beside = { ...endpoint, path: endpoint.path.replace(/[^/]*$/, segment) };
  return {
    endpoint,
    unknown: { endpoint, query },
    wrongPath: { endpoint: beside, query },
    withoutId: { endpoint },
    wrongPathWithoutId: { endpoint: beside },
  };
}

/** Makes the control requests of a campaign. */
export function controlRequests({
  deployment,
  dispatcher,
  request,
  simpler,
  limits,
}: ControlParts): ControlRequests {
  const { simulate } = resolveBuiltIns(deployment);
  const { unknown, withoutId, wrongPath } = observerControlRequests(deployment);
  const maxBytes = deployment.maxResponseBytes;
  const ask = (planned: PlannedRequest): Promise<Call> =>
    callOnce(deployment, dispatcher, planned, { ...limits, maxBytes });
  const simulated = (asked: LooseSimulationRequest): Promise<Call> =>
    ask({ endpoint: simulate, body: JSON.stringify(deployment.dialect.toWireRequest(asked)) });
  const askSimulator = async (): Promise<Call> => {
    const call = await simulated(request);
    return simpler === undefined || isThere(call) ? call : await simulated(simpler);
  };
  return {
    askBoth: () => Promise.all([askSimulator(), ask(unknown)]),
    askInvalid: () => Promise.all([ask(withoutId), ask(wrongPath)]),
  };
}

/** Returns whether an operation answered, and not a gateway before it, nor one that lets nobody in. */
export function isThere({ outcome }: Call): boolean {
  return outcome.kind === 'response' && !isInconclusiveStatus(outcome.response.status);
}
