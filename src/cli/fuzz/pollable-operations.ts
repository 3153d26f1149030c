import type { Target } from '../target/target.js';

/** As many of a local deployment's operations as are worth polling. */
const mostOperations = 20;

/** Operations to poll: the newest ones of a local deployment, none of another. */
export async function pollableOperations({ local }: Target): Promise<string[]> {
  const operations = local === undefined ? [] : await local.operations({ limit: mostOperations });
  return operations.map(({ operationId }) => operationId);
}
