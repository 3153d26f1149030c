import type { Target } from '../target/target.js';

/** As many of a local deployment's operations as are worth polling. */
const maxOperations = 20;

/** Operations to poll: the newest ones of a local deployment, of another those that it is configured to know. */
export async function pollableOperations({ local, operationIds }: Target): Promise<readonly string[]> {
  if (local === undefined) return operationIds;
  const operations = await local.operations({ limit: maxOperations });
  return operations.map(({ operationId }) => operationId);
}
