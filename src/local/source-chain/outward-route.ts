import type { DestinationChain, Execution, InMessage, OutboundMessage } from '../evm/destination-chain.js';
import { endsOnDestinationChain } from '../local-conventions.js';
import type { OperationLedger } from './operation-ledger.js';
import type { RelayRoute } from './relay.js';

/**
 * The route of messages to the destination chain, whose layer holds the votes for the roots, checks the proofs and
 * executes the messages; what they send back goes on by `sendBack`.
 */
export function outwardRoute(
  chain: DestinationChain,
  ledger: OperationLedger,
  sendBack: (message: InMessage, sent: OutboundMessage, atMs: number) => void,
): RelayRoute<InMessage> {
  return {
    leafOf: chain.leafOf,
    collected: ({ operationId }, atMs) => ledger.reach(operationId, 'collectedInALPHA', atMs),
    async setRoot(epoch, root) {
      for (let validator = 0; validator < chain.quorum; validator++)
        await chain.voteForRoot(epoch, root, validator);
    },
    included: ({ operationId }, atMs) => ledger.reach(operationId, 'includedInALPHAConsensus', atMs),
    async deliver(message, epoch, proof, atMs) {
      const execution = await chain.execute(message, epoch, proof);
      noteExecution(ledger, message, execution, atMs);
      for (const sent of execution.outMessages) sendBack(message, sent, atMs);
    },
  };
}

function noteExecution(
  ledger: OperationLedger,
  { operationId, target }: InMessage,
  { transactionHash, success, error, outMessages }: Execution,
  atMs: number,
): void {
  ledger.addTransaction(operationId, { blockchainType: 'ALPHA', hash: transactionHash });
  if (!success) {
    const note = {
      content: error?.text ?? '',
      errorName: 'ProxyCallError',
      internalMsg: `the delivery to ${target} reverted`,
      internalBytesError: error?.data ?? '0x',
    };
    ledger.fail(operationId, note, atMs);
    return;
  }
  ledger.reach(operationId, 'executedInALPHA', atMs);
  if (outMessages.length === 0) ledger.annotate(operationId, { content: endsOnDestinationChain });
}
