import { memberAt, type Steps, withMemberAt } from '../../../contract/json.js';
import { type LooseSimulationRequest, placesOf, requestTexts } from '../../../contract/simulation-request.js';
import type { Variation } from './variation.js';

/** Each field that is absent written with its default, and each that has it left out; then all of them at once. */
export const absentOrDefault: Variation = ({ request }, { requiredRequestFields }) => {
  const toggles = requestTexts
    .filter(({ path }) => !requiredRequestFields.includes(path))
    .flatMap(({ path, field: { default: value } }) =>
      value === undefined ? [] : placesOf(path, request).map((steps) => toggle(steps, value)),
    )
    .filter((change) => change(request) !== request);
  const one = toggles.map((change) => () => change(request));
  const all = (): LooseSimulationRequest => toggles.reduce((whole, change) => change(whole), request);
  return toggles.length > 1 ? [...one, all] : one;
};

/** Changes a request by writing a default, or by leaving it out; one that has another value stays as it is. */
function toggle(steps: Steps, value: string): (request: LooseSimulationRequest) => LooseSimulationRequest {
  return (request) => {
    const member = memberAt(request, steps);
    if (member !== undefined && member !== value) return request;
    return withMemberAt(request, steps, member === undefined ? value : undefined) as LooseSimulationRequest;
  };
}
