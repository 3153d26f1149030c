import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as it came over the wire. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Names in lower case; a header that came twice has its values in the order of arrival. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
}

/** The bytes of an answer, or a function that treats the socket as it likes. */
export type RawAnswer = string | Buffer | ((socket: Socket, request: ReceivedRequest) => void);

/** A loopback server that answers with scripted bytes. */
export interface RawServer {
  readonly origin: string;
  readonly requests: readonly ReceivedRequest[];
}

/** Starts a server that gives the answers in turn, the last one for ever; it stops when the test is finished. */
export async function startRawServer(...answers: readonly RawAnswer[]): Promise<RawServer> {
  const server = await openRawServer(...answers);
  onTestFinished(() => server.close());
  return server;
}

/** The same outside of tests: somebody must close it. */
export async function openRawServer(
  ...answers: readonly RawAnswer[]
): Promise<RawServer & { close(): Promise<void> }> {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let pending = '';
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      // The first byte of TLS, with which the client asks whether its URL should begin with https. HTTP servers refuse it.
      if (pending === '' && chunk[0] === 0x16) socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      pending += chunk.toString('latin1');
      for (let end = requestEnd(pending); end !== undefined; end = requestEnd(pending)) {
        const request = parsedRequest(pending.slice(0, end));
        pending = pending.slice(end);
        requests.push(request);
        const answer = answers[Math.min(requests.length, answers.length) - 1];
        if (typeof answer === 'function') answer(socket, request);
        else if (answer !== undefined) socket.write(answer);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Writes an answer with its content length; headers that are given come in place of the usual ones. */
export function answerOf(
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const all = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n`),
    Buffer.from(body),
  ]);
}

function requestEnd(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n') + 4;
  if (head === 3) return undefined;
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
  return text.length < head + length ? undefined : head + length;
}

function parsedRequest(text: string): ReceivedRequest {
  const head = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, head).split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const headers: Record<string, string[]> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    headers[name] = [...(headers[name] ?? []), line.slice(colon + 1).trim()];
  }
  return { method, target, headers, body: Buffer.from(text.slice(head + 4), 'latin1').toString('utf8') };
}
