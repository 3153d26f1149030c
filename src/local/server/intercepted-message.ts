import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ServiceCall } from '../faults/fault.js';
import type { Faults, InterceptedCall } from '../faults/faults.js';
import { withJson } from '../faults/interceptor.js';
import { readBytes } from './request-body.js';

/** A request whose body has been read, and that interceptors have seen. */
export interface InterceptedMessage extends IncomingMessage {
  readonly intercepted: InterceptedCall;
}

/**
 * Reads a request whole, and returns it as interceptors change it.
 *
 * @throws Rejection 413 if the body is too large, or 500 if an interceptor fails.
 */
export async function interceptedMessage(
  request: IncomingMessage,
  call: ServiceCall,
  faults: Faults,
  maxBodyBytes = 1024 * 1024,
): Promise<InterceptedMessage> {
  const bytes = await readBytes(request, maxBodyBytes);
  const body = bytes.toString();
  const { method = '', url = '', rawHeaders, httpVersion, socket } = request;
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const intercepted = await faults.interceptRequest(call, withJson({ method, url, headers, body }));
  const { request: changed } = intercepted;
  const content = changed.body === body ? bytes : Buffer.from(changed.body);
  const length = changed.body === body ? {} : { 'content-length': `${content.length}` };
  return Object.assign(Readable.from([content]), {
    method: changed.method,
    url: changed.url,
    headers: { ...changed.headers, ...length },
    rawHeaders,
    httpVersion,
    socket,
    intercepted,
  }) as Readable as InterceptedMessage;
}
