import type { Conventions } from './conventions.js';

const operationIdShape = /^0x[0-9a-fA-F]{64}$/;

/** Says what is wrong with an operation id (section 4.2; its form is practice); undefined if nothing is. */
export function operationIdFault(
  operationId: string,
  { requestValidation }: Pick<Conventions, 'requestValidation'>,
): string | undefined {
  return requestValidation === 'off' || operationIdShape.test(operationId)
    ? undefined
    : 'must be 0x and 64 hex digits';
}
