import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect as connectTls } from 'node:tls';
import { bodyBytes, type CaseBody, type WireCaseRequest } from '../../case/case-plan.js';
import type { AttemptOutcome, Call, CollectedResponse, FailureKind } from '../../client/call.js';
import { RecordedExchange, redactorOf, reportExchange } from '../../client/exchange.js';
import {
  hostOf,
  type PlannedRequest,
  type ResolvedEndpoint,
  sentHeadersOf,
  withTraceparent,
} from '../../client/request.js';
import {
  type AttemptLimits,
  attemptLimits,
  attemptOf,
  type CallLimits,
  givenHeaders,
  textOf,
} from '../../client/transport.js';
import type { Deployment } from '../../deployment/deployment.js';
import type { Headers } from '../../deployment/headers.js';
import { type Clock, onAbort, sleep, unixNowMs } from '../../internal/clock.js';
import { wirePlaceholder } from '../phases/wire-phase.js';

const maxRecordLength = 65_536;

/**
 * Writes a request byte by byte to a connection of its own, and reads the first answer that comes. The connection goes
 * to the host of the deployment's URL with the TLS settings of Node.js, because those of the deployment's dispatcher, and its
 * proxy, cannot be read. `NODE_EXTRA_CA_CERTS` names other certificate authorities. The body of the exchange is the first
 * 64 Ki characters of what was written, head included.
 *
 * @throws {UsageError} when the deployment's headers function fails.
 */
export async function sendOverSocket(
  request: WireCaseRequest,
  { endpoint, traceId }: Pick<PlannedRequest, 'endpoint' | 'traceId'>,
  deployment: Deployment,
  limits: CallLimits,
): Promise<Call> {
  const { clock, signal } = limits;
  const startedAt = unixNowMs();
  const given = await givenHeaders(deployment, clock.now(), clock, signal);
  const { traceparent, ...planned } = withTraceparent({ endpoint, headers: {}, traceId }, given, deployment);
  const places = wirePlaceholders(endpoint, sentHeadersOf({ ...planned, traceparent }, given));
  const parts = request.wire.map((part) => ({ ...part, bytes: wireBytes(part.bytes, places) }));
  const text = writtenText(parts);
  const traceLine = `traceparent: ${traceparent}\r\n`;
  // Masked before it is truncated, because a secret could be truncated too. The trace differs each time.
  const written = redactorOf(given)(text.replaceAll(traceLine, '')).slice(0, maxRecordLength);
  const method = /^[A-Z]+(?= )/.exec(written)?.[0] ?? endpoint.method;

  const start = clock.now();
  const sent = { origin: endpoint.origin, method, parts };
  const outcome = await exchangeBytes(sent, attemptLimits(deployment, limits));
  const response = textOf(outcome.kind === 'response' ? outcome.response : outcome.partial);
  const exchange = new RecordedExchange({
    // A request may be written without the headers of the deployment.
    planned: { ...planned, method, body: written, ...(text.includes(traceLine) && { traceparent }) },
    given,
    response,
    startedAt,
    lastAttempt: attemptOf(outcome, 0, clock.now() - start),
    earlierAttempts: [],
  });
  reportExchange(deployment, exchange);
  return { outcome, text: outcome.kind === 'response' ? (response?.body ?? '') : '', exchange };
}

/** Returns the start of what is written, head and body, as far as a record needs it. */
function writtenText(parts: readonly SocketPart[]): string {
  let text = '';
  for (const { bytes, times = 1 } of parts) {
    for (let time = 0; time < times && text.length < maxRecordLength; time++) text += bytes.toString('utf8');
  }
  return text;
}

/** A piece of data for a socket. */
interface SocketPart {
  readonly bytes: Buffer;
  readonly pauseMs?: number | undefined;
  readonly times?: number | undefined;
  readonly end?: boolean | undefined;
}

/** Bytes for a server. */
interface ByteRequest {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The method of the request: the answer to a HEAD has no body. */
  readonly method: string;
  readonly parts: readonly SocketPart[];
}

/** Writes bytes to a server over a new connection and reads the first answer. Never rejects. */
function exchangeBytes(
  { origin, method, parts }: ByteRequest,
  { timeoutMs, maxBytes, clock, signal }: AttemptLimits,
): Promise<AttemptOutcome> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const reader = new AnswerReader(maxBytes, (outcome) => {
      clock.clearTimeout(timer);
      unwatch();
      done.abort();
      socket.destroy();
      resolve(outcome);
    });
    const stop = (): void => reader.stop('aborted', signal?.reason);
    const timer = clock.setTimeout(() => reader.stop('timeout', undefined), timeoutMs);
    const unwatch = onAbort(signal, stop);
    let isConnected = false;
    const socket = connectTo(new URL(origin), () => {
      isConnected = true;
      reader.read(method, new ReadOnlySocket(socket));
      // The reader of the answer handles a broken connection.
      write(parts, socket, clock, done.signal).catch(() => {});
    });
    socket.on('error', (error) => {
      if (!isConnected) reader.stop('network', error);
    });
    if (signal?.aborted) stop();
  });
}

function connectTo(url: URL, onConnect: () => void): Socket {
  const { protocol, port } = url;
  const host = hostOf(url);
  if (protocol === 'http:') return connectPlain({ host, port: Number(port || 80) }, onConnect);
  const servername = isIP(host) === 0 ? host : undefined;
  return connectTls(
    { host, port: Number(port || 443), ALPNProtocols: ['http/1.1'], ...(servername && { servername }) },
    onConnect,
  );
}

async function write(
  parts: readonly SocketPart[],
  socket: Socket,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  async function* pieces(): AsyncGenerator<Buffer> {
    for (const { bytes, times = 1, pauseMs = 0 } of parts) {
      if (pauseMs > 0) await sleep(pauseMs, clock, signal);
      for (let time = 0; time < times; time++) yield bytes;
    }
  }
  await pipeline(pieces, socket, { end: parts.some(({ end }) => end === true), signal });
}

/** Reads one answer from a connection with the HTTP parser of Node.js, limited in size, and settles once. */
class AnswerReader {
  readonly #maxBytes: number;
  readonly #settle: (outcome: AttemptOutcome) => void;
  #isSettled = false;
  #request: ClientRequest | undefined;
  #response: IncomingMessage | undefined;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(maxBytes: number, settle: (outcome: AttemptOutcome) => void) {
    this.#maxBytes = maxBytes;
    this.#settle = settle;
  }

  /** Reads from now on what answers a request by this method. The parser's own request is written there, too. */
  read(method: string, connection: Duplex): void {
    // Only HEAD changes how an answer is parsed. CONNECT would change the connection.
    const parsed = method === 'HEAD' ? 'HEAD' : 'GET';
    this.#request = request({ method: parsed, createConnection: () => connection });
    this.#request
      .on('response', (response) => this.#collect(response))
      .on('error', (error) => this.stop('closed', error))
      .end();
  }

  /** Ends it without a complete answer. */
  stop(kind: FailureKind, error: unknown): void {
    this.#finish({ kind, error, partial: this.#collected() });
  }

  #collect(response: IncomingMessage): void {
    this.#response = response;
    response
      .on('data', (chunk: Buffer) => {
        this.#size += chunk.length;
        if (this.#size > this.#maxBytes) this.stop('too-large', undefined);
        else this.#chunks.push(chunk);
      })
      .on('end', () => {
        const whole = this.#collected();
        if (whole) this.#finish({ kind: 'response', response: whole });
      })
      .on('error', (error) => this.stop('closed', error));
  }

  #collected(): CollectedResponse | undefined {
    if (this.#response === undefined) return undefined;
    const { statusCode = 0, headersDistinct } = this.#response;
    const headers = Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join()]);
    return { status: statusCode, headers: Object.fromEntries(headers), body: Buffer.concat(this.#chunks) };
  }

  #finish(outcome: AttemptOutcome): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#settle(outcome);
    this.#request?.destroy();
  }
}

/** The receiving half of a socket, for a parser that also writes: it discards what is written. */
class ReadOnlySocket extends Duplex {
  constructor(socket: Socket) {
    super();
    let cause: Error | undefined;
    socket
      .on('data', (chunk) => this.push(chunk))
      .on('error', (error) => {
        cause = error;
      })
      // Received data may not have been read yet, so a broken connection also ends after it.
      .on('close', () => {
        if (cause === undefined) this.push(null);
        else this.destroy(cause);
      });
  }

  override _read(): void {}

  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done();
  }
}

/** The values of `{path}`, `{host}` and `{headers}` in the texts of a wire request. */
interface WirePlaceholders {
  readonly path: string;
  readonly host: string;
  readonly headers: string;
}

// The case determines the headers about the body and the host.
const headersOfCase = new Set(['host', 'content-type']);

/** Returns the values of the placeholders of a wire request to an endpoint, with these headers of the deployment. */
function wirePlaceholders(
  { origin, path }: Pick<ResolvedEndpoint, 'origin' | 'path'>,
  headers: Headers,
): WirePlaceholders {
  const lines = Object.entries(headers)
    .filter(([name]) => !headersOfCase.has(name))
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return { path, host: headers.host ?? new URL(origin).host, headers: lines.join('') };
}

/** Returns the bytes of a part of a wire request, with the placeholders of a text filled in. */
function wireBytes(body: CaseBody, places: WirePlaceholders): Buffer {
  if (typeof body !== 'string') return bodyBytes(body);
  return Buffer.from(body.replace(wirePlaceholder, (_, name: keyof WirePlaceholders) => places[name]));
}
