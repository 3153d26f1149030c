import type { Check } from './check.js';
import { isOfInterface } from './operation-facts.js';

/** What `ownSource` says of checks that hold requests and answers against the schemas of custom endpoints. */
export const ownSchemaSource = 'the schema of {operation} (section 4.3)';

/** Says where it comes from what a check demands of an operation. */
export function sourceOf(
  { source, ownSource = source }: Pick<Check, 'source' | 'ownSource'>,
  operation: string,
): string {
  return isOfInterface(operation) ? source : ownSource.replace('{operation}', operation);
}
