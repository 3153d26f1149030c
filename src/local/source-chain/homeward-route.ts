import type { Hex, OutboundMessage } from '../evm/destination-chain.js';
import { isProven } from './merkle-tree.js';
import type { OperationLedger } from './operation-ledger.js';
import type { RelayRoute } from './relay.js';
import { returnLeafOf } from './return-leaf.js';
import { createRootVotes } from './root-votes.js';
import { syntheticHash } from './synthetic-hash.js';

/** A message on its way back, and the operation that made a target send it. */
export interface ReturnMessage {
  readonly operationId: Hex;
  readonly sent: OutboundMessage;
}

/**
 * The route of messages back to the source chain, which holds the votes for the roots and checks the proofs itself.
 * It has as many validators as are needed for a quorum, and its transactions are hashes only.
 */
export function homewardRoute(quorum: number, ledger: OperationLedger): RelayRoute<ReturnMessage> {
  const votes = createRootVotes(quorum);
  return {
    leafOf: ({ sent }) => returnLeafOf(sent),
    collected: ({ operationId }, atMs) => ledger.reach(operationId, 'collectedInBETA', atMs),
    async setRoot(epoch, root) {
      for (let validator = 0; validator < quorum; validator++) votes.vote(epoch, root, validator);
    },
    included: ({ operationId }, atMs) => ledger.reach(operationId, 'includedInBETAConsensus', atMs),
    async deliver({ operationId, sent }, epoch, proof, atMs) {
      const root = votes.rootOf(epoch);
      if (root === undefined || !isProven(returnLeafOf(sent), proof, root)) {
        ledger.fail(operationId, { errorName: 'InvalidMerkleProof' }, atMs);
        return;
      }
      const hash = syntheticHash('delivery', sent.operationId);
      ledger.addTransaction(operationId, { blockchainType: 'BETA', hash });
      ledger.reach(operationId, 'executedInBETA', atMs);
    },
  };
}
