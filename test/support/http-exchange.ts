import { once } from 'node:events';
import { connect } from 'node:net';
import { request } from 'undici';

/** What an HTTP server answered. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends a request as it is, and reads the answer as text. */
export async function exchange(
  url: string,
  options: Exclude<Parameters<typeof request>[1], undefined> = {},
): Promise<HttpAnswer> {
  const { statusCode, headers, body } = await request(url, options);
  return { status: statusCode, headers, text: await body.text() };
}

/** Posts a text as JSON. */
export function postJson(url: string, body: string | Buffer): Promise<HttpAnswer> {
  return exchange(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
}

/** Writes the head of a request. */
export function requestHead(...lines: readonly string[]): string {
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Sends raw bytes to the server of a URL, and gives what it sends until it closes the connection. */
export async function rawExchange(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk;
  });
  socket.write(bytes);
  await once(socket, 'close');
  return received;
}
