import type { CasePlan } from '../../../checks/case/case-plan.js';
import { powersOfTwo, withNeighbours } from '../../../contract/formats.js';
import { withMemberAt } from '../../../contract/json.js';
import {
  completedFor,
  type LooseSimulationRequest,
  type RequestField,
  requestFieldRows,
  stepsTo,
} from '../../../contract/simulation-request.js';
import type { Deployment } from '../../../deployment/deployment.js';
import { simulateRequest } from '../simulate-request.js';
import { simulationOracle } from '../simulation-oracle.js';
import { singleRequestCase } from '../single-request-case.js';

/** A value at a boundary of a field, or next to it. */
interface BoundaryValue {
  readonly value: unknown;
  /** Why it is invalid, if the deployment's conventions forbid it. */
  readonly mutation: string;
}

/** Lists a valid request with each field in turn at each of its boundaries, and next to it. */
export function boundaryCases(request: LooseSimulationRequest, deployment: Deployment): CasePlan[] {
  const oracle = simulationOracle(deployment);
  return requestFieldRows.flatMap(({ path, field }) => {
    const rest = completedFor(path, request, deployment.conventions);
    return boundariesOf(field).map(({ value, mutation }) => {
      const bounded = withMemberAt(rest, stepsTo(path), value) as LooseSimulationRequest;
      return singleRequestCase(
        'coverage',
        'boundary',
        simulateRequest(bounded, oracle(bounded, mutation), deployment),
      );
    });
  });
}

function boundariesOf(field: RequestField): readonly BoundaryValue[] {
  if ('format' in field) return field.format.boundaries;
  if ('members' in field) return [];
  return [
    ...withNeighbours(0, 2, 16, 64, 256).map((count) => ({
      value: manyAssets(count),
      mutation: 'many-assets',
    })),
    ...powersOfTwo.map((power) => ({ value: manyAssets(3, power - 1n), mutation: 'large-amounts' })),
  ];
}

/** Lists assets, each with a different token: that a token may occur twice is an assumption. */
export function manyAssets(count: number, amount = 1n): object[] {
  return Array.from({ length: count }, (_, index) => ({
    amount: `${amount}`,
    tokenAddress: `0:${index.toString(16).padStart(64, '0')}`,
  }));
}
