import { LocalDeploymentError } from '../../../errors/deployment-error.js';
import type { RevertReader } from '../calls/revert-text.js';
import type { Engine, RpcTransaction, Sent } from '../engine/engine.js';

/** Sends a transaction that must succeed. */
export type SendOrFail = (what: string, transaction: RpcTransaction) => Promise<Sent>;

/**
 * Sends a transaction without which a deployment cannot start.
 *
 * @param what - The sentence for when it fails, to which the reason is added.
 * @throws LocalDeploymentError `DEPLOYMENT_CANNOT_START`.
 */
export async function sendOrFail(
  engine: Engine,
  revertText: RevertReader,
  what: string,
  transaction: RpcTransaction,
): Promise<Sent> {
  const sent = await engine.send(transaction);
  if (!sent.failure) return sent;
  const { isOutOfGas, data } = sent.failure;
  throw new LocalDeploymentError('DEPLOYMENT_CANNOT_START', {
    summary: `${what}: ${isOutOfGas ? 'out of gas' : revertText(data)}.`,
  });
}
