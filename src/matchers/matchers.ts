import { amount } from './amount.js';
import { operationId } from './operation-id.js';
import { outMessage } from './out-message.js';
import { toAdvanceMonotonically } from './to-advance-monotonically.js';
import { toBeIncluded } from './to-be-included.js';
import { toBeRejected } from './to-be-rejected.js';
import { toCostAtMost } from './to-cost-at-most.js';
import { toEmitOutMessage } from './to-emit-out-message.js';
import { toFailSimulation } from './to-fail-simulation.js';
import { toHaveInclusionTransaction } from './to-have-inclusion-transaction.js';
import { toHaveOutMessageCount } from './to-have-out-message-count.js';
import { toMatchSimulation } from './to-match-simulation.js';
import { toReachInclusion } from './to-reach-inclusion.js';
import { toReachStage } from './to-reach-stage.js';
import { toSimulateSuccessfully } from './to-simulate-successfully.js';
import { toStayUnincluded } from './to-stay-unincluded.js';
import { toUseGasWithin } from './to-use-gas-within.js';

/** Every matcher, as `expect.extend` takes them. */
export const matchers = {
  toReachInclusion,
  toStayUnincluded,
  toReachStage,
  toHaveInclusionTransaction,
  toBeRejected,
  toBeIncluded,
  toAdvanceMonotonically,
  toSimulateSuccessfully,
  toFailSimulation,
  toMatchSimulation,
  toEmitOutMessage,
  toHaveOutMessageCount,
  toUseGasWithin,
  toCostAtMost,
  outMessage,
  operationId,
  amount,
};
