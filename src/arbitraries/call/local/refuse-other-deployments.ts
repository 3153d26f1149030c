import { z } from 'zod';
import { UsageError } from '../../../errors.js';
import { pathText, printValue } from '../../../internal/print.js';
import type { CallableDeployment } from './local-call.js';

const address = z.string().min(1);
const schema = z.object({
  contracts: z.object({
    layer: address,
    targets: z.object({ swap: address, bounce: address, failing: address, gasBurner: address }),
  }),
  tokens: z
    .array(z.object({ beta: z.string(), alpha: address, kind: z.enum(['bridged', 'reserve']) }))
    .refine((tokens) => new Set(tokens.map(({ kind }) => kind)).size === 2, 'one of each kind is needed'),
  executors: z.array(address).min(1),
  callers: z.array(address).min(1),
}) satisfies z.ZodType<CallableDeployment>;

/** Throws a UsageError for anything but a local deployment: a promise of one, or the profile of any deployment. */
export function refuseOtherDeployments(local: unknown): void {
  const { error } = schema.safeParse(local);
  if (!error) return;
  const what = local instanceof Promise ? 'a promise: await it' : printValue(local);
  throw new UsageError(
    `localCalls takes what startLocalDeployment, connectLocalDeployment or localDeployment gives, got ${what}`,
    error.issues.map(({ path, message }) => `${pathText(path) || 'the deployment'}: ${message}`),
  );
}
