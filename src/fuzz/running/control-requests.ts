import type { Dispatcher } from 'undici';
import { overloadStatuses } from '../../checks/case/is-unseen.js';
import type { SimulationRequest } from '../../contract/request-schema.js';
import type { Deployment } from '../../deployment/deployment.js';
import { type Call, callOnce } from '../../http/call-once.js';
import type { AttemptLimits } from '../../http/dispatch-once.js';
import { endpointsOf, inclusionQuery } from '../../http/endpoints.js';

/** Asks both operations of a deployment something that has an answer, past the pace of the campaign. */
export type AskBoth = () => Promise<readonly Call[]>;

/** What control requests are made with. */
export interface ControlParts {
  readonly deployment: Deployment;
  readonly dispatcher: Dispatcher;
  /** A valid call. */
  readonly request: SimulationRequest;
  readonly limits: Omit<AttemptLimits, 'maxBytes'>;
}

/** A well-formed id that no operation has. */
const unknownId = `0x${'c0de'.repeat(16)}`;

/** Makes the control requests of a campaign. */
export function controlRequests({ deployment, dispatcher, request, limits }: ControlParts): AskBoth {
  const { simulate, inclusion } = endpointsOf(deployment);
  const planned = [
    { endpoint: simulate, body: JSON.stringify(deployment.dialect.toWireRequest(request)) },
    { endpoint: inclusion, query: inclusionQuery(deployment, unknownId) },
  ];
  const maxBytes = deployment.maxResponseBytes;
  return () =>
    Promise.all(planned.map((one) => callOnce(deployment, dispatcher, one, { ...limits, maxBytes })));
}

/** Tells whether an operation answered, and not a gateway before it. */
export function isThere({ outcome }: Call): boolean {
  return outcome.kind === 'response' && !overloadStatuses.includes(outcome.response.status);
}
