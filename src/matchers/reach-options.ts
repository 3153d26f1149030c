import { deploymentRule } from '../deployment/current-deployment.js';
import type { Deployment } from '../deployment/deployment.js';
import type { OptionRule } from '../internal/options.js';
import { type WaitOptions, waitRules } from '../polling/wait-options.js';

/** What `toReachInclusion` takes: everything that `waitForInclusion` does, and the deployment to ask. */
export interface ReachInclusionOptions extends WaitOptions {
  /** The deployment that is asked. Default: the one in force. */
  readonly deployment?: Deployment | undefined;
  /** With `.not`, and only there: for how long it must not happen, in milliseconds; in the place of `timeoutMs`. */
  readonly forMs?: number | undefined;
}

/** What `toReachStage` takes: a stage is reached when it is seen, so nothing says how long it must hold. */
export type ReachStageOptions = Omit<
  ReachInclusionOptions,
  'minDurationMs' | 'stableForMs' | 'minConsecutivePolls'
>;

/** The rules of `toReachInclusion` without `.not`. */
export const reachInclusionRules: Record<keyof ReachInclusionOptions, OptionRule> = {
  ...waitRules,
  deployment: deploymentRule,
  forMs: () => 'is for .not, where it says how long to watch; did you mean timeoutMs?',
};

const { minDurationMs, stableForMs, minConsecutivePolls, ...stageRules } = reachInclusionRules;

/** The rules of `toReachStage` without `.not`. */
export const reachStageRules: Record<keyof ReachStageOptions, OptionRule> = stageRules;
