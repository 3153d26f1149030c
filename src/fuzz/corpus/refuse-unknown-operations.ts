import type { CasePlan } from '../../checks/case/case-plan.js';
import { meantName } from '../../checks/meant-name.js';
import type { Endpoint } from '../../endpoint/endpoint.js';
import { strangeRequest } from './strange-request.js';
import { UnknownOperationError } from './unknown-operation-error.js';

/** Throws an {@link UnknownOperationError} when a case asks an operation of which nobody has said where it is. */
export function refuseUnknownOperations(plan: CasePlan, operations: readonly Endpoint[]): void {
  const strange = strangeRequest(plan, operations);
  if (strange === undefined) return;
  const { operation, lacks } = strange;
  if (lacks === 'path')
    throw new UnknownOperationError(`The case asks the operation ${operation} at another path than it has`);
  const meant = meantName(
    operation,
    operations.map(({ name }) => name),
  );
  throw new UnknownOperationError(
    `The case asks the operation ${operation}, which is not known${meant === undefined ? '' : `; did you mean ${meant}?`}`,
  );
}
