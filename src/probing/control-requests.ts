import type { Call } from '../client/call.js';
import { evidenceOfCall } from '../client/evidence.js';
import {
  inclusionQuery,
  type PlannedRequest,
  type ResolvedEndpoint,
  resolveBuiltIns,
  unknownOperationId,
} from '../client/request.js';
import { wireText } from '../contract/dialect.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Sender } from './sender.js';

/** Sends two requests at the same time, or as the pace of a campaign allows. */
export type AskPair = (signal?: AbortSignal) => Promise<readonly [Call, Call]>;

/** Requests that show whether a deployment is reachable. */
export interface ControlRequests {
  /** Sends each endpoint a request that it must answer: a valid call to the simulator, an unknown id to the observer. */
  readonly askEndpoints: AskPair;
  /** Sends the server of the observer two requests that it must answer differently: without an id, and to an unknown path. */
  readonly askInvalid: AskPair;
}

/** What control requests need. */
interface ControlParts {
  readonly deployment: Deployment;
  readonly sender: Sender;
  /** A valid call. */
  readonly request: LooseSimulationRequest;
  /** A simpler request, sent if the service fails to answer the first. */
  readonly simpler: LooseSimulationRequest;
  /** The time limit of each request. */
  readonly timeoutMs: number;
  /** The signal of requests that have none of their own. */
  readonly signal?: AbortSignal | undefined;
}

/** An unknown id in a valid form, and the last segment of an unknown path. */
interface UnknownTarget {
  readonly id: string;
  readonly segment: string;
}

const unknownTarget: UnknownTarget = { id: unknownOperationId, segment: 'no-such-operation' };

/** Other values. The segment also has another length, which an id cannot have. */
const otherUnknownTarget: UnknownTarget = { id: `0x${'f00d'.repeat(16)}`, segment: 'nowhere' };

/** The requests that show whether an observer is at its path. */
interface ObserverControlRequests {
  readonly endpoint: ResolvedEndpoint;
  /** With an unknown id. */
  readonly unknown: PlannedRequest;
  /** The same at a path that does not exist. */
  readonly wrongPath: PlannedRequest;
  /** Without an id. */
  readonly withoutId: PlannedRequest;
  /** The same at a path that does not exist. */
  readonly wrongPathWithoutId: PlannedRequest;
}

/**
 * Returns the control requests for the observer of a deployment. `again` uses other values, which shows what varies from
 * answer to answer.
 */
export function observerControlRequests(
  deployment: Deployment,
  time: 'first' | 'again' = 'first',
): ObserverControlRequests {
  const { inclusion: endpoint } = resolveBuiltIns(deployment);
  const { id, segment } = time === 'first' ? unknownTarget : otherUnknownTarget;
  const query = inclusionQuery(deployment, id);
  const unknownPath = { ...endpoint, path: endpoint.path.replace(/[^/]*$/, segment) };
  return {
    endpoint,
    unknown: { endpoint, query },
    wrongPath: { endpoint: unknownPath, query },
    withoutId: { endpoint },
    wrongPathWithoutId: { endpoint: unknownPath },
  };
}

/** Creates the control requests of a campaign. */
export function controlRequests({
  deployment,
  sender,
  request,
  simpler,
  timeoutMs,
  signal: common,
}: ControlParts): ControlRequests {
  const { simulate } = resolveBuiltIns(deployment);
  const { unknown, withoutId, wrongPath } = observerControlRequests(deployment);
  const ask = (planned: PlannedRequest, signal = common): Promise<Call> =>
    sender.control(planned, { timeoutMs, signal });
  const simulated = (asked: LooseSimulationRequest, signal?: AbortSignal): Promise<Call> =>
    ask({ endpoint: simulate, body: wireText(asked, deployment.dialect) }, signal);
  const askSimulator = async (signal?: AbortSignal): Promise<Call> => {
    const call = await simulated(request, signal);
    return isReachable(call) ? call : await simulated(simpler, signal);
  };
  return {
    askEndpoints: (signal) => Promise.all([askSimulator(signal), ask(unknown, signal)]),
    askInvalid: () => Promise.all([ask(withoutId), ask(wrongPath)]),
  };
}

/** How many control requests are sent before a service is said to reject everything. */
export const maxControls = 3;

/** Returns whether the service itself answered, not a gateway or a cache in front of it. */
export function isReachable(call: Call): boolean {
  return evidenceOfCall(call).kind !== 'no-verdict';
}
