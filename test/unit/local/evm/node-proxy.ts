import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A method that does not reach the node until it is released. */
export interface HeldMethod {
  /** Resolves when the method was called. */
  readonly called: Promise<void>;
  release(): void;
}

/** A node behind which another one answers. */
export interface NodeProxy {
  readonly url: string;
  /** The methods that were called, in their order. */
  readonly methods: string[];
  /** Holds the next call of a method. */
  hold(method: string): HeldMethod;
  /** Rejects the next call of a method with a message. */
  reject(method: string, message: string): void;
  stop(): void;
}

interface Call {
  readonly id: number;
  readonly method: string;
}

/** Starts a proxy in front of a node. It answers at every path. */
export async function startNodeProxy(nodeUrl: string): Promise<NodeProxy> {
  const methods: string[] = [];
  const held = new Map<string, { readonly called: () => void; readonly released: Promise<void> }>();
  const rejections = new Map<string, string>();

  async function answerTo(text: string): Promise<string> {
    const calls = [JSON.parse(text)].flat() as Call[];
    for (const { method } of calls) {
      methods.push(method);
      const hold = held.get(method);
      held.delete(method);
      hold?.called();
      await hold?.released;
    }
    const rejected = calls.find(({ method }) => rejections.has(method));
    if (rejected) {
      const error = { code: -32601, message: rejections.get(rejected.method) };
      rejections.delete(rejected.method);
      return JSON.stringify({ jsonrpc: '2.0', id: calls.length === 1 ? rejected.id : null, error });
    }
    const headers = { 'content-type': 'application/json' };
    return (await fetch(nodeUrl, { method: 'POST', headers, body: text })).text();
  }

  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    response.end(await answerTo(text));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    methods,
    hold(method) {
      let release = (): void => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const called = new Promise<void>((resolve) => held.set(method, { called: resolve, released }));
      return { called, release };
    },
    reject: (method, message) => void rejections.set(method, message),
    stop: () => void server.close().closeAllConnections(),
  };
}
