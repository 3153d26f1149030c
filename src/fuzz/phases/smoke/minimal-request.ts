import type { Conventions } from '../../../contract/conventions.js';
import { formats } from '../../../contract/formats.js';
import { examplesOf, type LooseSimulationRequest } from '../../../contract/simulation-request.js';

/** Makes a request that has what the conventions insist on and a target, each as simple as it can be. */
export function minimalRequest(
  { alphaCallParams }: LooseSimulationRequest,
  conventions: Conventions,
): LooseSimulationRequest {
  const members = conventions.requiredRequestFields
    .filter((path) => !/[.[]/.test(path))
    .map((path) => [path, examplesOf(path, conventions)[0]]);
  return {
    ...Object.fromEntries(members),
    alphaCallParams: {
      ...(examplesOf('alphaCallParams', conventions)[0] as object),
      target: alphaCallParams?.target ?? formats.alphaAddress.examples[0],
    },
  };
}
