import type { ServerResponse } from 'node:http';
import { afterThisTurn, type Clock, type Timer } from '../../internal/clock.js';
import { delayWhileOpen } from '../server/connection-delay.js';
import { Rejection } from '../server/rejection.js';
import type { ChainChange } from '../source-chain/source-chain.js';
import { createEventStream, type EventStream } from './event-stream.js';

/** Where events come from. */
export interface EventSource {
  onChange(listener: (change: ChainChange) => void): () => void;
  /** What a change led to, as it is by now; undefined when it is gone. */
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
/** How long it takes from one sign of life to the next. */
export const heartbeatMs = 15_000;

/**
 * Tells listeners of the changes of a chain. A change is told as it is when its turn comes: changes of one thing that
 * follow one another closely come as one, and what is to be told is never more than there is. Who takes nothing from
 * one heartbeat to the next is cut off.
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
    // A deployment is kept alive by its listeners, never by who watches it.
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
      // Not the response: one that waits for its turn on the connection is never told that it is closed.
      void delayWhileOpen(response.req.socket, Number.POSITIVE_INFINITY).then(() => {
        streams.delete(stream);
        if (streams.size === 0) clock.clearTimeout(timer);
      });
    },
  };
}
