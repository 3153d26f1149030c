import type { Dispatcher } from 'undici';
import type { Deployment } from '../deployment/deployment.js';
import type { WaitMark, WaitMarks } from '../internal/wait-marks.js';
import type { ExchangeLog, LoggedExchange } from './exchange-log.js';
import type { ReceivedAnswer } from './recorded-answer.js';
import { sentRequest } from './sent-request.js';

let live: Promise<Dispatcher> | undefined;

/** Sends requests as a deployment does, and logs them with what comes. */
export class RecordingDispatcher implements Pick<Dispatcher, 'dispatch'>, WaitMarks {
  readonly #deployment: Deployment;
  readonly #log: () => ExchangeLog;

  /** @param log - Where the next request goes; it may be another one for each. */
  constructor(deployment: Deployment, log: () => ExchangeLog) {
    this.#deployment = deployment;
    this.#log = log;
  }

  markWait(operationId: string): WaitMark {
    return this.#log().markWait(operationId);
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { dispatcher } = this.#deployment;
    const log = this.#log();
    const exchange = log.begin(sentRequest(options, this.#deployment));
    const logging = new LoggingHandler(handler, log, exchange);
    if (dispatcher !== undefined) return dispatcher.dispatch(options, logging);
    // undici is loaded by the time that something is sent; the entry must not load it before.
    live ??= import('../internal/undici.js').then(({ Agent }) => new Agent());
    live
      .then((agent) => agent.dispatch(options, logging))
      .catch((error) => logging.onResponseError(undefined, error));
    return true;
  }
}

class LoggingHandler implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #log: ExchangeLog;
  readonly #exchange: LoggedExchange;
  readonly #chunks: Uint8Array[] = [];
  #status: number | undefined;
  #headers: ReceivedAnswer['headers'] = {};

  constructor(handler: Dispatcher.DispatchHandler, log: ExchangeLog, exchange: LoggedExchange) {
    this.#handler = handler;
    this.#log = log;
    this.#exchange = exchange;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#handler.onRequestStart?.(controller, context);
  }

  onResponseStart(...start: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>): void {
    const [, status, headers] = start;
    this.#status = status;
    this.#headers = headers;
    this.#handler.onResponseStart?.(...start);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(...end: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseEnd']>>): void {
    this.#end('whole');
    this.#handler.onResponseEnd?.(...end);
  }

  /** A connection that could not be made has no controller. */
  onResponseError(controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (!controller?.aborted) this.#end({ error });
    // What `dispatchOnce` aborts an attempt with when a limit of its own is passed.
    // What a signal or the end of a wait called off says nothing of the service, and would hang when it is replayed.
    else if (error.message === 'timeout') this.#end('given-up');
    else if (error.message === 'too-large') this.#end('too-large');
    this.#handler.onResponseError?.(controller as Dispatcher.DispatchController, error);
  }

  #end(end: ReceivedAnswer['end']): void {
    const answer = { status: this.#status, headers: this.#headers, chunks: this.#chunks, end };
    this.#log.end(this.#exchange, answer);
  }
}
