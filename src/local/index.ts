/** `crosscheck/local`: an implementation of the service on this machine, with a real EVM. */
export { type ConnectedLocalDeployment, connectLocalDeployment } from './control/connect-local-deployment.js';
export type { LocalDescription } from './control/local-description.js';
export type {
  DestinationContracts,
  DestinationToken,
  Hex,
} from './evm/destination-chain.js';
export type { LocalDeployment, LocalDeploymentOptions } from './local-deployment.js';
export { startLocalDeployment } from './start-local-deployment.js';
