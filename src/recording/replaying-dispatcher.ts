import type { Dispatcher } from 'undici';
import { replayedTimeout } from '../client/dispatch-once.js';
import type { Deployment } from '../deployment/deployment.js';
import { UsageError } from '../errors.js';
import type { WaitMark, WaitMarks } from '../internal/wait-marks.js';
import { sentRequest } from './sent-request.js';
import type { ReplayedAnswer, Tape } from './tape.js';

/** Answers requests from a recording, as soon as they are made, and sends nothing. */
export class ReplayingDispatcher implements Pick<Dispatcher, 'dispatch'>, WaitMarks {
  readonly #deployment: Deployment;
  readonly #tape: () => Promise<Tape>;
  readonly #hasKnownHeaders: boolean;

  /**
   * @param tape - Where the next answer comes from; it may be another one for each.
   * @param hasKnownHeaders - Whether requests have the credentials that a message must not show.
   */
  constructor(deployment: Deployment, tape: () => Promise<Tape>, hasKnownHeaders: boolean) {
    this.#deployment = deployment;
    this.#tape = tape;
    this.#hasKnownHeaders = hasKnownHeaders;
  }

  markWait(operationId: string): WaitMark {
    let mark: WaitMark | undefined;
    // Whoever asks next is told what is wrong with a recording that cannot be read.
    this.#tape().then(
      (tape) => {
        mark = tape.markWait(operationId);
      },
      () => {},
    );
    return { end: (durationMs) => mark?.end(durationMs), replayed: () => mark?.replayed() };
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const controller = new ReplayController();
    const request = sentRequest(options, this.#deployment);
    this.#tape().then(
      (tape) => {
        try {
          give(tape.next(request, this.#hasKnownHeaders), controller, handler);
        } catch (error) {
          handler.onResponseError?.(controller, error as Error);
        }
      },
      (error) => handler.onResponseError?.(controller, error),
    );
    return true;
  }
}

/** Calls a handler as undici does. Where the client gave up, the attempt times out at once: nothing is waited for. */
function give(
  { status, headers, bytes, failure }: ReplayedAnswer,
  controller: ReplayController,
  handler: Dispatcher.DispatchHandler,
): void {
  handler.onRequestStart?.(controller, {});
  if (status !== undefined && !controller.aborted) handler.onResponseStart?.(controller, status, headers, '');
  if (bytes.length > 0 && !controller.aborted) handler.onResponseData?.(controller, bytes);
  if (controller.aborted) handler.onResponseError?.(controller, controller.reason as Error);
  else if (failure === undefined) handler.onResponseEnd?.(controller, {});
  else if (failure === 'too large') handler.onResponseError?.(controller, largerThanRecorded());
  else
    handler.onResponseError?.(
      controller,
      failure === 'given up'
        ? Object.assign(new Error('timed out when it was recorded'), { code: replayedTimeout })
        : Object.assign(new Error(failure.message), { code: failure.code }),
    );
}

/** The client reads more now than when it was recorded, and there is no more. */
function largerThanRecorded(): UsageError {
  return new UsageError(
    'The recording has only the beginning of an answer that was longer than maxResponseBytes',
    ['What to do: record again with the maxResponseBytes of now, or replay with that of then'],
  );
}

class ReplayController implements Dispatcher.DispatchController {
  aborted = false;
  paused = false;
  reason: Error | null = null;

  abort(reason: Error): void {
    this.aborted = true;
    this.reason = reason;
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }
}
