import { isBuiltIn } from '../../endpoint/built-in.js';
import type { Check } from './check.js';

/** What `customSource` says of checks that hold requests and answers against the schemas of custom endpoints. */
export const customSchemaSource = 'the schema of {endpoint} (section 4.3)';

/** Says where it comes from what a check demands of an endpoint. */
export function sourceOf(
  { source, customSource = source }: Pick<Check, 'source' | 'customSource'>,
  endpoint: string,
): string {
  return isBuiltIn(endpoint) ? source : customSource.replace('{endpoint}', endpoint);
}
