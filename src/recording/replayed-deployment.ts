import type { Dispatcher } from 'undici';
import type { Deployment, Headers } from '../deployment/deployment.js';
import { areFixed } from '../deployment/request-headers.js';
import { ReplayingDispatcher } from './replaying-dispatcher.js';
import type { Tape } from './tape.js';

const noHeaders: Headers = Object.freeze({});

/**
 * A deployment that answers from a recording; from which may be another one for each request. It needs no credentials,
 * whose source may be a service too, and there is nothing to spare by pausing. Those that it has are masked in messages;
 * where a function would give them, whatever the recording does not have is.
 */
export function replayedDeployment(deployment: Deployment, tape: () => Promise<Tape>): Deployment {
  const hasKnownHeaders = areFixed(deployment.headers);
  return Object.freeze({
    ...deployment,
    headers: hasKnownHeaders ? deployment.headers : () => noHeaders,
    retries: Object.freeze({ ...deployment.retries, minDelayMs: 0, maxDelayMs: 0 }),
    dispatcher: new ReplayingDispatcher(deployment, tape, hasKnownHeaders) as unknown as Dispatcher,
    exchanges: 'replayed',
  });
}
