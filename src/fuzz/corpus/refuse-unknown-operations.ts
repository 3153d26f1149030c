import type { CasePlan } from '../../checks/case/case-plan.js';
import { isOfInterface } from '../../checks/case/operation-facts.js';
import { requestsOf } from '../../checks/case/requests-of.js';
import { meantName } from '../../checks/meant-name.js';
import type { OwnOperation } from '../../contract/own-operation.js';
import { UsageError } from '../../errors/usage-error.js';

/** Throws a {@link UsageError} when a case asks an operation of which nobody has said where it is. */
export function refuseUnknownOperations(
  { steps }: Pick<CasePlan, 'steps'>,
  operations: readonly Pick<OwnOperation, 'name'>[],
  who = 'The case',
): void {
  const names = operations.map(({ name }) => name);
  const unknown = requestsOf({ steps } as CasePlan).find(
    ({ operation }) => !isOfInterface(operation) && !names.includes(operation),
  );
  if (unknown === undefined) return;
  const { operation } = unknown;
  const meant = meantName(operation, names);
  throw new UsageError(
    `${who} asks the operation ${operation}, which is not known${meant === undefined ? '' : `; did you mean ${meant}?`}`,
    ['What to do: give it in operations, as defineOperation gives it'],
  );
}
