import { z } from 'zod';
import { requestFieldPaths } from '../../contract/simulation-request.js';
import type { LocalDescription } from './local-description.js';

const address = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{40}$/)]);

/** What there is in a local deployment, as JSON. */
export const descriptionSchema: z.ZodType<LocalDescription> = z.strictObject({
  simulatorUrl: z.url(),
  observerUrl: z.url(),
  chains: z.strictObject({ alpha: z.string(), beta: z.string() }),
  conventions: z.strictObject({
    operationIdParameter: z.string().optional(),
    stages: z.array(z.string()).optional(),
    includedStage: z.string().optional(),
    blockchainTypes: z.array(z.string()).optional(),
    timestampUnit: z.enum(['s', 'ms']).optional(),
    requiredRequestFields: z.array(z.enum(requestFieldPaths)).optional(),
    requestValidation: z.enum(['strict', 'off']).optional(),
    additionalRequestMembers: z.enum(['reject', 'allow']).optional(),
    duplicateRequestMembers: z.enum(['reject', 'allow']).optional(),
  }),
  evmRpcUrl: z.url(),
  contracts: z.strictObject({
    layer: address,
    targets: z.strictObject({ swap: address, bounce: address, failing: address, gasBurner: address }),
    deployed: z.record(z.string(), address),
  }),
  tokens: z.array(
    z.strictObject({
      name: z.string(),
      beta: z.string(),
      alpha: address,
      kind: z.enum(['bridged', 'reserve']),
    }),
  ),
  executors: z.array(address),
  accounts: z.tuple([z.string()], z.string()),
});
