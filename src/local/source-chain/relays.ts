import type { DestinationChain, Hex, InMessage } from '../evm/destination-chain.js';
import type { Balances } from './balances.js';
import type { ChainEvent, ChainState, ReturnMessage } from './chain-state.js';
import type { Epochs } from './epoch.js';
import { assetsOf, homewardRoute } from './homeward-route.js';
import { inMessageOf } from './in-message.js';
import type { Leg } from './leg.js';
import type { Operation, OperationLedger } from './operation-ledger.js';
import { outwardRoute } from './outward-route.js';
import { createRelay, type Relay, type RelayGround } from './relay.js';
import { returnLeafOf } from './return-leaf.js';
import type { RootVotes } from './root-votes.js';

/** What the relays between the chains work on. */
export interface RelaysGround extends Omit<RelayGround<unknown>, 'epochs' | 'timeline' | 'settings'> {
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
  /** Sends the assets of an operation home, which failed. */
  rollBack(operation: Operation, atMs: number): void;
  /** Schedules the end of the running epoch, whose length has changed. */
  endOpenEpoch(): void;
  /** Makes an event of either relay happen. */
  happen(event: ChainEvent, atMs: number): Promise<void>;
  /** @throws {UsageError} when that root cannot be withdrawn. */
  reorganise(leg: Leg, epoch: number, atMs: number): Promise<void>;
}

/** Tells whether an operation waits for a rollback: it failed, and has something that can come home. */
export function canRollBack({ record, isRolledBack, requestText }: Operation): boolean {
  return !record.success && !isRolledBack && hasAssets(requestText);
}

/** The message of an operation to the destination chain. */
function messageOf({ operationId, requestText }: Operation): InMessage {
  return inMessageOf(JSON.parse(requestText), operationId);
}

/** Creates the relays of a source chain. */
export function createRelays(ground: RelaysGround): Relays {
  const { state, destination, ledger, balances, schedule, rollBackAfterMs } = ground;
  const operationOf = (operationId: string): Operation => state.operations.get(operationId) as Operation;
  const relayGround = <Message>(epochs: () => Epochs<Message>): RelayGround<Message> => ({
    epochs,
    timeline: () => state.timeline,
    settings: () => state.settings,
    faults: ground.faults,
    schedule,
    changed: ground.changed,
  });

  const homeward: Relay<ReturnMessage> = createRelay(
    homewardRoute(ground),
    relayGround(() => state.homeward),
  );
  const outward: Relay<Hex> = createRelay(
    outwardRoute(destination, {
      ledger,
      messageOf: (operationId) => messageOf(operationOf(operationId)),
      takeFailure(operationId) {
        const failure = state.failures.get(operationId);
        state.failures.delete(operationId);
        return failure;
      },
      sendBack(operationId, sent, atMs) {
        const credit = balances.creditOf(sent.target, assetsOf(sent, destination.tokens));
        homeward.send({ operationId, credit }, returnLeafOf(sent), atMs);
      },
      failed({ operationId }, atMs) {
        if (rollBackAfterMs === undefined || !canRollBack(operationOf(operationId))) return;
        schedule(atMs + rollBackAfterMs, { kind: 'roll-back', operationId });
      },
    }),
    relayGround(() => state.outward),
  );
  const relays: Readonly<Record<Leg, Relay<Hex> | Relay<ReturnMessage>>> = { outward, homeward };

  function rollBack(operation: Operation, atMs: number): void {
    const message = messageOf(operation);
    const { operationId, caller, assets } = message;
    ledger.rollBack(operationId);
    // A message that comes home as it went keeps its leaf.
    homeward.send(
      { operationId, credit: balances.creditOf(caller, assets) },
      destination.leafOf(message),
      atMs,
    );
  }

  return {
    send: (message, atMs) => outward.send(message.operationId, destination.leafOf(message), atMs),
    rollBack,
    endOpenEpoch() {
      outward.endOpenEpoch();
      homeward.endOpenEpoch();
    },
    async happen(event, atMs) {
      if (event.kind !== 'roll-back') return relays[event.leg].happens[event.kind](event.epoch, atMs);
      const operation = operationOf(event.operationId);
      if (canRollBack(operation)) rollBack(operation, atMs);
    },
    reorganise: (leg, epoch, atMs) => relays[leg].reorganise(epoch, atMs),
  };
}

function hasAssets(requestText: string): boolean {
  const { betaAssets = [] } = JSON.parse(requestText) as { betaAssets?: readonly unknown[] };
  return betaAssets.length > 0;
}
