/** `crosscheck/local`: an implementation of the service on this machine, with a real EVM. */

export { LocalDeploymentError, type LocalDeploymentErrorCode } from '../errors.js';
export { type ConnectedLocalDeployment, connectLocalDeployment } from './control/control-handle.js';
export type { LocalControl, LocalFault } from './control/control-routes.js';
export type { LocalDescription } from './control/local-description.js';
export type { AccountToFund, ContractToDeploy, TokenToRegister } from './evm/custom/custom-contracts.js';
export type {
  AccountOverride,
  DestinationContracts,
  DestinationToken,
  Hex,
  StateOverrides,
} from './evm/destination-chain.js';
export { type AppliedFault, type FaultName, type FaultRule, faultNames } from './faults/fault-rule.js';
export type { LocalAccount } from './local-account.js';
export type {
  ChainClock,
  EpochRoot,
  ExecutionErrorName,
  ExecutionFailure,
  InclusionProof,
  LocalOperation,
  OperationsQuery,
} from './local-control.js';
export type { LocalConventions } from './local-conventions.js';
export { type LocalDeploymentOptions, type TimingProfile, timingProfiles } from './local-options.js';
export type { ChainSettings } from './source-chain/chain-settings.js';
export type { Direction } from './source-chain/direction.js';
export type { Stage } from './source-chain/operation-ledger.js';
export { type LocalDeployment, startLocalDeployment } from './start-local-deployment.js';
