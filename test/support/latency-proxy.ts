import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** How long answers take, in milliseconds. */
export interface Latency {
  /** The mean time that is added to each answer. */
  readonly delayMs: number;
  /** How far the time of an answer may be from the mean, in both directions. Default: 0. */
  readonly jitterMs?: number;
  /** The seed of the jitter. Default: 1. */
  readonly seed?: number;
}

/** A proxy on loopback that adds latency to a server. */
export interface LatencyProxy extends AsyncDisposable {
  /** The base URL to use instead of the server's. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a proxy before a base URL. Half of the latency of an answer is added to its request and half to itself. The proxy
 * passes on bytes, not messages, so that malformed answers, resets and TLS arrive as the server sent them.
 */
export async function startLatencyProxy(
  baseUrl: string,
  { delayMs, jitterMs = 0, seed = 1 }: Latency,
): Promise<LatencyProxy> {
  const target = new URL(baseUrl);
  const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
  const random = xoroshiro128plus(seed);
  const sockets = new Set<Socket>();

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ host: target.hostname, port, allowHalfOpen: true });
    let halfMs = 0;
    let isAnswering = true;
    // The first bytes after an answer begin the next request, which gets a latency of its own.
    client.on('data', () => {
      if (isAnswering) halfMs = Math.max(0, delayMs + (2 * uniformFloat64(random) - 1) * jitterMs) / 2;
      isAnswering = false;
    });
    upstream.on('data', () => {
      isAnswering = true;
    });
    forward(client, upstream, () => halfMs);
    forward(upstream, client, () => halfMs);
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  const origin = `${target.protocol}//127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { pathname } = target;
  return { url: pathname === '/' ? origin : origin + pathname, stop, [Symbol.asyncDispose]: stop };
}

/** Passes on what a socket receives, in its order: bytes, its end, and its reset. */
function forward(from: Socket, to: Socket, delayMs: () => number): void {
  const waiting: (() => void)[] = [];
  let dueMs = 0;
  const later = (pass: () => void): void => {
    const nowMs = performance.now();
    dueMs = Math.max(dueMs, nowMs + delayMs());
    waiting.push(pass);
    // Timers may fire in another order than they are due, so each passes on the oldest item.
    setTimeout(() => {
      const oldest = waiting.shift();
      if (!to.destroyed) oldest?.();
    }, dueMs - nowMs);
  };
  from.on('data', (chunk) => later(() => to.write(chunk)));
  from.on('end', () => later(() => to.end()));
  from.on('error', () => later(() => to.resetAndDestroy()));
}
