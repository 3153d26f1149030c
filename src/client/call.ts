import type { Exchange } from '../deployment/exchange.js';

/*
 * What comes back for a request: the response, how the attempt ended, and the call. As text, and without secrets, they are
 * `ResponseText`, `Attempt` and `Exchange`.
 */

/** A raw response; if incomplete, the part that was received. */
export interface CollectedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** When it came, in ISO 8601, if it is replayed from a recording that says so. */
  readonly recordedAt?: string | undefined;
}

/**
 * Why a response is missing or incomplete. `closed`: the server closed an established connection; `network`: the
 * connection failed.
 */
export type FailureKind = 'timeout' | 'too-large' | 'aborted' | 'network' | 'closed';

/** How an attempt ended: with a complete response, or the reason why there is none. */
export type AttemptOutcome =
  | { readonly kind: 'response'; readonly response: CollectedResponse }
  | {
      readonly kind: FailureKind;
      readonly error: unknown;
      /** The part of the response that was received. */
      readonly partial: CollectedResponse | undefined;
    };

/** A request and what came back. */
export interface Call {
  /** The outcome of the last attempt. */
  readonly outcome: AttemptOutcome;
  /** The body of a complete response, otherwise empty. Bytes that are not UTF-8 decode to U+FFFD. */
  readonly text: string;
  readonly exchange: Exchange;
}
