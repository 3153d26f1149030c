import { stepsTo } from '../../../arbitraries/invalid/faults/request-places.js';
import { memberAt, type Steps, withMemberAt } from '../../../contract/json.js';
import type { RequestFieldPath, SimulationRequest } from '../../../contract/simulation-request.js';
import type { Variation } from './variation.js';

/** The documented defaults; an empty address is none, and of a token the native coin. Source: practice. */
const defaults: Readonly<Partial<Record<RequestFieldPath, string>>> = {
  'alphaCallParams.methodName': '',
  'alphaCallParams.arguments': '0x',
  executorAddress: '',
  extraData: '0x',
  feeAssetAddress: '',
  'betaAssets[].tokenAddress': '',
};

/** Each field that is absent written with its default, and each that has it left out; then all of them at once. */
export const absentOrDefault: Variation = ({ request }, { requiredRequestFields }) => {
  const toggles = Object.entries(defaults)
    .filter(([path]) => !requiredRequestFields.includes(path as RequestFieldPath))
    .flatMap(([path, value]) => placesOf(path, request).map((steps) => toggle(steps, value)))
    .filter((change) => change(request) !== request);
  const one = toggles.map((change) => () => change(request));
  const all = (): SimulationRequest => toggles.reduce((whole, change) => change(whole), request);
  return toggles.length > 1 ? [...one, all] : one;
};

function placesOf(path: string, { alphaCallParams, betaAssets = [] }: SimulationRequest): Steps[] {
  if (path.startsWith('betaAssets')) return betaAssets.map((_, index) => stepsTo(path, index));
  return path.startsWith('alphaCallParams') && alphaCallParams === undefined ? [] : [stepsTo(path, 0)];
}

/** Changes a request by writing a default, or by leaving it out; one that has another value stays as it is. */
function toggle(steps: Steps, value: string): (request: SimulationRequest) => SimulationRequest {
  return (request) => {
    const member = memberAt(request, steps);
    if (member !== undefined && member !== value) return request;
    return withMemberAt(request, steps, member === undefined ? value : undefined) as SimulationRequest;
  };
}
