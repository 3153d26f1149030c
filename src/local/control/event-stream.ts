import type { ServerResponse } from 'node:http';
import type { ChainChange } from '../source-chain/source-chain.js';

/** What one listener is still to be told. */
export interface EventStream {
  add(change: ChainChange): void;
  /** Tells what there is to tell, as far as the listener takes it. */
  flush(): void;
  /** Shows that the connection is alive, or ends it when the listener took nothing since the last time. */
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
      // The chain failed or is stopped: there is nothing to be told any more.
      response.req.socket.destroy();
    }
  }

  return {
    flush,
    add(change) {
      // Everything that was to be told before is not so any more.
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
