import type { Arbitrary } from 'fast-check';
import { type Conventions, practice, type RequestFieldPath } from '../../contract/conventions.js';
import type { SimulationRequest } from '../../contract/request-schema.js';
import { conventionRules } from '../../deployment/option-rules.js';
import { refuseFaults } from '../../errors/refuse-faults.js';
import { type OptionFault, type OptionRule, optionFaults, typed } from '../../internal/options.js';
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
export type RequestConventions = Pick<Conventions, 'requiredRequestFields' | 'requestFormats'>;

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
  /** The deployment's answers to "not shown", such as `deployment.conventions`. Default: those of practice. */
  readonly conventions?: Partial<RequestConventions> | undefined;
};

const anyValue: OptionRule = () => undefined;

const rules: Record<keyof SimulationRequestConstraints, OptionRule> = {
  shardsKey: anyValue,
  alphaCallParams: anyValue,
  'alphaCallParams.target': anyValue,
  'alphaCallParams.arguments': anyValue,
  'alphaCallParams.methodName': anyValue,
  betaAssets: anyValue,
  'betaAssets[].amount': anyValue,
  'betaAssets[].tokenAddress': anyValue,
  betaCaller: anyValue,
  executorAddress: anyValue,
  extraData: anyValue,
  feeAssetAddress: anyValue,
  conventions: typed('object'),
};

/** Throws a UsageError for a constraint that there is not, or two that narrow the same field. */
export function refuseConstraints(constraints: SimulationRequestConstraints): void {
  refuseOptions('simulationRequest', constraints, rules, doubleFaults(constraints));
  refuseFaults(
    'simulationRequest was given bad options',
    optionFaults(constraints.conventions ?? {}, conventionRules, 'conventions'),
  );
}

/** The conventions to generate for. */
export function conventionsOf({ conventions }: SimulationRequestConstraints): RequestConventions {
  return {
    requiredRequestFields: conventions?.requiredRequestFields ?? practice.requiredRequestFields,
    requestFormats: conventions?.requestFormats ?? practice.requestFormats,
  };
}

/** The paths that are constrained. */
export function constrainedPaths(constraints: SimulationRequestConstraints): RequestFieldPath[] {
  const paths = Object.keys(constraints).filter((name): name is RequestFieldPath => name !== 'conventions');
  return paths.filter((path) => constraints[path] !== undefined);
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
