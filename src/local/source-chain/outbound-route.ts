import { UsageError } from '../../errors.js';
import type { DestinationChain } from '../evm/destination-chain.js';
import type { Hex } from '../evm/json-rpc.js';
import type { InMessage, OutboundMessage } from '../evm/layer.js';
import type { ExecutionErrorName } from '../local-control.js';
import { endsOnDestinationChain } from '../local-conventions.js';
import { executeFailing } from './failing-execution.js';
import type { OperationLedger } from './operation-ledger.js';
import type { RelayRoute } from './relay.js';

/** What the outbound route needs from the source chain. */
interface OutboundContext {
  readonly ledger: OperationLedger;
  messageOf(operationId: Hex): InMessage;
  /** Returns how the execution of an operation must fail. Called once. */
  takeFailure(operationId: Hex): ExecutionErrorName | undefined;
  /** Sends what a target sent back to the source chain. */
  sendBack(operationId: Hex, sent: OutboundMessage, atMs: number): void;
  /** Called with each operation that failed. */
  failed(message: InMessage, atMs: number): void;
}

/**
 * The route of messages to the destination chain, whose layer keeps the votes for the roots, verifies the proofs and
 * executes the messages.
 */
export function outboundRoute(chain: DestinationChain, context: OutboundContext): RelayRoute<Hex> {
  const { ledger } = context;
  return {
    direction: 'outbound',
    operationIdOf: (operationId) => operationId,
    collected: (operationId, epoch, atMs) => ledger.collect(operationId, epoch, 'collectedInALPHA', atMs),
    async vote(epoch, root, validator) {
      await chain.voteForRoot(epoch, root, validator);
    },
    included: (operationId, atMs) => ledger.reach(operationId, 'includedInALPHAConsensus', atMs),
    async deliver(operationId, { epoch }, proof, atMs) {
      const message = context.messageOf(operationId);
      const failure = context.takeFailure(operationId);
      const execution = failure
        ? await executeFailing(chain, message, epoch, proof(), failure)
        : await chain.execute(message, epoch, proof());
      noteExecution(ledger, message, execution, atMs);
      if (!execution.success) context.failed(message, atMs);
      for (const sent of execution.outMessages) context.sendBack(operationId, sent, atMs);
    },
    async withdrawRoot({ epoch, isDelivered }) {
      if (isDelivered)
        throw new UsageError(
          `The messages of epoch ${epoch} were delivered on the destination chain, which cannot be undone`,
        );
      await chain.withdrawRoot(BigInt(epoch));
    },
    withdrawn: (operationId, _, atMs) => ledger.goBack(operationId, 'collectedInALPHA', undefined, atMs),
  };
}

function noteExecution(
  ledger: OperationLedger,
  { operationId, target }: InMessage,
  { transactionHash, success, error, outMessages }: Awaited<ReturnType<typeof executeFailing>>,
  atMs: number,
): void {
  if (transactionHash) ledger.addTransaction(operationId, { blockchainType: 'ALPHA', hash: transactionHash });
  if (!success) {
    const note = {
      content: error?.text ?? '',
      errorName: error?.errorName ?? 'ProxyCallError',
      internalMsg: `the delivery to ${target} ${transactionHash ? 'reverted' : 'was rejected'}`,
      internalBytesError: error?.data ?? '0x',
    };
    ledger.fail(operationId, note, atMs);
    return;
  }
  ledger.reach(operationId, 'executedInALPHA', atMs);
  if (outMessages.length === 0) ledger.annotate(operationId, { content: endsOnDestinationChain });
}
