import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Rejection } from './rejection.js';

/**
 * Reads a body as text.
 *
 * @throws Rejection 415, 413 or 400, for a body that is not JSON in UTF-8 or too large.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  const issue = mediaTypeIssue(request.headers);
  if (issue !== undefined) throw new Rejection(415, issue);
  const bytes = await readBytes(request, maxBytes);
  if (!isUtf8(bytes)) throw new Rejection(400, 'the body is not UTF-8');
  const text = bytes.toString('utf8');
  if (text.startsWith('\uFEFF')) throw new Rejection(400, 'the body starts with a byte order mark');
  return text;
}

/** Returns why a body with these headers is not read as JSON in UTF-8; undefined if it is. */
function mediaTypeIssue(headers: IncomingHttpHeaders): string | undefined {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/json') return 'content-type must be application/json';
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-8"?$/.test(charset))
    return 'the charset of content-type must be utf-8';
  const isEncoded = (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
  return isEncoded ? 'content-encoding must be absent' : undefined;
}

/**
 * Reads a body. The rest of one that is too large is discarded, so that a client that is still sending receives the answer.
 *
 * @throws Rejection 413 for a body that is too large.
 */
export function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    const count = (bytes: number): void => {
      length += bytes;
      if (length <= maxBytes) return;
      chunks = [];
      reject(new Rejection(413, `the body is larger than ${maxBytes} bytes`, { connection: 'close' }));
    };
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      count(chunk.length);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > maxBytes) count(declared);
  });
}
