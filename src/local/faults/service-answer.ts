import type { IncomingHttpHeaders } from 'node:http';
import type { BuiltInEndpointName } from '../../endpoint/built-in.js';

/** A request to an endpoint of the service. */
export interface ServiceCall {
  readonly endpoint: BuiltInEndpointName;
  /** The requested operation id. */
  readonly operationId?: string | undefined;
  /** The requested operation id as written, where `operationId` is in lower case. */
  readonly requestedId?: string | undefined;
  /** The head of the request. */
  readonly headers?: IncomingHttpHeaders | undefined;
  /** The time of the chain when it is answered, in milliseconds of unix time. Default: real time. */
  readonly nowMs?: number | undefined;
  /** A simulation request with neutral names, before validation; undefined if it is not JSON. */
  readonly simulated?: unknown;
}

/** An answer before it is written. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Integers may be bigints; they are written exactly. */
  readonly body: unknown;
}

/** An answer as it is written. Its headers do not include the length of the body. */
export interface WrittenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** How its characters become bytes. Default: UTF-8. */
  readonly encoding?: 'latin1' | undefined;
}

/** Writes an answer as JSON, with exact integers. */
export type WriteAnswer = (answer: Answer) => WrittenAnswer;
