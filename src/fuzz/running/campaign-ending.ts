import type { Clock, Timer } from '../../internal/clock.js';
import { onAbort } from '../../internal/waiting.js';
import type { EndedBy } from '../campaign-event.js';

/** Of a campaign's time a tenth, at most this many milliseconds, is kept for running findings again. Assumption. */
const maxConfirmingMs = 10_000;

/** Ends after which findings are run again. With enough findings those are that are told already. */
const confirmedAfter: readonly EndedBy[] = ['time', 'cases', 'findings'];

/** What may end a campaign from outside. */
interface EndingOptions {
  readonly durationMs: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly clock: Clock;
}

/** Ends a campaign, in two steps: no more cases; and no more runs of what was found. */
export class CampaignEnding {
  readonly #cases = new AbortController();
  readonly #confirming = new AbortController();
  readonly #options: EndingOptions;
  readonly #timers: readonly Timer[];
  readonly #stop = (): void => this.end('stopped');
  readonly #unwatch: () => void;
  #endedBy: EndedBy | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** Starts the time that there is. */
  constructor(options: EndingOptions) {
    const { durationMs, signal, clock } = options;
    this.#options = options;
    const keptMs = Math.min(maxConfirmingMs, (durationMs ?? 0) / 10);
    this.#timers =
      durationMs === undefined
        ? []
        : [
            clock.setTimeout(() => this.end('time'), durationMs - keptMs),
            clock.setTimeout(() => this.#confirming.abort(), durationMs),
          ];
    if (signal?.aborted) this.#stop();
    this.#unwatch = onAbort(signal, this.#stop);
  }

  /** Aborts when no more cases shall run. */
  get cases(): AbortSignal {
    return this.#cases.signal;
  }

  /** Aborts when nothing shall run any more. */
  get confirming(): AbortSignal {
    return this.#confirming.signal;
  }

  /** What ended the cases; the first that did so counts. */
  get endedBy(): EndedBy {
    return this.#endedBy ?? 'cases';
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Ends the cases. What was found is run again unless somebody stopped the campaign or it cannot see. */
  end(by: EndedBy): void {
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

  /** @throws what the campaign failed with. */
  throwIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Watches the time and the signal no more. */
  close(): void {
    const { clock } = this.#options;
    for (const timer of this.#timers) clock.clearTimeout(timer);
    this.#unwatch();
  }
}
