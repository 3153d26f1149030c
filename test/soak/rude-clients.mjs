import { connect } from 'node:net';

const bytesOf = (path) => [
  '',
  'GET / HT',
  'hello\r\n\r\n',
  `GET ${path} HTTP/1.1\r\n\r\n`,
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`.repeat(50),
  `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
  `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 9999999\r\n\r\n{`,
  `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
  'CONNECT example.org:443 HTTP/1.1\r\nhost: example.org\r\n\r\n',
  'GET /events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n',
];

/** Connects, sends what may be nothing, the half of something or many requests, and leaves, by a reset or politely. */
export async function actRudely({ url, path }, draws, pause) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => socket.destroy());
  const closed = new Promise((resolve) => socket.once('close', resolve));
  if (draws.isDrawn(0.5)) socket.pause();
  else socket.resume();
  socket.write(draws.oneOf(bytesOf(path)));
  await Promise.race([closed, pause(draws.upTo(100))]);
  if (draws.isDrawn(0.5)) socket.resetAndDestroy();
  else socket.destroy();
  await closed;
}
