import type { DestinationChain } from '../evm/destination-chain.js';
import type { Hex } from '../evm/json-rpc.js';
import type { InMessage } from '../evm/layer.js';
import type { Balances } from './balances.js';
import type { ChainEvent, ChainState, ReturnMessage } from './chain-state.js';
import type { Direction } from './direction.js';
import type { Epochs } from './epoch.js';
import { assetsOf, inboundRoute } from './inbound-route.js';
import type { Operation, OperationLedger } from './operation-ledger.js';
import { outboundRoute } from './outbound-route.js';
import { createRelay, type Relay, type RelayContext } from './relay.js';
import { requestMessage } from './request-message.js';
import { returnLeafOf } from './return-leaf.js';
import type { RootVotes } from './root-votes.js';

/** The context of the relays. */
interface RelaysContext extends Omit<RelayContext<unknown>, 'epochs' | 'timeline' | 'settings'> {
  readonly state: ChainState;
  readonly destination: DestinationChain;
  readonly ledger: OperationLedger;
  readonly balances: Balances;
  readonly votes: RootVotes;
  readonly rollBackAfterMs?: number | undefined;
}

/** The two relays between the chains. */
export interface Relays {
  /** Sends the message of an operation to the destination chain. */
  send(message: InMessage, atMs: number): void;
  /** Sends the assets of a failed operation back. */
  rollBack(operation: Operation, atMs: number): void;
  /** Schedules the end of the running epoch, whose length has changed. */
  endOpenEpoch(): void;
  /** Runs a scheduled event of either relay. */
  happen(event: ChainEvent, atMs: number): Promise<void>;
  /** @throws {UsageError} if that root cannot be withdrawn. */
  reorganise(direction: Direction, epoch: number, atMs: number): Promise<void>;
}

/** Returns whether an operation waits for a rollback: it failed, and has assets to send back. */
export function canRollBack({ record, isRolledBack, requestText }: Operation): boolean {
  return !record.success && !isRolledBack && hasAssets(requestText);
}

/** The outbound message of an operation. */
function messageOf({ operationId, requestText }: Operation): InMessage {
  return requestMessage(JSON.parse(requestText), operationId);
}

/** Creates the relays of a source chain. */
export function createRelays(context: RelaysContext): Relays {
  const { state, destination, ledger, balances, schedule, rollBackAfterMs } = context;
  const operationOf = (operationId: string): Operation => state.operations.get(operationId) as Operation;
  const relayContext = <Message>(epochs: () => Epochs<Message>): RelayContext<Message> => ({
    epochs,
    timeline: () => state.timeline,
    settings: () => state.settings,
    faults: context.faults,
    schedule,
    changed: context.changed,
  });

  const inbound: Relay<ReturnMessage> = createRelay(
    inboundRoute(context),
    relayContext(() => state.inbound),
  );
  const outbound: Relay<Hex> = createRelay(
    outboundRoute(destination, {
      ledger,
      messageOf: (operationId) => messageOf(operationOf(operationId)),
      takeFailure(operationId) {
        const failure = state.failures.get(operationId);
        state.failures.delete(operationId);
        return failure;
      },
      sendBack(operationId, sent, atMs) {
        const credit = balances.creditOf(sent.target, assetsOf(sent, destination.tokens));
        inbound.send({ operationId, credit }, returnLeafOf(sent), atMs);
      },
      failed({ operationId }, atMs) {
        if (rollBackAfterMs === undefined || !canRollBack(operationOf(operationId))) return;
        schedule(atMs + rollBackAfterMs, { kind: 'roll-back', operationId });
      },
    }),
    relayContext(() => state.outbound),
  );
  const relays: Readonly<Record<Direction, Relay<Hex> | Relay<ReturnMessage>>> = { outbound, inbound };

  function rollBack(operation: Operation, atMs: number): void {
    const message = messageOf(operation);
    const { operationId, caller, assets } = message;
    ledger.rollBack(operationId);
    // A message that comes back unchanged keeps its leaf.
    inbound.send(
      { operationId, credit: balances.creditOf(caller, assets) },
      destination.leafOf(message),
      atMs,
    );
  }

  return {
    send: (message, atMs) => outbound.send(message.operationId, destination.leafOf(message), atMs),
    rollBack,
    endOpenEpoch() {
      outbound.endOpenEpoch();
      inbound.endOpenEpoch();
    },
    async happen(event, atMs) {
      if (event.kind !== 'roll-back') return relays[event.direction].happens[event.kind](event.epoch, atMs);
      const operation = operationOf(event.operationId);
      if (canRollBack(operation)) rollBack(operation, atMs);
    },
    reorganise: (direction, epoch, atMs) => relays[direction].reorganise(epoch, atMs),
  };
}

function hasAssets(requestText: string): boolean {
  const { betaAssets = [] } = JSON.parse(requestText) as { betaAssets?: readonly unknown[] };
  return betaAssets.length > 0;
}
