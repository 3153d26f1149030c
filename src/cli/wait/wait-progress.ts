import { type Clock, realClock, type Timer } from '../../internal/clock.js';
import { formatDuration, formatText } from '../../internal/print.js';
import type { TextSink } from '../../internal/terminal.js';
import { terminalWidth } from '../../internal/terminal.js';
import { formatPollResult, type Poll } from '../../polling/timeline.js';

const terminalEveryMs = 500;
const eraseLine = '\r\u001b[2K';

/**
 * Shows the progress of waits: on a terminal one line that is overwritten, with the stage, the time and the polls; elsewhere
 * a line whenever a poll result changes.
 */
export class WaitProgress {
  readonly #sink: TextSink;
  readonly #clock: Clock;
  readonly #startMs: number;
  /** The last result of each polled operation. */
  readonly #seen = new Map<string, string>();
  readonly #count: number;
  readonly #included = new Set<string>();
  #polls = 0;
  #last = 'nothing seen yet';
  #timer: Timer;

  /** @param count - The number of operations. */
  constructor(sink: TextSink, count: number, clock: Clock = realClock) {
    this.#sink = sink;
    this.#clock = clock;
    this.#startMs = clock.now();
    this.#count = count;
    this.#show();
  }

  poll({ atMs, result }: Poll, operationId: string): void {
    const text = formatPollResult(result);
    this.#polls++;
    if (result.verdict === 'included') this.#included.add(operationId);
    else this.#included.delete(operationId);
    this.#last = this.#count === 1 ? text : `${shortId(operationId)} ${text}`;
    const isNew = this.#seen.get(operationId) !== text;
    this.#seen.set(operationId, text);
    if (!this.#sink.isTTY && isNew)
      this.#sink.write(`${shortId(operationId)} +${formatDuration(atMs)} ${text}\n`);
  }

  /** Restores the terminal. */
  end(): void {
    this.#clock.clearTimeout(this.#timer);
    if (this.#sink.isTTY) this.#sink.write(eraseLine);
  }

  /** Updates the time between polls. */
  #show(): void {
    if (!this.#sink.isTTY) return;
    this.#sink.write(eraseLine + this.#standing().slice(0, terminalWidth(this.#sink) - 1));
    this.#timer = this.#clock.setTimeout(() => this.#show(), terminalEveryMs);
  }

  #standing(): string {
    const elapsed = formatDuration(this.#clock.now() - this.#startMs);
    const polls = `${this.#polls} ${this.#polls === 1 ? 'poll' : 'polls'}`;
    const included = this.#count === 1 ? [] : [`${this.#included.size} of ${this.#count} included`];
    return ['waiting', ...included, elapsed, polls, this.#last].join(', ').replace(', ', ' ');
  }
}

function shortId(operationId: string): string {
  const text = formatText(operationId, 80);
  return text.length > 14 ? `${text.slice(0, 8)}…${text.slice(-4)}` : text;
}
