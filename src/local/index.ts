/** `crosscheck/local`: an implementation of the service on this machine, with a real EVM. */

export { LocalDeploymentError, type LocalDeploymentErrorCode } from '../errors.js';
export { type ConnectedLocalDeployment, connectLocalDeployment } from './control/control-handle.js';
export type { LocalControl, LocalFault } from './control/control-routes.js';
export type { LocalDescription } from './control/local-description.js';
export type { AccountToFund, ContractToDeploy, TokenToRegister } from './evm/custom-contracts.js';
export type { Hex } from './evm/json-rpc.js';
export type { DestinationContracts, DestinationToken } from './evm/layer.js';
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
export type { LocalDeploymentOptions } from './local-options.js';
export type { ChainSettings, Direction } from './source-chain/epochs.js';
export { type TimingProfile, timingProfiles } from './source-chain/epochs.js';
export type { Stage } from './source-chain/operation-ledger.js';
export { type LocalDeployment, startLocalDeployment } from './start-local-deployment.js';
