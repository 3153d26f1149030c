import type { DestinationChain } from '../evm/destination-chain.js';
import type { Execution } from '../evm/execute-message.js';
import type { Hex } from '../evm/json-rpc.js';
import type { InMessage } from '../evm/layer.js';
import type { ExecutionErrorName } from '../local-control.js';

/** The result of a message that had to fail, without a transaction if none was sent. */
type FailedExecution = Omit<Execution, 'transactionHash'> & { readonly transactionHash?: Hex };

/** An account without a key, which the layer does not allow to deliver. */
const unknownExecutor: Hex = '0x000000000000000000000000000000000000dEaD';

/**
 * Executes a message so that it fails in a certain way: with a real transaction if a delivery can fail like that, otherwise
 * simulated. A call that fails anyway may fail in its own way first.
 */
export async function executeFailing(
  chain: Pick<DestinationChain, 'execute'>,
  message: InMessage,
  epoch: bigint,
  proof: readonly Hex[],
  errorName: ExecutionErrorName,
): Promise<FailedExecution> {
  switch (errorName) {
    case 'NotEnoughGas':
      return chain.execute(message, epoch, proof, { gas: 1n });
    case 'InvalidMerkleProof':
      return chain.execute(message, epoch, [...proof, message.operationId]);
    case 'ProxyCallError':
      return chain.execute({ ...message, executor: unknownExecutor }, epoch, proof);
    case 'MessageAlreadyProcessed':
    case 'TokenNotExist': {
      const error = {
        text: `failExecution made the layer reject it: ${errorName}`,
        data: '0x',
        errorName,
      } as const;
      return { success: false, error, outMessages: [] };
    }
  }
}
