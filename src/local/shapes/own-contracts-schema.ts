import { z } from 'zod';
import { alphaAddressFault, isBetaAddress } from '../../contract/addresses.js';
import type { AccountToFund, ContractToDeploy, TokenToRegister } from '../evm/own/own-contracts.js';
import { amountSchema } from './amount-schema.js';

const name = z.string().trim().min(1, 'must be a text that is not empty');
const artifact = z.custom<string | object>(
  (value) =>
    typeof value === 'string'
      ? value !== ''
      : typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be the path of an artifact, or its content',
);
const alphaAddress = z.string().check((context) => {
  const message = alphaAddressFault(context.value);
  if (message) context.issues.push({ code: 'custom', input: context.value, message });
});

/** A contract to deploy. */
export const contractToDeploySchema = z.strictObject({
  name,
  artifact,
  args: z.array(z.unknown()).optional(),
}) satisfies z.ZodType<ContractToDeploy>;

/** A token to register. */
export const tokenToRegisterSchema = z.strictObject({
  name,
  beta: z.string().refine(isBetaAddress, 'must be a source-chain address'),
  kind: z.enum(['bridged', 'reserve']).optional(),
  alpha: name.optional(),
}) satisfies z.ZodType<TokenToRegister>;

/** An account to fund. */
export const accountToFundSchema = z.strictObject({
  address: alphaAddress,
  token: name.optional(),
  amount: amountSchema,
}) satisfies z.ZodType<AccountToFund>;
