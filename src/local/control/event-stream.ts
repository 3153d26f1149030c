import type { ServerResponse } from 'node:http';
import type { ChainChange } from '../source-chain/source-chain.js';

/** The queue of events of one listener. */
export interface EventStream {
  add(change: ChainChange): void;
  /** Sends queued events, as far as the listener reads them. */
  flush(): void;
  /** Sends a heartbeat, or closes the connection if the listener has read nothing since the last one. */
  beat(): void;
}

/** Creates the stream of server-sent events of an answer. */
export function createEventStream(
  response: ServerResponse,
  dataOf: (change: ChainChange) => unknown,
): EventStream {
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
      // Earlier queued events no longer apply.
      if (change.kind === 'restored') pending.clear();
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
