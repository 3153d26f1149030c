import type { Conventions } from '../contract/conventions.js';
import { operationIdIssue } from '../contract/formats.js';
import type { OptionIssue } from '../internal/options.js';
import { formatValue } from '../internal/print.js';

/** Returns the ids of an option `operationIds` that are invalid by the conventions of the deployment. */
export function operationIdIssues(
  operationIds: readonly string[],
  conventions: Pick<Conventions, 'requestValidation'>,
): OptionIssue[] {
  return operationIds.flatMap((id, index) => {
    const message = operationIdIssue(id, conventions);
    return message === undefined
      ? []
      : [{ path: `operationIds[${index}]`, message: `${message}, got ${formatValue(id, 80)}` }];
  });
}
