import type { ServerResponse } from 'node:http';
import { afterThisTurn, realClock, type Timer } from '../../internal/clock.js';
import { delayWhileOpen } from '../faults/connections.js';
import { Rejection } from '../model/rejection.js';
import { createWireNames, type ServedDeployment } from '../model/wire-names.js';
import { Content } from '../server/http-answer.js';
import type { ChainChange, SourceChain } from '../source-chain/source-chain.js';
import { clockOf } from './control-routes.js';

/** How many may listen at once. */
const maxListeners = 32;
/** The interval of heartbeats, in milliseconds. */
const heartbeatMs = 15_000;

/**
 * Returns a function that opens a stream of the changes of a source chain, with the names of the deployment. It throws a
 * {@link Rejection} 503 when too many listen. Each event has the state at the time of
 * sending, so rapid changes of one object are sent as one event, and the queue is never larger than the number of objects. A
 * listener that reads nothing between two heartbeats is disconnected.
 */
export function controlEvents(served: ServedDeployment, source: SourceChain): () => Content {
  const names = createWireNames(served);
  /** Returns the current state of what changed; undefined if it no longer exists. */
  const dataOf = (change: ChainChange): unknown => {
    if (change.kind === 'restored') return {};
    if (change.kind === 'clock') return clockOf(source);
    if (change.kind === 'root')
      return source
        .roots()
        .find(({ direction, epoch }) => direction === change.direction && epoch === change.epoch);
    const operation = source.operation(change.operationId);
    return operation && names.operation(operation);
  };
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
    timer = realClock.setTimeout(() => {
      for (const stream of streams) stream.beat();
      startHeartbeat();
    }, heartbeatMs);
    // The servers keep a deployment alive, not its event streams.
    (timer as Partial<NodeJS.Timeout> | undefined)?.unref?.();
  }

  function add(response: ServerResponse): void {
    const stream = createEventStream(response, dataOf);
    if (streams.size === 0) startHeartbeat();
    streams.add(stream);
    // Not the response: a response that waits for its turn on the connection gets no close event.
    void delayWhileOpen(response.req.socket, Number.POSITIVE_INFINITY).then(() => {
      streams.delete(stream);
      if (streams.size === 0) realClock.clearTimeout(timer);
    });
  }

  return () => {
    if (streams.size >= maxListeners)
      throw new Rejection(503, `${maxListeners} clients already listen to the events`);
    return new Content(add);
  };
}

/** The queue of events of one listener. */
interface EventStream {
  add(change: ChainChange): void;
  /** Sends queued events, as far as the listener reads them. */
  flush(): void;
  /** Sends a heartbeat, or closes the connection if the listener has read nothing since the last one. */
  beat(): void;
}

/** Creates the stream of server-sent events of an answer. */
function createEventStream(response: ServerResponse, dataOf: (change: ChainChange) => unknown): EventStream {
  const pending = new Map<string, ChainChange>();
  let isBlocked = false;
  let wasBlocked = false;

  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  write('retry: 1000\n: crosscheck\n\n');
  response.on('drain', () => {
    isBlocked = false;
    wasBlocked = false;
    flush();
  });

  function write(text: string): void {
    isBlocked = !response.write(text);
  }

  function flush(): void {
    try {
      for (const [key, change] of pending) {
        if (isBlocked || response.destroyed) return;
        pending.delete(key);
        const data = dataOf(change);
        if (data !== undefined) write(`event: ${change.kind}\ndata: ${JSON.stringify(data)}\n\n`);
      }
    } catch {
      // The chain failed or was stopped: no more events follow.
      response.req.socket.destroy();
    }
  }

  return {
    flush,
    add(change) {
      const key = keyOf(change);
      pending.delete(key);
      pending.set(key, change);
    },
    beat() {
      if (isBlocked && wasBlocked) response.req.socket.destroy();
      else if (!isBlocked) write(': alive\n\n');
      wasBlocked = isBlocked;
    },
  };
}

function keyOf(change: ChainChange): string {
  if (change.kind === 'operation') return change.operationId;
  return change.kind === 'root' ? `${change.direction} ${change.epoch}` : change.kind;
}
