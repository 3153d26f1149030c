import { UsageError } from '../errors.js';
import { secretsIn } from '../internal/redaction.js';
import type { WaitMark } from '../internal/wait-marks.js';
import type { ReceivedAnswer } from './recorded-answer.js';
import type { SentRequest } from './sent-request.js';
import { mostRecordingBytes } from './taped-exchange.js';

/** A request and, once it is there, what came of it. */
export interface LoggedExchange {
  readonly request: SentRequest;
  /** How many waits for its operation had begun or ended. */
  readonly wait: number;
  answer?: ReceivedAnswer;
}

/** What went over the wire since it was made, in the order of sending and with its secrets: they go when it is written. */
export class ExchangeLog {
  readonly #deployments = new Set<string>();
  readonly #secrets = new Set<string>();
  readonly #waits = new Map<string, number>();
  readonly #waitedMs = new Map<string, Record<number, number>>();
  #exchanges: LoggedExchange[] = [];
  #bytes = 0;

  /** Notes a request, before it is sent. */
  begin(request: SentRequest): LoggedExchange {
    const exchange: LoggedExchange = { request, wait: this.#waits.get(request.operationId ?? '') ?? 0 };
    this.#deployments.add(request.deployment);
    for (const secret of secretsIn(request.headers)) this.#secrets.add(secret);
    this.#note(request.body.length);
    if (!this.#isFull) this.#exchanges.push(exchange);
    return exchange;
  }

  /** Notes that a wait for an operation begins, and later that it ends and how long it took. */
  markWait(operationId: string): WaitMark {
    const wait = this.#countWait(operationId);
    return {
      end: (durationMs) => {
        this.#countWait(operationId);
        this.#waitedMs.set(operationId, { ...this.waitedMs(operationId), [wait]: Math.ceil(durationMs) });
      },
      replayed: () => undefined,
    };
  }

  /** How long each wait for an operation took, by the number of waits that had begun or ended when it began. */
  waitedMs(operationId: string | undefined): Readonly<Record<number, number>> | undefined {
    return this.#waitedMs.get(operationId ?? '');
  }

  #countWait(operationId: string): number {
    const count = (this.#waits.get(operationId) ?? 0) + 1;
    this.#waits.set(operationId, count);
    return count;
  }

  /** Notes what came of a request. */
  end(exchange: LoggedExchange, answer: ReceivedAnswer): void {
    this.#note(answer.chunks.reduce((sum, { length }) => sum + length, 0));
    if (!this.#isFull) exchange.answer = answer;
  }

  /** The names of the deployments that were asked. */
  get deployments(): readonly string[] {
    return [...this.#deployments].sort();
  }

  /** The credentials that were sent. */
  get secrets(): readonly string[] {
    return [...this.#secrets];
  }

  /**
   * The exchanges that have ended.
   *
   * @throws {UsageError} when they are more than a recording holds.
   */
  get ended(): Required<LoggedExchange>[] {
    if (this.#isFull)
      throw new UsageError(
        `The exchanges are more than a recording holds, ${mostRecordingBytes} bytes: record fewer of them`,
      );
    return this.#exchanges.filter((exchange): exchange is Required<LoggedExchange> => 'answer' in exchange);
  }

  get #isFull(): boolean {
    return this.#bytes > mostRecordingBytes;
  }

  #note(bytes: number): void {
    this.#bytes += bytes;
    if (this.#isFull) this.#exchanges = [];
  }
}
