import { z } from 'zod';
import { alphaAddressShape } from '../../contract/addresses.js';
import type { Conventions } from '../../contract/conventions.js';
import { type ChainNames, renameMembers, wireFields, wireRequestSchema } from '../../contract/dialect.js';
import { type RequestField, requestFields } from '../../contract/simulation-request.js';
import { fieldIssues } from './field-issues.js';

/** The validation of simulation requests. */
interface RequestCheck {
  readonly schema: z.ZodType<Record<string, unknown>>;
  /** Returns the issues of a request, each with the path of its field; `whole` names the request. */
  faultsOf(request: unknown, whole?: string): string[];
}

/**
 * Creates the validation of the requests of a deployment (section 2.1), with these names of the chains. It requires the
 * fields of the conventions and a target, because there is nothing to call without one. Whatever formats the conventions
 * accept, it rejects values that an EVM cannot use.
 */
export function createRequestCheck(chains: ChainNames, conventions: Conventions): RequestCheck {
  const schema = wireRequestSchema(chains, withExecutable(conventions));
  const executable = z.looseObject(renameMembers(executableFields(requestFields), wireFields(chains)));
  return {
    schema,
    faultsOf(request, whole) {
      const faults = fieldIssues(schema, request, whole);
      return faults.length > 0 || conventions.requestValidation === 'strict'
        ? faults
        : fieldIssues(executable, request, whole);
    },
  };
}

/** Returns the required fields: those of the conventions and the target, because there is nothing to call without one. */
export function withExecutable(conventions: Conventions): Conventions {
  const { requiredRequestFields } = conventions;
  return {
    ...conventions,
    requiredRequestFields: [...requiredRequestFields, 'alphaCallParams', 'alphaCallParams.target'],
  };
}

const address = z.string().regex(alphaAddressShape, 'must be 0x and 40 hex digits');

/** The formats of practice, except for the checksum of addresses, method names and values that are text on the chain. */
function executableFields(fields: Readonly<Record<string, RequestField>>): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, executableField(field).optional()]),
  );
}

function executableField(field: RequestField): z.ZodType {
  if ('members' in field) return z.looseObject(executableFields(field.members));
  if ('items' in field) return z.array(z.looseObject(executableFields(field.items)));
  const { name, allowsEmpty, schema } = field.format;
  if (name === 'alpha-address')
    return allowsEmpty
      ? z
          .string()
          .refine((text) => text === '' || alphaAddressShape.test(text), 'must be 0x and 40 hex digits')
      : address;
  return name === 'method-name' || name === 'beta-address' ? z.unknown() : schema;
}
