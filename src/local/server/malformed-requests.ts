import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { lastResponseOn } from './last-response.js';

const statusOfCode: Readonly<Record<string, readonly [status: number, error: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time'],
  HPE_HEADER_OVERFLOW: [431, 'the headers are too large'],
};

/** Answers a malformed or incomplete HTTP request with `{"error": "…"}` too, and closes its connection. */
export function answerMalformedRequests(server: Server): void {
  server.on('connect', (_, socket) => {
    // Node.js has released the socket and no longer handles its errors.
    socket.on('error', () => socket.destroy());
    endWith(socket, 501, 'this is not a proxy');
  });
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    const last = lastResponseOn(socket);
    // An answer that is already being sent, or was sent before the end of its request, must be the only one.
    const isAnswered = last?.headersSent === true && !(last.writableFinished && last.req.complete);
    if (!socket.writable || isAnswered || code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const [status, error] = statusOfCode[code] ?? [400, 'the request is not HTTP'];
    endWith(socket, status, error);
  });
}

function endWith(socket: Duplex, status: number, error: string): void {
  const body = JSON.stringify({ error });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    'x-content-type-options: nosniff',
    `content-length: ${body.length}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
