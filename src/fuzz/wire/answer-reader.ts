import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FailureKind } from '../../client/evidence.js';
import type { AttemptOutcome, CollectedResponse } from '../../client/transport.js';

/** Reads one answer from a connection with the HTTP parser of Node.js, limited in size, and settles once. */
export class AnswerReader {
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
    // Only HEAD makes a difference to how an answer reads, and CONNECT to what becomes of the connection.
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
