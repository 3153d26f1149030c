import { type Drift, unknownFields } from '../../../contract/responses.js';
import { fits, numbersAsAsked } from '../../../contract/schema-introspection.js';
import { anyIndex } from '../../../internal/print.js';
import type { CheckContext } from '../../case/check.js';
import { factsOf } from '../../case/endpoint-facts.js';
import type { Flaw } from '../../case/judge-each.js';
import type { Observation } from '../../case/observation.js';
import { hasRightMethod } from '../request-kind.js';

/** Lists the members of a custom endpoint's answer that its schema does not name; of one that does not fit it, none. */
export function customDrifts({ request, answer }: Observation, { endpoints }: CheckContext): Drift[] {
  const facts = factsOf(request.endpoint, endpoints);
  if (facts === undefined || answer?.status !== 200 || !('value' in answer.json)) return [];
  if (!hasRightMethod(request)) return [];
  const { response } = facts;
  const body = answer.json.value;
  return fits(response, numbersAsAsked(response, body)) ? unknownFields(response, body) : [];
}

/** A member counts as one of the object that it stands in: where names are data, each answer has others. */
export function customDriftPlace({ path }: Drift): Omit<Flaw, 'message'> {
  return { path: anyIndex(path).replace(/[^.]*$/, '*'), class: 'unknown member' };
}
