import { LocalDeploymentError } from '../../../errors.js';
import type { RevertReader } from '../calls/revert-text.js';
import type { Engine, RpcTransaction, Sent } from '../engine/engine.js';
import { JsonRpcError } from '../engine/json-rpc.js';

/** Sends a transaction that must succeed. */
export type SendRequired = (what: string, transaction: RpcTransaction) => Promise<Sent>;

/**
 * Sends a transaction without which a deployment cannot start.
 *
 * @param what - The sentence for when it fails, to which the reason is added.
 * @throws LocalDeploymentError `DEPLOYMENT_CANNOT_START`.
 */
export async function sendRequired(
  engine: Engine,
  revertText: RevertReader,
  what: string,
  transaction: RpcTransaction,
): Promise<Sent> {
  const sent = await engine.send(transaction).catch((error: unknown) => {
    throw error instanceof JsonRpcError ? failed(what, error.rpcMessage, error) : error;
  });
  if (!sent.failure) return sent;
  const { isOutOfGas, data } = sent.failure;
  throw failed(what, isOutOfGas ? 'out of gas' : revertText(data));
}

function failed(what: string, reason: string, cause?: unknown): LocalDeploymentError {
  const summary = `${what}: ${reason}.`;
  return new LocalDeploymentError('DEPLOYMENT_CANNOT_START', { summary, cause });
}
