import type { IncomingHttpHeaders } from 'node:http';
import type { BuiltInEndpointName } from '../../endpoint/built-in.js';

/** A request that one of the service's operations answers. */
export interface ServiceCall {
  readonly endpoint: BuiltInEndpointName;
  /** The operation that is asked about, as it is asked. */
  readonly operationId?: string | undefined;
  /** The same in the letter case of the request, where that may be another one. */
  readonly asked?: string | undefined;
  /** The head of the request. */
  readonly headers?: IncomingHttpHeaders | undefined;
  /** A simulation request as it was read, with neutral names, not checked; undefined where it is no JSON. */
  readonly simulated?: unknown;
}

/** An answer as it is meant. */
export interface MeantAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Integers may be bigints; they are written exactly. */
  readonly body: unknown;
}

/** An answer as it is written; the length of its body is not among its headers. */
export interface WrittenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** How its characters become bytes. Default: UTF-8. */
  readonly encoding?: 'latin1' | undefined;
}

/** Writes an answer as JSON, with exact integers. */
export type WriteAnswer = (answer: MeantAnswer) => WrittenAnswer;
