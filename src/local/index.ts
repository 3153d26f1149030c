/** `crosscheck/local`: an implementation of the service on this machine, with a real EVM. */

export { LocalDeploymentError, type LocalDeploymentErrorCode } from '../errors.js';
export { type ConnectedLocalDeployment, connectLocalDeployment } from './control/connect-local-deployment.js';
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
export type {
  AnswerChange,
  AnswerInterceptor,
  Intercepted,
  InterceptedAnswer,
  InterceptedRequest,
  Interceptor,
  RequestChange,
  RequestInterceptor,
} from './faults/interceptor.js';
export type { LocalAccount } from './local-account.js';
export type {
  ChainClock,
  EpochRoot,
  ExecutionErrorName,
  ExecutionFailure,
  InclusionProof,
  LocalControl,
  LocalFault,
  LocalOperation,
  OperationsQuery,
} from './local-control.js';
export type { LocalConventions } from './local-conventions.js';
export type { LocalDeployment } from './local-deployment.js';
export type { LocalDeploymentOptions } from './local-options.js';
export type { ChainSettings } from './source-chain/chain-settings.js';
export type { Direction } from './source-chain/direction.js';
export type { Stage } from './source-chain/operation-ledger.js';
export { startLocalDeployment } from './start-local-deployment.js';
export { type TimingProfile, timingProfiles } from './timing-profiles.js';
