import { isBuiltIn } from '../../endpoint/built-in.js';
import type { Check } from './check.js';

/** The `customSource` of checks that validate against the schemas of custom endpoints. */
export const customSchemaSource = 'the schema of {endpoint} (section 4.3)';

/** Returns the source of a check for an endpoint. */
export function checkSource(
  { source, customSource = source }: Pick<Check, 'source' | 'customSource'>,
  endpoint: string,
): string {
  return isBuiltIn(endpoint) ? source : customSource.replace('{endpoint}', endpoint);
}
