import type { Hex } from '../evm/json-rpc.js';
import type { DestinationToken, MessageAsset, OutboundMessage } from '../evm/layer.js';
import type { Balances } from './balances.js';
import type { ReturnMessage } from './chain-state.js';
import type { OperationLedger } from './operation-ledger.js';
import type { Place, RelayRoute } from './relay.js';
import type { RootVotes } from './root-votes.js';
import { syntheticHash } from './synthetic-hash.js';

/** What the inbound route needs from the source chain. */
interface InboundContext {
  readonly ledger: OperationLedger;
  readonly votes: RootVotes;
  readonly balances: Balances;
}

/**
 * The route of messages to the source chain, which keeps the votes for the roots itself. Its transactions are only hashes,
 * and it needs no proofs, because the tree of the root is its own.
 */
export function inboundRoute({ ledger, votes, balances }: InboundContext): RelayRoute<ReturnMessage> {
  return {
    direction: 'inbound',
    operationIdOf: ({ operationId }) => operationId,
    collected: ({ operationId }, epoch, atMs) => ledger.collect(operationId, epoch, 'collectedInBETA', atMs),
    async vote(epoch, root, validator) {
      votes.vote(epoch, root, validator);
    },
    included: ({ operationId }, atMs) => ledger.reach(operationId, 'includedInBETAConsensus', atMs),
    deliver({ operationId, credit }, place, _, atMs) {
      if (credit) balances.give(credit);
      ledger.addTransaction(operationId, { blockchainType: 'BETA', hash: deliveryOf(operationId, place) });
      ledger.reach(operationId, 'executedInBETA', atMs);
    },
    async withdrawRoot({ epoch, messages, isDelivered }) {
      if (isDelivered) balances.takeBack(messages.flatMap(({ credit }) => credit ?? []));
      votes.withdraw(BigInt(epoch));
    },
    withdrawn: ({ operationId }, place, atMs) =>
      ledger.goBack(operationId, 'collectedInBETA', deliveryOf(operationId, place), atMs),
  };
}

/** Returns what a target sent back, with source-chain names. Tokens that are not registered keep their addresses. */
export function assetsOf(
  { burned, locked }: OutboundMessage,
  tokens: readonly DestinationToken[],
): MessageAsset[] {
  return [...burned, ...locked].map(({ token, amount }) => ({
    token: tokens.find(({ alpha }) => alpha === token)?.beta ?? token,
    amount,
  }));
}

function deliveryOf(operationId: Hex, { epoch, index }: Place): Hex {
  return syntheticHash('delivery', operationId, `${epoch}`, `${index}`);
}
