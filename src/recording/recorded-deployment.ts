import type { Dispatcher } from 'undici';
import type { Deployment } from '../deployment/deployment.js';
import type { ExchangeLog } from './exchange-log.js';
import { RecordingDispatcher } from './recording-dispatcher.js';

/** A deployment whose exchanges are logged; where may be another log for each. */
export function recordedDeployment(deployment: Deployment, log: () => ExchangeLog): Deployment {
  const dispatcher = new RecordingDispatcher(deployment, log) as unknown as Dispatcher;
  return Object.freeze({ ...deployment, dispatcher, exchanges: 'recorded' });
}
