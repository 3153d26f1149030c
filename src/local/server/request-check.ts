import { z } from 'zod';
import { alphaAddressShape } from '../../contract/addresses.js';
import type { Conventions } from '../../contract/conventions.js';
import { type ChainNames, renameMembers, wireFields, wireRequestSchema } from '../../contract/dialect.js';
import { fitsSchema } from '../../contract/fits-schema.js';
import { requestFields } from '../../contract/formats.js';
import { fieldFaults } from './field-faults.js';

/** What a local deployment holds a simulation request against. */
export interface RequestCheck {
  readonly schema: z.ZodType<Record<string, unknown>>;
  /** What is wrong with a request, each fault with the path of its field; `whole` names the request. */
  faultsOf(request: unknown, whole?: string): string[];
}

/**
 * Creates the check of the requests that a deployment takes (section 2.1), with these names of the chains: what its
 * conventions insist on, a target, without which there is nothing to call, and nothing that an EVM cannot make
 * something of, whatever the conventions say of formats.
 */
export function createRequestCheck(chains: ChainNames, conventions: Conventions): RequestCheck {
  const schema = wireRequestSchema(chains, withExecutable(conventions));
  const fits = fitsSchema(schema);
  const executable = z.looseObject(renameMembers<z.ZodType>(executableFields, wireFields(chains)));
  return {
    schema,
    faultsOf(request, whole) {
      // Most requests are right, and to find that out is all that has to be quick.
      const faults = fits(request) ? [] : fieldFaults(schema, request, whole);
      return faults.length > 0 || conventions.requestValidation === 'strict'
        ? faults
        : fieldFaults(executable, request, whole);
    },
  };
}

/** What a local deployment insists on: what it was told to, and a target, without which there is nothing to call. */
export function withExecutable(conventions: Conventions): Conventions {
  const { requiredRequestFields } = conventions;
  return {
    ...conventions,
    requiredRequestFields: [...requiredRequestFields, 'alphaCallParams', 'alphaCallParams.target'],
  };
}

const { shardsKey, amount, hexBytes } = requestFields('strict');
const address = z.string().regex(alphaAddressShape, 'must be 0x and 40 hex digits');

/** As in practice, but for the checksum of addresses, names of methods and what is text on the chain. */
const executableFields = {
  shardsKey: shardsKey.optional(),
  alphaCallParams: z.looseObject({ target: address, arguments: hexBytes.optional() }),
  betaAssets: z.array(z.looseObject({ amount: amount.optional() })).optional(),
  executorAddress: z
    .string()
    .refine((text) => text === '' || alphaAddressShape.test(text), 'must be 0x and 40 hex digits')
    .optional(),
  extraData: hexBytes.optional(),
};
