import type { Arbitrary } from 'fast-check';
import { type Conventions, defaultConventions } from '../../contract/conventions.js';
import {
  type RequestFieldPath,
  requestFieldPaths,
  type SimulationRequest,
} from '../../contract/simulation-request.js';
import type { Deployment } from '../../deployment/deployment.js';
import type { OptionFault, OptionRule } from '../../internal/options.js';
import { profileFaults, profileRules } from '../drawing/profile-options.js';
import { refuseOptions } from '../drawing/refuse-options.js';

/** The call of a request. Section 2.1, `alphaCallParams`. */
export type CallParams = NonNullable<SimulationRequest['alphaCallParams']>;
/** One asset of a request. Section 2.1, `betaAssets[]`. */
export type BetaAsset = NonNullable<SimulationRequest['betaAssets']>[number];

/** What stands at each path of a request. Section 2.1. */
export interface RequestFieldValues extends Record<RequestFieldPath, unknown> {
  readonly shardsKey: string;
  readonly alphaCallParams: CallParams;
  readonly 'alphaCallParams.target': string;
  readonly 'alphaCallParams.arguments': string;
  readonly 'alphaCallParams.methodName': string;
  readonly betaAssets: BetaAsset[];
  readonly 'betaAssets[].amount': string;
  readonly 'betaAssets[].tokenAddress': string;
  readonly betaCaller: string;
  readonly executorAddress: string;
  readonly extraData: string;
  readonly feeAssetAddress: string;
}

/** The conventions that decide whether a request is valid. */
export type RequestConventions = Pick<
  Conventions,
  'requiredRequestFields' | 'requestValidation' | 'additionalRequestMembers' | 'duplicateRequestMembers'
>;

/**
 * Narrows a request field by field. A value pins its field, so that it is always there; an arbitrary takes the place
 * of the usual one, and leaves the field out where it gives undefined.
 */
export type SimulationRequestConstraints = {
  readonly [Path in RequestFieldPath]?:
    | RequestFieldValues[Path]
    | Arbitrary<RequestFieldValues[Path] | undefined>
    | undefined;
} & {
  /** The deployment that the requests are for: its conventions count. */
  readonly deployment?: Deployment | undefined;
  /** Instead of a deployment: its answers to "not shown". Default: those of practice. */
  readonly conventions?: Partial<RequestConventions> | undefined;
};

/** The rule of a constraint; what it makes is judged when requests are made of it. */
export const constraintRule: OptionRule = (value) =>
  typeof value === 'function' ? 'must be a value or an arbitrary, not a function' : undefined;

const rules: Record<keyof SimulationRequestConstraints, OptionRule> = {
  shardsKey: constraintRule,
  alphaCallParams: constraintRule,
  'alphaCallParams.target': constraintRule,
  'alphaCallParams.arguments': constraintRule,
  'alphaCallParams.methodName': constraintRule,
  betaAssets: constraintRule,
  'betaAssets[].amount': constraintRule,
  'betaAssets[].tokenAddress': constraintRule,
  betaCaller: constraintRule,
  executorAddress: constraintRule,
  extraData: constraintRule,
  feeAssetAddress: constraintRule,
  deployment: profileRules.deployment,
  conventions: profileRules.conventions,
};

/** Throws a UsageError for a constraint that there is not, or two that narrow the same field. */
export function refuseConstraints(arbitrary: string, constraints: SimulationRequestConstraints): void {
  refuseOptions(arbitrary, constraints, rules, () => [
    ...profileFaults(constraints),
    ...doubleFaults(constraints),
  ]);
}

/** The conventions to generate for. */
export function conventionsOf({
  deployment,
  conventions = deployment?.conventions,
}: Pick<SimulationRequestConstraints, 'deployment' | 'conventions'>): RequestConventions {
  return {
    requiredRequestFields: conventions?.requiredRequestFields ?? defaultConventions.requiredRequestFields,
    requestValidation: conventions?.requestValidation ?? defaultConventions.requestValidation,
    additionalRequestMembers:
      conventions?.additionalRequestMembers ?? defaultConventions.additionalRequestMembers,
    duplicateRequestMembers:
      conventions?.duplicateRequestMembers ?? defaultConventions.duplicateRequestMembers,
  };
}

/** The paths that are constrained. */
export function constrainedPaths(constraints: SimulationRequestConstraints): RequestFieldPath[] {
  return requestFieldPaths.filter((path) => constraints[path] !== undefined);
}

/** Tells whether a path lies inside another: `alphaCallParams.target` inside `alphaCallParams`. */
export function isInside(path: string, outer: string): boolean {
  return path.startsWith(`${outer}.`) || path.startsWith(`${outer}[]`);
}

function doubleFaults(constraints: SimulationRequestConstraints): OptionFault[] {
  const paths = constrainedPaths(constraints);
  return paths.flatMap((path) => {
    const outer = paths.find((other) => isInside(path, other));
    return outer === undefined ? [] : [{ path, message: `contradicts ${outer}, which already decides it` }];
  });
}
