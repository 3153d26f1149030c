import { UsageError } from '../errors/usage-error.js';
import { printText } from '../internal/print.js';
import { nearestRequest } from './nearest-request.js';
import type { RecordedAnswer } from './recorded-answer.js';
import { bytesOfRecorded } from './recorded-body.js';
import {
  keyWithoutShardsKey,
  type RecordedRequest,
  recordedRequest,
  requestKey,
} from './recorded-request.js';
import { secretMask } from './secret-mask.js';
import type { SentRequest } from './sent-request.js';
import type { TapedExchange } from './taped-exchange.js';

const longestShown = 600;
const mask = secretMask([]);

/** An answer of a recording as it comes over the wire. */
export interface ReplayedAnswer extends Pick<RecordedAnswer, 'status' | 'failure'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** How a recording is made again: in the words of whoever replays it. */
export interface TapeOrigin {
  readonly file: string;
  readonly howToRecord: string;
}

/** The answers of a recording, each time that the same request is made the next one, and the last one for ever. */
export class Tape {
  readonly #origin: TapeOrigin;
  readonly #requests: readonly RecordedRequest[];
  readonly #answers = new Map<string, readonly RecordedAnswer[]>();
  readonly #given = new Map<string, number>();

  constructor(exchanges: readonly TapedExchange[], origin: TapeOrigin) {
    this.#origin = origin;
    this.#requests = exchanges.map(({ request }) => request);
    for (const { request, answers } of exchanges) {
      this.#answers.set(requestKey(request), answers);
      const looseKey = keyWithoutShardsKey(request);
      if (looseKey !== undefined)
        this.#answers.set(looseKey, [...(this.#answers.get(looseKey) ?? []), ...answers]);
    }
  }

  /**
   * Gives what came when a request was made as often as it now is. Of a simulation that was made with other shards keys
   * only, these count as one, in their order.
   *
   * @throws {UsageError} when it never was.
   */
  next(sent: SentRequest): ReplayedAnswer {
    const request = recordedRequest(sent, mask);
    const key = [requestKey(request), keyWithoutShardsKey(request) ?? ''].find((one) =>
      this.#answers.has(one),
    );
    if (key === undefined) throw this.#unknown(request);
    const earlier = this.#given.get(key) ?? 0;
    this.#given.set(key, earlier + 1);
    const { status, headers = {}, failure, ...body } = answerAt(this.#answers.get(key) ?? [], earlier);
    // What comes from a file need not be waited for.
    const replayed = 'retry-after' in headers ? { ...headers, 'retry-after': '0' } : headers;
    return { status, headers: replayed, bytes: bytesOfRecorded(body), failure };
  }

  #unknown(asked: RecordedRequest): UsageError {
    const { file, howToRecord } = this.#origin;
    return new UsageError(`The recording ${file} has no answer to ${asked.method} ${asked.path}`, [
      `Asked:      ${requestText(asked)}`,
      `Recorded:   ${nearestRequest(asked, this.#requests)}`,
      'Nothing was sent. A request is known by its method, path, query and body without shardsKey, which must be those of the',
      'recording: seeds, times and ids that are drawn must be the same each time.',
      `What to do: ${howToRecord}`,
    ]);
  }
}

function answerAt(answers: readonly RecordedAnswer[], index: number): RecordedAnswer {
  let left = index;
  for (const answer of answers) {
    left -= answer.times ?? 1;
    if (left < 0) return answer;
  }
  return answers.at(-1) as RecordedAnswer;
}

function requestText({ method, path, query, ...body }: RecordedRequest): string {
  const target = query === undefined ? path : `${path}?${query}`;
  return printText(`${method} ${target} ${bytesOfRecorded(body).toString()}`.trim(), longestShown);
}
