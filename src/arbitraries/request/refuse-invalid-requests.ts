import type { Arbitrary } from 'fast-check';
import type { SimulationRequest } from '../../contract/simulation-request.js';
import { UsageError } from '../../errors.js';
import { printValue } from '../../internal/print.js';
import { invalidDraw } from './invalid-draw.js';
import { constrainedPaths, conventionsOf, type SimulationRequestConstraints } from './request-constraints.js';

/** Throws a UsageError if constraints make requests that are not valid for the deployment. */
export function refuseInvalidRequests(
  arbitrary: string,
  requests: Arbitrary<SimulationRequest>,
  constraints: SimulationRequestConstraints,
): void {
  if (constrainedPaths(constraints).length === 0) return;
  const invalid = invalidDraw(requests, conventionsOf(constraints));
  if (invalid === undefined) return;
  throw new UsageError(
    `${arbitrary} was given constraints that make requests which are not valid for the conventions`,
    // Each asset may have the same fault.
    [...new Set(invalid.issues.map(({ path, message }) => lineOf(invalid.request, path, message)))],
  );
}

function lineOf(request: unknown, path: readonly PropertyKey[], message: string): string {
  return `${optionPath(path)} ${message}, got ${printValue(valueAt(request, path))}`;
}

/** The path as the constraints name it: `betaAssets[].amount` for the amount of any asset. */
function optionPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

function valueAt(request: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part], request);
}
