import type { Deployment } from './deployment.js';

/** Gives the deployment to use in the place of another one. */
export type DeploymentExchange = (deployment: Deployment) => Deployment;

let exchange: DeploymentExchange = (deployment) => deployment;
let isReplayed = false;

/**
 * Registers what every deployment goes through that a client is made for, or that is the one in force; for integrations
 * with a test runner, which record or replay the exchanges of a whole run.
 *
 * @param replays - Whether what it gives answers from a recording.
 */
export function exchangeDeployments(newExchange: DeploymentExchange, replays: boolean = false): void {
  exchange = newExchange;
  isReplayed = replays;
}

/** Whether every deployment of the run answers from a recording. */
export function isRunReplayed(): boolean {
  return isReplayed;
}

/** The deployment to use in the place of another one: the very same, unless the exchanges of the run are recorded or replayed. */
export function deploymentInUse(deployment: Deployment): Deployment {
  return deployment.exchanges === undefined ? exchange(deployment) : deployment;
}
