import fc, { type Arbitrary } from 'fast-check';
import { type SimulationRequest, simulationRequestSchema } from '../../contract/request-schema.js';
import { UsageError } from '../../errors/usage-error.js';
import { printValue } from '../../internal/print.js';
import { constrainedPaths, conventionsOf, type SimulationRequestConstraints } from './request-constraints.js';

const drawsToTry = 50;

/**
 * Throws a UsageError if constraints make requests that are not valid for the deployment. It draws some, so an
 * arbitrary that is wrong only once in a while gets through.
 */
export function refuseInvalidRequests(
  arbitrary: string,
  requests: Arbitrary<SimulationRequest>,
  constraints: SimulationRequestConstraints,
): void {
  if (constrainedPaths(constraints).length === 0) return;
  const schema = simulationRequestSchema(conventionsOf(constraints));
  for (const request of fc.sample(requests, { numRuns: drawsToTry, seed: 1 })) {
    const { error } = schema.safeParse(request);
    if (error) {
      throw new UsageError(
        `${arbitrary} was given constraints that make requests which are not valid for the conventions`,
        // Each asset may have the same fault.
        [...new Set(error.issues.map(({ path, message }) => lineOf(request, path, message)))],
      );
    }
  }
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
