import { type Clock, onAbort, type Timer } from '../internal/clock.js';
import type { EndedBy } from './model/campaign-event.js';

/** A tenth of a campaign's time, at most this many milliseconds, is reserved for rerunning findings. Assumption. */
const maxConfirmingMs = 10_000;

/** Ends after which findings are rerun. After enough findings, those that are already reported are rerun. */
const confirmedAfter: readonly EndedBy[] = ['time', 'cases', 'findings'];

/** Returns when the time limit of a campaign ends its cases, in milliseconds after its start. */
export function casesEndMs(durationMs: number): number {
  return durationMs - Math.min(maxConfirmingMs, durationMs / 10);
}

/** What can end a campaign from outside. */
interface EndingOptions {
  readonly durationMs: number | undefined;
  readonly confirmTimeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly clock: Clock;
}

/** Ends a campaign in two steps: first no more cases, then no more reruns of findings. */
export class CampaignEnding {
  readonly #cases = new AbortController();
  readonly #confirming = new AbortController();
  readonly #options: EndingOptions;
  readonly #timers: Timer[];
  readonly #stop = (): void => this.end('stopped');
  readonly #unwatch: () => void;
  #endedBy: EndedBy | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** Starts the time limit. */
  constructor(options: EndingOptions) {
    const { durationMs, signal, clock } = options;
    this.#options = options;
    this.#timers =
      durationMs === undefined
        ? []
        : [
            clock.setTimeout(() => this.end('time'), casesEndMs(durationMs)),
            clock.setTimeout(() => this.#confirming.abort(), durationMs),
          ];
    if (signal?.aborted) this.#stop();
    this.#unwatch = onAbort(signal, this.#stop);
  }

  /** Aborts when no more cases must run. */
  get cases(): AbortSignal {
    return this.#cases.signal;
  }

  /** Aborts when nothing must run any more. */
  get confirming(): AbortSignal {
    return this.#confirming.signal;
  }

  /** What ended the cases. The first reason counts. */
  get endedBy(): EndedBy {
    return this.#endedBy ?? 'cases';
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Ends the cases. Findings are rerun for a while unless the campaign was stopped or the deployment is unreachable. */
  end(by: EndedBy): void {
    const { clock, confirmTimeoutMs } = this.#options;
    if (this.#endedBy === undefined)
      this.#timers.push(clock.setTimeout(() => this.#confirming.abort(), confirmTimeoutMs));
    this.#endedBy ??= by;
    this.#cases.abort();
    if (!confirmedAfter.includes(by)) this.#confirming.abort();
  }

  /** Ends everything with an error. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#cases.abort();
    this.#confirming.abort();
  }

  /** @throws the error that ended the campaign. */
  throwIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Stops watching the time and the signal. */
  close(): void {
    const { clock } = this.#options;
    for (const timer of this.#timers) clock.clearTimeout(timer);
    this.#unwatch();
  }
}
