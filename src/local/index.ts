/** `crosscheck/local`: an implementation of the service on this machine, with a real EVM. */

export type { ExecutionErrorName } from '../contract/error-names.js';
export type {
  ReceivedRequest,
  ReceivedRequests,
  ReceivedRequestsQuery,
} from '../deployment/received-request.js';
export { LocalDeploymentError, type LocalDeploymentErrorCode } from '../errors.js';
export {
  type ConnectedLocalDeployment,
  type ConnectOptions,
  connectLocalDeployment,
} from './control/control-handle.js';
export type { LocalControl, LocalFault } from './control/control-routes.js';
export type { AccountToFund, ContractToDeploy, TokenToRegister } from './evm/custom-contracts.js';
export type { Hex } from './evm/json-rpc.js';
export type { DestinationContracts, DestinationToken } from './evm/layer.js';
export type { AppliedFault, FaultRule } from './faults/fault-rule.js';
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
export { type FaultName, faultNames } from './faults/known-faults.js';
export type { LocalDeploymentOptions } from './local-options.js';
export type {
  ChainClock,
  Direction,
  EpochRoot,
  ExecutionFailure,
  InclusionProof,
  LocalOperation,
  OperationsQuery,
  Stage,
} from './model/control-data.js';
export type { LocalConventions } from './model/local-conventions.js';
export type { LocalDescription } from './model/local-description.js';
export { type ChainSettings, type TimingProfile, timingProfiles } from './source-chain/epochs.js';
export { type LocalDeployment, startLocalDeployment } from './start-local-deployment.js';
