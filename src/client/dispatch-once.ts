import type { Dispatcher } from 'undici';
import type { Clock } from '../internal/clock.js';
import { onAbort } from '../internal/waiting.js';

/** An answer as it came, not yet decoded; of an incomplete one, what had come. */
export interface CollectedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What bounds one attempt. */
export interface AttemptLimits {
  /** Until the whole body is there. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** How an attempt ended: with a whole answer, or without one and why. */
export type AttemptOutcome =
  | { readonly kind: 'response'; readonly response: CollectedResponse }
  | {
      readonly kind: 'timeout' | 'too-large' | 'aborted' | 'network';
      readonly error: unknown;
      readonly partial: CollectedResponse | undefined;
    };

/** The code of an error with which a dispatcher says that the time-out of a recorded attempt was reached. */
export const replayedTimeout = 'CROSSCHECK_REPLAYED_TIMEOUT';

/** Sends one request by undici's `dispatch` and collects its answer, bounded in time and size. Never rejects. */
export function dispatchOnce(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: AttemptLimits,
): Promise<AttemptOutcome> {
  return new Promise((resolve) => {
    const { clock, signal } = limits;
    const collector = new ResponseCollector(limits.maxBytes, (outcome) => {
      clock.clearTimeout(timer);
      unwatch?.();
      resolve(outcome);
    });
    let unwatch: (() => void) | undefined;
    const stop = (): void => collector.stop('aborted', signal?.reason);
    const timer = clock.setTimeout(() => collector.stop('timeout', undefined), limits.timeoutMs);
    if (signal?.aborted) return stop();
    unwatch = onAbort(signal, stop);
    try {
      dispatcher.dispatch(request, collector);
    } catch (error) {
      collector.stop('network', error);
    }
  });
}

class ResponseCollector implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number;
  readonly #settle: (outcome: AttemptOutcome) => void;
  #settled = false;
  #controller: Dispatcher.DispatchController | undefined;
  #status: number | undefined;
  #headers: Record<string, string | string[] | undefined> = {};
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(maxBytes: number, settle: (outcome: AttemptOutcome) => void) {
    this.#maxBytes = maxBytes;
    this.#settle = settle;
  }

  /** Ends the attempt wherever it is. */
  stop(kind: 'timeout' | 'too-large' | 'aborted' | 'network', error: unknown): void {
    this.#finish({ kind, error, partial: this.#collected() });
    this.#controller?.abort(new Error(kind));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(new Error('stopped before it was sent'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    this.#headers = headers;
    if (Number(headers['content-length']) > this.#maxBytes) this.stop('too-large', undefined);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) this.stop('too-large', undefined);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const response = this.#collected();
    if (response) this.#finish({ kind: 'response', response });
    else this.stop('network', new Error('the connection closed without an answer'));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if ((error as { code?: unknown }).code === replayedTimeout) this.stop('timeout', undefined);
    else this.stop('network', error);
  }

  #finish(outcome: AttemptOutcome): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#settle(outcome);
  }

  #collected(): CollectedResponse | undefined {
    if (this.#status === undefined) return undefined;
    const [only, ...more] = this.#chunks;
    const body = only !== undefined && more.length === 0 ? only : Buffer.concat(this.#chunks);
    return { status: this.#status, headers: joined(this.#headers), body };
  }
}

let lastHeaders: Readonly<Record<string, string>> = {};

/** Gives one text a header. Answers in a row often have the same headers, which then are one object for all. */
function joined(headers: Record<string, string | string[] | undefined>): Readonly<Record<string, string>> {
  const names = Object.keys(headers);
  const isSame =
    names.length === Object.keys(lastHeaders).length &&
    names.every((name) => String(headers[name]) === lastHeaders[name]);
  if (!isSame) lastHeaders = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
  return lastHeaders;
}
