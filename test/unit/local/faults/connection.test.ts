import { connect } from 'node:net';
import type { FaultName } from 'crosscheck/local';
import { expect, it } from 'vitest';
import { operationId, serveWithFaults } from './serve-with-faults.js';

interface Received {
  readonly head: string;
  readonly body: string;
  /** How the connection ended: `FIN`, or the code of its error. */
  readonly ending: string;
}

/** Asks for operations at once over a connection of its own, and gives what came until it ended. */
function receive(baseUrl: string, ...operationIds: readonly string[]): Promise<Received> {
  const { hostname, port, host } = new URL(baseUrl);
  const path = '/beta/observer/is-message-included-in-consensus';
  const socket = connect(Number(port), hostname);
  let text = '';
  let ending = '';
  socket
    .setEncoding('utf8')
    .on('data', (chunk) => {
      text += chunk;
    })
    .on('end', () => {
      ending = 'FIN';
    })
    .on('error', ({ code }: NodeJS.ErrnoException) => {
      ending = code ?? '';
    });
  for (const id of operationIds)
    socket.write(`GET ${path}?operationId=${id} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  return new Promise((resolve) => {
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      resolve({ head, body, ending });
    });
  });
}

it.each<[FaultName, { readonly ending: string; readonly length: number | undefined; readonly part: number }]>(
  [
    ['reset-before-headers', { ending: 'ECONNRESET', length: undefined, part: 0 }],
    ['reset-after-headers', { ending: 'ECONNRESET', length: 148, part: 0 }],
    ['truncated-body', { ending: 'FIN', length: 148, part: 74 }],
  ],
)('%s ends the connection as it says', async (fault, { ending, length, part }) => {
  const { listener } = await serveWithFaults([{ fault }]);
  const received = await receive(listener.url, operationId);
  expect(received.ending).toBe(ending);
  expect(received.head).toMatch(length === undefined ? /^$/ : /^HTTP\/1\.1 200 OK\r\n/);
  if (length !== undefined) expect(received.head).toContain(`content-length: ${length}\r\n`);
  expect(received.body).toHaveLength(part);
});

it.each<FaultName>(['reset-before-headers', 'reset-after-headers', 'truncated-body'])(
  '%s does not affect earlier answers that are still due',
  async (fault) => {
    const other = `0x${'9'.repeat(64)}`;
    const { listener } = await serveWithFaults([
      { fault: 'delay', operationId: other, ms: 50 },
      { fault, operationId },
    ]);
    const received = await receive(listener.url, other, operationId);
    expect(received.head).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(received.body).toMatch(/^{"error":"operation not found"}/);
    expect(received.ending).toBe(fault === 'truncated-body' ? 'FIN' : 'ECONNRESET');
  },
);
