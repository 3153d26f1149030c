import type { SimulationRequest } from '../../contract/request-schema.js';
import { type Clock, unixNowMs } from '../../internal/clock.js';
import type { DestinationChain, Hex } from '../evm/destination-chain.js';
import { homewardRoute } from './homeward-route.js';
import { inMessageOf } from './in-message.js';
import { createOperationLedger, type OperationRecord } from './operation-ledger.js';
import { outwardRoute } from './outward-route.js';
import { createRelay, type RelayTiming } from './relay.js';
import { createSchedule } from './schedule.js';
import { syntheticHash } from './synthetic-hash.js';

/** The source chain of a local deployment. */
export interface SourceChain {
  /** Milliseconds of unix time, as it is on the chain. */
  now(): number;
  /**
   * Submits the operation that a valid request describes.
   *
   * @returns Its id: `0x` and 64 hex digits, another one for each submission.
   * @throws What made the chain stand still, if anything did.
   */
  submit(request: SimulationRequest): Hex;
  /** What became of an operation so far, or undefined for an id that was never given. Throws as `submit` does. */
  find(operationId: string): OperationRecord | undefined;
  /** Moves the time forward and waits until everything due by then has happened. Rejects as `submit` throws. */
  advance(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Creates a source chain that starts now: a relay takes the messages of submitted operations to the destination
 * chain, and another one takes back what they send.
 */
export function createSourceChain(
  destination: DestinationChain,
  clock: Clock,
  timing: RelayTiming,
): SourceChain {
  const startedAtMs = unixNowMs();
  const schedule = createSchedule(clock);
  const ledger = createOperationLedger(startedAtMs);
  const homeward = createRelay(schedule, timing, homewardRoute(destination.quorum, ledger));
  const outward = createRelay(
    schedule,
    timing,
    outwardRoute(destination, ledger, ({ operationId }, sent, atMs) =>
      homeward.send({ operationId, sent }, atMs),
    ),
  );
  let submissions = 0;

  return {
    now: () => startedAtMs + schedule.now(),
    submit(request) {
      schedule.assertRunning();
      const { betaCaller = '', shardsKey = '' } = request;
      const operationId = syntheticHash('operation', betaCaller, shardsKey, `${submissions++}`);
      const atMs = schedule.now();
      const hash = syntheticHash('submission', operationId);
      ledger.open(operationId, { blockchainType: 'BETA', hash }, atMs);
      outward.send(inMessageOf(request, operationId), atMs);
      return operationId;
    },
    find(operationId) {
      schedule.assertRunning();
      return ledger.get(operationId);
    },
    advance: schedule.advance,
    stop: schedule.stop,
  };
}
