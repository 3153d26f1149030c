import { type Deployment, definedDeployment } from '../deployment/deployment.js';
import { loadWithPeer } from '../internal/load-with-peer.js';
import { amount, operationId, outMessage } from './asymmetric-matchers.js';
import { toReachInclusion, toReachStage, toRemainPending } from './inclusion-matchers.js';
import { matcher } from './matcher.js';
import { toHaveReceivedRequest } from './received-matchers.js';
import { toBeConsistent, toBeIncluded, toBeRejected, toHaveInclusionTransaction } from './record-matchers.js';
import {
  toCostAtMost,
  toEmitOutMessage,
  toFailSimulation,
  toHaveOutMessageCount,
  toMatchSimulation,
  toSimulateSuccessfully,
  toUseGasWithin,
} from './simulation-matchers.js';
import { type Awaitable, wrongSubject } from './subject.js';
import type { FuzzingOptions } from './to-survive-fuzzing.js';

/** The subject of `toSurviveFuzzing`. */
export type FuzzingSubject = Awaitable<Deployment>;

/** Asserts that a campaign finds nothing new in a deployment. Loads campaigns, and fast-check, when it is used. */
const toSurviveFuzzing = matcher<Deployment, [options?: FuzzingOptions], FuzzingOptions, Deployment>({
  name: 'toSurviveFuzzing',
  about: 'deployment',
  options: ([options = {}]) => options,
  subject: (deployment) => {
    if (definedDeployment.safeParse(deployment).success) return deployment;
    throw wrongSubject('toSurviveFuzzing', 'a deployment created by defineDeployment', deployment);
  },
  run: async (deployment, options, { isNot }) => {
    const load = () => import('./to-survive-fuzzing.js');
    const { survivesFuzzing } = await loadWithPeer('toSurviveFuzzing', load);
    return await survivesFuzzing(deployment, options, isNot);
  },
});

/** The matchers that must be awaited. */
export const asynchronousMatchers = {
  toSimulateSuccessfully,
  toFailSimulation,
  toMatchSimulation,
  toEmitOutMessage,
  toHaveOutMessageCount,
  toUseGasWithin,
  toCostAtMost,
  toReachInclusion,
  toReachStage,
  toRemainPending,
  toHaveReceivedRequest,
  toSurviveFuzzing,
};

/** The matchers that are assertions. */
export const assertionMatchers = {
  ...asynchronousMatchers,
  toBeIncluded,
  toBeRejected,
  toHaveInclusionTransaction,
  toBeConsistent,
};

/** The matchers for use inside another assertion. */
export const asymmetricMatchers = { outMessage, operationId, amount };

/** All matchers, as `expect.extend` takes them. */
export const matchers = { ...assertionMatchers, ...asymmetricMatchers };
