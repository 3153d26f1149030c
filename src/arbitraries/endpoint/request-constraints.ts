import type { Arbitrary } from 'fast-check';
import { z } from 'zod';
import { type Conventions, defaultConventions } from '../../contract/conventions.js';
import {
  type LooseSimulationRequest,
  type RequestFieldPath,
  requestFieldPaths,
} from '../../contract/simulation-request.js';
import type { Deployment } from '../../deployment/deployment.js';
import { type OptionIssue, valueWhere } from '../../internal/options.js';
import { parseArbitraryOptions, profileIssues, profileShape } from '../values/options.js';

/** What stands at each path of a request. Section 2.1. */
export type RequestFieldValues = {
  readonly [Path in RequestFieldPath]: ValueAt<LooseSimulationRequest, Path>;
};

type ValueAt<Value, Path extends string> = Path extends `${infer Name}.${infer Inner}`
  ? ValueAt<MemberOf<Value, Name>, Inner>
  : MemberOf<Value, Path>;
type MemberOf<Value, Name extends string> = Name extends `${infer List}[]`
  ? MemberOf<Value, List> extends readonly (infer Item)[]
    ? Item
    : never
  : Name extends keyof Value
    ? NonNullable<Value[Name]>
    : never;

/** The conventions that decide whether a request is valid. */
export type RequestConventions = Pick<
  Conventions,
  | 'requiredRequestFields'
  | 'requestValidation'
  | 'additionalRequestMembers'
  | 'duplicateRequestMembers'
  | 'extend'
>;

/**
 * Narrows a request field by field. A value pins its field, so that it is always there; an arbitrary takes the place
 * of the usual one, and leaves the field out where it returns undefined.
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

/** A deployment as a constraint, which determines the request type. */
export interface ForDeployment<Request extends LooseSimulationRequest> {
  readonly deployment?: Deployment<Request> | undefined;
}

/** The schema of a constraint; its values are validated when requests are generated. */
const constraint = valueWhere<unknown>(
  (value) => typeof value !== 'function',
  'must be a value or an arbitrary, not a function',
).optional();

/** Returns the shape of the constraints of the fields at some paths. */
export function constraintShape(paths: readonly RequestFieldPath[]) {
  return {
    ...Object.fromEntries(paths.map((path) => [path, constraint])),
    deployment: profileShape.deployment,
    conventions: profileShape.conventions,
  };
}

const constraintsSchema = z.strictObject(constraintShape(requestFieldPaths));

/** Throws a UsageError for unknown constraints, or two that constrain the same field. */
export function assertConstraints(arbitrary: string, constraints: SimulationRequestConstraints): void {
  parseArbitraryOptions(arbitrary, constraintsSchema, constraints, () => [
    ...profileIssues(constraints),
    ...doubleIssues(constraints),
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
    extend: conventions?.extend ?? defaultConventions.extend,
  };
}

/** The paths that are constrained. */
export function constrainedPaths(constraints: SimulationRequestConstraints): RequestFieldPath[] {
  return requestFieldPaths.filter((path) => constraints[path] !== undefined);
}

/** Returns whether a path is inside another: `alphaCallParams.target` in `alphaCallParams`. */
export function isInside(path: string, outer: string): boolean {
  return path.startsWith(`${outer}.`) || path.startsWith(`${outer}[]`);
}

function doubleIssues(constraints: SimulationRequestConstraints): OptionIssue[] {
  const paths = constrainedPaths(constraints);
  return paths.flatMap((path) => {
    const outer = paths.find((other) => isInside(path, other));
    return outer === undefined ? [] : [{ path, message: `contradicts ${outer}, which already decides it` }];
  });
}
