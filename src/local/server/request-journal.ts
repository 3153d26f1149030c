import type { IncomingMessage } from 'node:http';
import { traceIdIn } from '../../client/request.js';
import type { ReceivedRequestsQuery, WireReceivedRequest } from '../../deployment/received-request.js';
import { unixNowMs } from '../../internal/clock.js';
import {
  createRedactor,
  isPublicName,
  isSecretName,
  redactRequestHeaders,
  secretsIn,
  secretsInQuery,
} from '../../internal/redaction.js';
import type { WrittenAnswer } from '../faults/fault.js';
import { pageOf } from '../model/control-data.js';
import { readBodyOf } from './request-body.js';
import { type RoutedRequest, serviceCall } from './router.js';

/** A request that was received, as far as it is known. */
interface Entry {
  readonly number: number;
  readonly atMs: number;
  readonly message: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>;
  readonly routed: Pick<RoutedRequest, 'route' | 'queryText'>;
  body: Buffer | undefined;
  answer: Pick<WrittenAnswer, 'status' | 'body'> | undefined;
}

/** Completes the entry of a request. */
export interface JournalEntry {
  /** Notes the body of the request, as far as it was read. */
  read(message: IncomingMessage): void;
  /** Notes the answer that is sent. */
  answered(answer: WrittenAnswer): void;
}

/** A part of the list of requests. */
interface JournalPage {
  readonly requests: WireReceivedRequest[];
  /** Whether these are all; if not, the query `after` with the last number continues. */
  readonly isComplete: boolean;
  readonly dropped: number;
}

/** The query of a page. */
export interface JournalQuery extends ReceivedRequestsQuery {
  /** Limits the list to requests after this number. */
  readonly after?: number | undefined;
}

/** The maximum size of all bodies that are kept. */
const maxKeptBytes = 64 * 1024 * 1024;

/**
 * Keeps the newest requests that the simulator and the observer received, with their answers. Snapshots do not change it. It holds
 * credentials, which its pages do not show.
 */
export class RequestJournal {
  readonly #maxEntries: number;
  #entries: Entry[] = [];
  #bytes = 0;
  #last = 0;
  #dropped = 0;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  /** Adds a request that has just arrived. */
  begin({ message, route, queryText }: RoutedRequest): JournalEntry {
    const { method, url, rawHeaders } = message;
    const entry: Entry = {
      number: ++this.#last,
      atMs: Math.floor(unixNowMs()),
      message: { method, url, rawHeaders },
      routed: { route, queryText },
      body: undefined,
      answer: undefined,
    };
    this.#entries.push(entry);
    this.#dropOldest();
    return {
      read: (from) => {
        entry.body = readBodyOf(from);
        this.#grow(entry, entry.body?.length ?? 0);
      },
      answered: ({ status, body }) => {
        entry.answer = { status, body };
        this.#grow(entry, body.length);
      },
    };
  }

  /** Clears the requests, and the count of those that were dropped. */
  clear(): void {
    this.#entries = [];
    this.#bytes = 0;
    this.#dropped = 0;
  }

  /** Returns the requests that fit a query, oldest first. */
  page(query: JournalQuery): JournalPage {
    const { items, isComplete } = pageOf(this.#requests(query));
    return { requests: items, isComplete, dropped: this.#dropped };
  }

  *#requests({ after = 0, ...query }: JournalQuery): Generator<WireReceivedRequest> {
    for (const entry of this.#entries) {
      if (entry.number <= after) continue;
      const request = received(entry);
      if (fits(request, query)) yield request;
    }
  }

  /** A request that is answered late may be dropped, or cleared, already. */
  #grow(entry: Entry, bytes: number): void {
    const [oldest] = this.#entries;
    if (oldest === undefined || entry.number < oldest.number) return;
    this.#bytes += bytes;
    this.#dropOldest();
  }

  #dropOldest(): void {
    while (this.#entries.length > this.#maxEntries || this.#bytes > maxKeptBytes) {
      const oldest = this.#entries.shift();
      this.#bytes -= (oldest?.body?.length ?? 0) + (oldest?.answer?.body.length ?? 0);
      this.#dropped++;
    }
  }
}

function fits(request: WireReceivedRequest, query: ReceivedRequestsQuery): boolean {
  const { endpoint, operationId, status, sinceMs, traceId } = query;
  return (
    (endpoint === undefined || request.endpoint === endpoint) &&
    (operationId === undefined || request.operationId?.toLowerCase() === operationId.toLowerCase()) &&
    (status === undefined || request.answer?.status === status) &&
    (sinceMs === undefined || request.atMs >= sinceMs) &&
    (traceId === undefined || request.traceId === traceId)
  );
}

/** Returns a request without credentials. */
function received({ number, atMs, message, routed, body, answer }: Entry): WireReceivedRequest {
  const { method = '', url = '', rawHeaders } = message;
  const headers = headersIn(rawHeaders);
  const { endpoint, operationId } = serviceCall(routed);
  // Other headers may repeat members of the request: a caller, an operation id.
  const secretHeaders = Object.entries(headers).filter(([name]) => isSecretName(name) && !isPublicName(name));
  const secrets = [
    ...secretsIn(Object.fromEntries(secretHeaders)),
    ...secretsInQuery(routed.queryText, routed.route?.parameters),
  ];
  const redact = createRedactor(secrets);
  const traceId = traceIdIn(headers.traceparent);
  return {
    number,
    atMs,
    ...(endpoint !== undefined && { endpoint }),
    ...(operationId !== undefined && { operationId: redact(operationId) }),
    ...(traceId !== undefined && { traceId }),
    method,
    path: redact(url),
    headers: redactRequestHeaders(headers),
    ...(body !== undefined && { body: redact(body.toString()) }),
    ...(answer !== undefined && {
      answer: { status: answer.status, body: redact(answer.body.toString()) },
    }),
  };
}

/** Joins headers that occur several times. */
function headersIn(rawHeaders: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    const value = rawHeaders[index + 1] as string;
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return Object.fromEntries(headers);
}
