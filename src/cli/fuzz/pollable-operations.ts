import type { Target } from '../target.js';

/** The maximum number of operations of a local deployment to poll. */
const maxOperations = 20;

/** Returns the operations to poll: the newest ones of a local deployment, otherwise the configured ones. */
export async function pollableOperations({ local, operationIds }: Target): Promise<readonly string[]> {
  if (local === undefined) return operationIds;
  const operations = await local.operations({ limit: maxOperations });
  return operations.map(({ operationId }) => operationId);
}
