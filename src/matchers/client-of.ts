import { type Client, createClient } from '../client/create-client.js';
import { currentDeployment } from '../deployment/current-deployment.js';
import type { Deployment } from '../deployment/deployment.js';

const clients = new WeakMap<Deployment, Client>();

/** The client of a deployment, one for all matchers; without a deployment, of the one in force. */
export function clientOf(deployment: Deployment = currentDeployment()): Client {
  let client = clients.get(deployment);
  if (client === undefined) {
    client = createClient(deployment);
    clients.set(deployment, client);
  }
  return client;
}
