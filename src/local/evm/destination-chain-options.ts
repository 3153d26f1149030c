import type { LocalDeploymentOptions } from '../local-options.js';

/** How to create a destination chain; see `LocalDeploymentOptions`. */
export type DestinationChainOptions = Pick<
  LocalDeploymentOptions,
  | 'anvilBinary'
  | 'chainId'
  | 'rpcUrl'
  | 'layer'
  | 'forkUrl'
  | 'forkBlock'
  | 'deploy'
  | 'tokens'
  | 'fund'
  | 'quorum'
>;

/** How many of the validators must agree on a root. Source: practice. */
export const defaultQuorum = 3;
