import type { DestinationChain, Execution, Hex, InMessage } from '../evm/destination-chain.js';
import type { ExecutionErrorName } from '../local-control.js';

/** What became of a message that was to fail; without a transaction where none was sent. */
type FailedExecution = Omit<Execution, 'transactionHash'> & { readonly transactionHash?: Hex };

/** Nobody's account, so nobody that the layer lets deliver. */
const unknownExecutor: Hex = '0x000000000000000000000000000000000000dEaD';

/**
 * Executes a message so that it fails in a certain way: for real where a delivery can be made to, else only as if. A
 * call that fails anyway may do so in its own way first.
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
