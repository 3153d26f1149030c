/** One attempt to send a request. */
export interface Attempt {
  /** When it started, in milliseconds after the start of the exchange. */
  readonly startedAfterMs: number;
  /** How long it took, in milliseconds. */
  readonly durationMs: number;
  /** The HTTP status; undefined without an answer. */
  readonly status?: number | undefined;
  /** What went wrong, if the answer is not complete. */
  readonly failure?: string | undefined;
  /**
   * Why the attempt failed: the status with the service's error, such as `status 503: pool exhausted`, or the network
   * failure. Undefined for an answer with status 200.
   */
  readonly reason?: string | undefined;
}

/** What went over the wire for one call, secrets redacted. */
export interface Exchange {
  /** The request as it was sent, without the header `traceparent` that it was given: see `traceId`. */
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string | undefined;
  };
  /** The last answer, or undefined when none came. Bytes that are not UTF-8 read as U+FFFD in `body`. */
  readonly response?:
    | {
        readonly status: number;
        readonly headers: Readonly<Record<string, string>>;
        readonly body: string;
      }
    | undefined;
  /**
   * The id of the trace that all its attempts belong to, as the header `traceparent` had it (W3C Trace Context): 32 hex
   * digits, by which the log of a server can be searched. Undefined if none was sent.
   */
  readonly traceId?: string | undefined;
  /** When the first attempt started, in milliseconds of unix time. In a replay, when it was recorded. */
  readonly startedAt: number;
  /** How long the whole exchange took, pauses between attempts included, in milliseconds. */
  readonly durationMs: number;
  /** Every try, in order. */
  readonly attempts: readonly Attempt[];
  /** Masks the secrets that this exchange carried in a text: a service may echo them anywhere in its answer. */
  redact(text: string): string;
}

/** Returns when an exchange ended, in milliseconds of unix time. */
export function endOf({ startedAt, durationMs }: Pick<Exchange, 'startedAt' | 'durationMs'>): number {
  return startedAt + durationMs;
}

/** A response as text; if incomplete, the part that was received. */
export type ResponseText = NonNullable<Exchange['response']>;
