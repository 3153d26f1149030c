import type { ServerResponse } from 'node:http';
import { afterThisTurn, type Clock, type Timer } from '../../internal/clock.js';
import { delayWhileOpen } from '../server/connection-delay.js';
import { Rejection } from '../server/rejection.js';
import type { ChainChange } from '../source-chain/source-chain.js';
import { createEventStream, type EventStream } from './event-stream.js';

/** Where events come from. */
export interface EventSource {
  onChange(listener: (change: ChainChange) => void): () => void;
  /** Returns the current state of what changed; undefined if it no longer exists. */
  dataOf(change: ChainChange): unknown;
}

/** The listeners to the events of a deployment. */
interface Events {
  /** @throws Rejection 503 when too many listen. */
  assertRoom(): void;
  /** Sends an answer everything that happens from now on, until its connection is closed. */
  add(response: ServerResponse): void;
}

/** How many may listen at once. */
export const maxListeners = 32;
/** The interval of heartbeats. */
export const heartbeatMs = 15_000;

/**
 * Sends the changes of a chain to listeners. Each event has the state at the time of sending, so rapid changes of one object
 * are sent as one event, and the queue is never larger than the number of objects. A listener that reads nothing between two
 * heartbeats is disconnected.
 */
export function createEvents(source: EventSource, clock: Clock): Events {
  const streams = new Set<EventStream>();
  let isFlushDue = false;
  let timer: Timer;

  source.onChange((change) => {
    if (streams.size === 0) return;
    for (const stream of streams) stream.add(change);
    if (isFlushDue) return;
    isFlushDue = true;
    afterThisTurn(() => {
      isFlushDue = false;
      for (const stream of streams) stream.flush();
    });
  });

  function startHeartbeat(): void {
    timer = clock.setTimeout(() => {
      for (const stream of streams) stream.beat();
      startHeartbeat();
    }, heartbeatMs);
    // The servers keep a deployment alive, not its event streams.
    (timer as Partial<NodeJS.Timeout> | undefined)?.unref?.();
  }

  return {
    assertRoom() {
      if (streams.size >= maxListeners)
        throw new Rejection(503, `${maxListeners} clients already listen to the events`);
    },
    add(response) {
      const stream = createEventStream(response, source.dataOf);
      if (streams.size === 0) startHeartbeat();
      streams.add(stream);
      // Not the response: a response that waits for its turn on the connection gets no close event.
      void delayWhileOpen(response.req.socket, Number.POSITIVE_INFINITY).then(() => {
        streams.delete(stream);
        if (streams.size === 0) clock.clearTimeout(timer);
      });
    },
  };
}
