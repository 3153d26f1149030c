import { type DetailLine, UsageError } from '../errors.js';
import { afterThisTurn, realClock } from '../internal/clock.js';
import type { FollowedCall, TestContext } from './test-context.js';

/**
 * Returns the milliseconds that a call may take before the runner ends what has begun at `startMs`; `Infinity` without a timeout. Some
 * of the time is reserved for the final poll of a wait, and for the test to report.
 */
export function timeLeft(startMs: number, timeoutMs: number): number {
  if (timeoutMs <= 0 || !Number.isFinite(timeoutMs)) return Number.POSITIVE_INFINITY;
  return startMs + timeoutMs - Math.min(250, timeoutMs / 4) - realClock.now();
}

/** Code that must await its calls: a test attempt, or the code of a file outside tests. */
export abstract class Scope implements TestContext {
  abstract readonly timeoutMs: number;
  readonly #end = new AbortController();
  readonly #calls = new Set<FollowedCall>();

  abstract remainingMs(): number;
  protected hasCalls = false;
  /** Whether it has failed anyway, so that missing awaits need no report. */
  protected abstract get hasFailed(): boolean;
  /** For messages: `the test`. */
  protected abstract readonly kind: string;
  /** For messages: `the test "sends a call"`. */
  abstract get name(): string;
  /** Fails the run even though this scope has ended. */
  abstract report(error: Error): void;

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  follow(call: FollowedCall): void {
    this.hasCalls = true;
    if (this.signal.aborted) this.#reject(call);
    else this.#calls.add(call);
  }

  /** Ends the scope and its calls. Returns an error for each call that was not awaited, unless the scope has failed. */
  async end(): Promise<UsageError[]> {
    // Calls cancelled by the last statement settle in this turn.
    if (this.#unsettled().length > 0) await new Promise<void>((resolve) => afterThisTurn(resolve));
    const unawaited = this.#abortCalls();
    this.#end.abort(new Error(`${this.kind} has ended`));
    return this.hasFailed ? [] : unawaited;
  }

  #abortCalls(): UsageError[] {
    const unawaited = [...this.#calls].filter((call) => !call.isSettled || call.isDropped);
    this.#calls.clear();
    return unawaited.map((call) => {
      const error = unawaitedError(call, this.kind);
      call.end(error);
      return error;
    });
  }

  /** Aborts the scope and its calls when the runner aborts. */
  protected abort(reason: unknown): void {
    this.#abortCalls();
    this.#end.abort(reason);
  }

  #unsettled(): FollowedCall[] {
    return [...this.#calls].filter(({ isSettled }) => !isSettled);
  }

  #reject(call: FollowedCall): void {
    const error = this.lateError(call);
    call.end(error);
    this.report(error);
  }

  /** Creates the error for a call that began after the scope ended; `failure` is the call's own error, if it ran. */
  lateError(call: FollowedCall, failure?: unknown): UsageError {
    const hasFailed = failure !== undefined;
    const error = new UsageError(
      `${call.text} began after ${this.name} had ended${hasFailed ? ', and failed' : ''}`,
      [...(hasFailed ? [`It failed:  ${firstLineOf(failure)}`] : []), ...this.lateLines(hasFailed)],
      failure,
    );
    return errorAt(call, error);
  }

  /** What messages say of a call that began after the scope ended. */
  protected lateLines(_hasFailed: boolean): readonly DetailLine[] {
    return [
      missingAwait,
      {
        advice:
          'await it in the test, so that the test ends after it; start in beforeAll what several tests share;\n' +
          'bind what a shared queue runs to the test that adds it, with AsyncResource.bind of node:async_hooks',
      },
    ];
  }
}

/** What messages say of a late call. */
export const missingAwait =
  'Something that leads to this line is not awaited: a helper, a callback, Promise.race.';

/** Returns the first line of an error's message. */
export function firstLineOf(error: unknown): string {
  const { message = error } = (error ?? {}) as { readonly message?: unknown };
  return String(message).split('\n', 1)[0] as string;
}

function unawaitedError(call: FollowedCall, kind: string): UsageError {
  const advice = call.isAwaited
    ? [
        {
          advice:
            'this line is awaited, but what leads to it is not: await the helper, fc.assert or Promise around it;\n' +
            'for a property with interruptAfterTimeLimit use checkProperty, which waits for the run that it interrupts',
        },
      ]
    : [{ advice: `write await before it: await ${call.text}` }];
  const fact = call.isSettled ? 'was not awaited before' : 'was still waiting when';
  return errorAt(call, new UsageError(`${call.text} ${fact} ${kind} ended`, advice));
}

/** Sets the stack of an error to that of a call. */
export function errorAt<E extends Error>({ frames }: FollowedCall, error: E): E {
  error.stack = `${error.name}: ${error.message}${frames}`;
  return error;
}

/** Throws an error, or several as one; returns if there is none. */
export function throwAll(errors: readonly Error[]): void {
  const [first] = errors;
  if (first === undefined) return;
  if (errors.length === 1) throw first;
  const all = new AggregateError(errors, errors.map(({ message }) => message).join('\n\n'));
  // Vitest 3 shows only the stack of the AggregateError.
  if (first.stack) all.stack = first.stack;
  throw all;
}
