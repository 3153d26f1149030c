import { loadWithPeer } from '../internal/load-with-peer.js';
import { amount } from './amount.js';
import { operationId } from './operation-id.js';
import { outMessage } from './out-message.js';
import { toBeConsistent } from './to-be-consistent.js';
import { toBeIncluded } from './to-be-included.js';
import { toBeRejected } from './to-be-rejected.js';
import { toHaveInclusionTransaction } from './to-have-inclusion-transaction.js';
import { whenUsed } from './when-used.js';

/** Every matcher, as `expect.extend` takes them. */
export const matchers = {
  toReachInclusion: whenUsed(
    'toReachInclusion',
    async () => (await import('./to-reach-inclusion.js')).toReachInclusion,
  ),
  toRemainPending: whenUsed(
    'toRemainPending',
    async () => (await import('./to-remain-pending.js')).toRemainPending,
  ),
  toReachStage: whenUsed('toReachStage', async () => (await import('./to-reach-stage.js')).toReachStage),
  toSimulateSuccessfully: whenUsed(
    'toSimulateSuccessfully',
    async () => (await import('./to-simulate-successfully.js')).toSimulateSuccessfully,
  ),
  toFailSimulation: whenUsed(
    'toFailSimulation',
    async () => (await import('./to-fail-simulation.js')).toFailSimulation,
  ),
  toMatchSimulation: whenUsed(
    'toMatchSimulation',
    async () => (await import('./to-match-simulation.js')).toMatchSimulation,
  ),
  toEmitOutMessage: whenUsed(
    'toEmitOutMessage',
    async () => (await import('./to-emit-out-message.js')).toEmitOutMessage,
  ),
  toHaveOutMessageCount: whenUsed(
    'toHaveOutMessageCount',
    async () => (await import('./to-have-out-message-count.js')).toHaveOutMessageCount,
  ),
  toUseGasWithin: whenUsed(
    'toUseGasWithin',
    async () => (await import('./to-use-gas-within.js')).toUseGasWithin,
  ),
  toCostAtMost: whenUsed('toCostAtMost', async () => (await import('./to-cost-at-most.js')).toCostAtMost),
  toSurviveFuzzing: whenUsed(
    'toSurviveFuzzing',
    async () =>
      (await loadWithPeer('toSurviveFuzzing', () => import('./to-survive-fuzzing.js'))).toSurviveFuzzing,
  ),
  toHaveInclusionTransaction,
  toBeRejected,
  toBeIncluded,
  toBeConsistent,
  outMessage,
  operationId,
  amount,
};
