import { memberAt, type Steps, withMemberAt } from '../../../contract/json.js';
import { placesOf } from '../../../contract/request-places.js';
import { type LooseSimulationRequest, requestTexts } from '../../../contract/simulation-request.js';
import type { Variation } from './variation.js';

/** Writes each absent field with its default and leaves out each field that has it; then all of them at once. */
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

/** Writes a default into a request or leaves it out. A field with another value stays unchanged. */
function toggle(steps: Steps, value: string): (request: LooseSimulationRequest) => LooseSimulationRequest {
  return (request) => {
    const member = memberAt(request, steps);
    if (member !== undefined && member !== value) return request;
    return withMemberAt(request, steps, member === undefined ? value : undefined) as LooseSimulationRequest;
  };
}
