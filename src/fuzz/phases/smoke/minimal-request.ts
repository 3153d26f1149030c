import { requestExamples } from '../../../arbitraries/invalid/faults/request-examples.js';
import type { Conventions } from '../../../contract/conventions.js';
import type { SimulationRequest } from '../../../contract/simulation-request.js';

/** Makes a request that has what the conventions insist on and a target, each as simple as it can be. */
export function minimalRequest(
  { alphaCallParams }: SimulationRequest,
  conventions: Conventions,
): SimulationRequest {
  const examples = requestExamples(conventions);
  const members = conventions.requiredRequestFields
    .filter((path) => !/[.[]/.test(path))
    .map((path) => [path, examples[path][0]]);
  return {
    ...Object.fromEntries(members),
    alphaCallParams: {
      ...(examples.alphaCallParams[0] as object),
      target: alphaCallParams?.target ?? (examples['alphaCallParams.target'][0] as string),
    },
  };
}
