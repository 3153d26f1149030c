import { UsageError } from '../errors.js';
import { printText } from '../internal/print.js';
import type { Redactor } from '../internal/redaction.js';
import { secretsIn } from '../internal/redaction.js';
import type { ReplayedWait, WaitMark } from '../internal/wait-marks.js';
import { hideUnrecorded } from './hide-unrecorded.js';
import { nearestRequest } from './nearest-request.js';
import type { RecordedAnswer } from './recorded-answer.js';
import { bytesOfRecorded } from './recorded-body.js';
import {
  isMaskedAs,
  isMaskedButForShardsKey,
  keyWithoutShardsKey,
  plainRequest,
  type RecordedRequest,
  recordedRequest,
  requestKey,
} from './recorded-request.js';
import { secretMask } from './secret-mask.js';
import type { SentRequest } from './sent-request.js';
import type { TapedExchange } from './taped-exchange.js';

const longestShown = 600;

/** An answer of a recording as it comes over the wire. */
export interface ReplayedAnswer extends Pick<RecordedAnswer, 'status' | 'failure'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** What a recording holds. */
export interface Recorded {
  readonly deployments: readonly string[];
  readonly exchanges: readonly TapedExchange[];
}

/** How a recording is made again: in the words of whoever replays it. */
export interface TapeOrigin {
  readonly file: string;
  readonly howToRecord: string;
}

/** What a recording has of one request, and what of it was given. */
class TapedRequest {
  readonly request: RecordedRequest;
  /** By the wait that they came to; those without one came to the same. */
  readonly #groups = new Map<number, { readonly answers: RecordedAnswer[]; given: number }>();
  readonly #waitedMs: Readonly<Record<string, number>>;
  /** Whether the last answer was given once more. */
  isUsedUp = false;

  constructor({ request, answers, waitedMs = {} }: TapedExchange) {
    this.request = request;
    this.#waitedMs = waitedMs;
    for (const answer of answers) {
      const group = this.#groups.get(answer.wait ?? 0) ?? { answers: [], given: 0 };
      this.#groups.set(answer.wait ?? 0, group);
      group.answers.push(answer);
    }
  }

  /** Each time the next answer that came to this wait, or the last before it; and the last one again. */
  next(wait: number): RecordedAnswer {
    const waits = [...this.#groups.keys()];
    const meant = waits.findLast((one) => one <= wait) ?? waits[0] ?? 0;
    const group = this.#groups.get(meant) as { readonly answers: RecordedAnswer[]; given: number };
    let left = group.given++;
    for (const answer of group.answers) {
      left -= answer.times ?? 1;
      if (left < 0) {
        this.isUsedUp = false;
        return answer;
      }
    }
    this.isUsedUp = true;
    return group.answers.at(-1) as RecordedAnswer;
  }

  /**
   * How long this wait watched the operation; undefined where fewer waits than that were recorded. Waits that overlap may
   * begin in another order: then the longest counts.
   *
   * @param count - Which one it is: 1 for the first.
   */
  recordedMs(wait: number, count: number): number | undefined {
    const recorded = Object.values(this.#waitedMs);
    if (recorded.length > 0 && count > recorded.length) return undefined;
    return this.#waitedMs[wait] ?? Math.max(0, ...recorded);
  }
}

/** The answers of a recording to the requests that are in it, and to no others. */
export class Tape {
  readonly #origin: TapeOrigin;
  readonly #deployments: readonly string[];
  readonly #requests: readonly TapedRequest[];
  readonly #byKey = new Map<string, TapedRequest[]>();
  /** Which simulation with another shards key answers one with this one. */
  readonly #standIns = new Map<string, TapedRequest>();
  readonly #taken = new Set<TapedRequest>();
  readonly #waits = new Map<string, number>();
  /** How many waits for each operation have begun. */
  readonly #begun = new Map<string, number>();
  /** What was last answered about each operation. */
  readonly #answered = new Map<string, TapedRequest>();

  constructor({ deployments, exchanges }: Recorded, origin: TapeOrigin) {
    this.#origin = origin;
    this.#deployments = deployments;
    this.#requests = exchanges.map((exchange) => new TapedRequest(exchange));
    for (const taped of this.#requests) {
      for (const key of [requestKey(taped.request), keyWithoutShardsKey(taped.request)]) {
        if (key !== undefined) this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), taped]);
      }
    }
  }

  /**
   * Gives what came when a request was made as often as it now is. A simulation whose shards key was not recorded is
   * answered as one that differs only in it, each of them standing in for one: the first that nobody has asked for. What
   * stands in for one answers no other, not even the one that it was recorded of.
   *
   * @param hasKnownHeaders - Whether it has the credentials that a message must not show. Default: true.
   * @throws {UsageError} when it never was, or the recording is of another deployment.
   */
  next(sent: SentRequest, hasKnownHeaders = true): ReplayedAnswer {
    this.#refuseOtherDeployment(sent);
    const request = plainRequest(sent);
    const recorded = this.#recorded(sent, request);
    const isGiven = recorded !== undefined && [...this.#standIns.values()].includes(recorded);
    const taped = isGiven ? this.#standIn(sent, request) : (recorded ?? this.#standIn(sent, request));
    if (taped === undefined) {
      const mask = secretMask(secretsIn(sent.headers));
      const hide = hasKnownHeaders ? undefined : this.#hideUnrecorded();
      throw this.#unknown(
        recordedRequest(sent, (text) => hide?.(mask(text)) ?? mask(text)),
        isGiven,
      );
    }
    this.#taken.add(taped);
    if (sent.operationId !== undefined) this.#answered.set(sent.operationId, taped);
    const {
      status,
      headers = {},
      failure,
      ...body
    } = taped.next(this.#waits.get(sent.operationId ?? '') ?? 0);
    // What comes from a file need not be waited for.
    const replayed = 'retry-after' in headers ? { ...headers, 'retry-after': '0' } : headers;
    return { status, headers: replayed, bytes: bytesOfRecorded(body), failure };
  }

  /** Notes that a wait for an operation begins, and later that it ends. */
  markWait(operationId: string): WaitMark {
    const wait = this.#countWait(operationId);
    const count = (this.#begun.get(operationId) ?? 0) + 1;
    this.#begun.set(operationId, count);
    return {
      end: () => {
        this.#countWait(operationId);
      },
      replayed: () => this.#replayed(operationId, wait, count),
    };
  }

  #hideUnrecorded(): Redactor {
    return hideUnrecorded(
      this.#requests.map(({ request }) => [request.path, request.query, bytesOfRecorded(request)].join(' ')),
    );
  }

  #replayed(operationId: string, wait: number, count: number): ReplayedWait | undefined {
    const taped = this.#answered.get(operationId);
    if (taped === undefined) return undefined;
    return { ...this.#origin, recordedMs: taped.recordedMs(wait, count), count, isUsedUp: taped.isUsedUp };
  }

  #countWait(operationId: string): number {
    const count = (this.#waits.get(operationId) ?? 0) + 1;
    this.#waits.set(operationId, count);
    return count;
  }

  #recorded(sent: SentRequest, request: RecordedRequest): TapedRequest | undefined {
    const same = this.#byKey.get(requestKey(request)) ?? [];
    return this.#only(
      same.length > 0 ? same : this.#requests.filter((taped) => isMaskedAs(taped.request, sent)),
      sent,
    );
  }

  #standIn(sent: SentRequest, request: RecordedRequest): TapedRequest | undefined {
    const looseKey = keyWithoutShardsKey(request);
    if (looseKey === undefined) return undefined;
    const key = [sent.deployment, requestKey(request)].join(' ');
    const known = this.#standIns.get(key);
    if (known !== undefined) return known;
    const isFree = (taped: TapedRequest): boolean =>
      !this.#taken.has(taped) && isAskedOf(taped.request, sent);
    const free =
      (this.#byKey.get(looseKey) ?? []).find(isFree) ??
      this.#requests.find((taped) => isFree(taped) && isMaskedButForShardsKey(taped.request, sent));
    if (free !== undefined) this.#standIns.set(key, free);
    return free;
  }

  /** Of requests that are the same the one to the same server of the same deployment. */
  #only(same: readonly TapedRequest[], sent: SentRequest): TapedRequest | undefined {
    const meant = same.filter(({ request }) => isAskedOf(request, sent));
    if (meant.length > 1)
      throw new UsageError(
        `The recording ${this.#origin.file} has ${sent.method} ${sent.path} of both servers, and this deployment has one address for them`,
        [`What to do: ${this.#origin.howToRecord}`],
      );
    return meant[0];
  }

  #refuseOtherDeployment({ deployment }: SentRequest): void {
    if (this.#deployments.length === 0 || this.#deployments.includes(deployment)) return;
    throw new UsageError(
      `The recording ${this.#origin.file} is of ${this.#deployments.join(' and ')}, and says nothing of ${deployment}`,
      [
        'Nothing was sent. A deployment is known by its name, wherever it is: `name`, --name, CROSSCHECK_NAME, or its name in the configuration.',
        `What to do: replay it as ${this.#deployments.join(' or ')}, or ${this.#origin.howToRecord}`,
      ],
    );
  }

  /** @param isGiven - Whether it was recorded, and its answer was given to one with another shards key. */
  #unknown(asked: RecordedRequest, isGiven: boolean): UsageError {
    const { file, howToRecord } = this.#origin;
    const nearest = nearestRequest(
      asked,
      this.#requests.map(({ request }) => request),
    );
    const none = isGiven ? 'no other' : 'no';
    return new UsageError(`The recording ${file} has ${none} answer to ${asked.method} ${asked.path}`, [
      `Asked:      ${requestText(asked)}`,
      `Recorded:   ${isGiven ? 'this one, whose answer was given to the same request with another shardsKey' : nearest}`,
      'Nothing was sent. A request is known by its method, path, query and body, which must be those of the recording: seeds, times and',
      'ids that are drawn must be the same each time. A simulation may have another shardsKey, once for each that was recorded.',
      `What to do: ${howToRecord}`,
    ]);
  }
}

/** A recording of one deployment, or of one with a single address, does not say of which a request was. */
function isAskedOf({ deployment, server }: RecordedRequest, sent: SentRequest): boolean {
  return (
    (deployment === undefined || deployment === sent.deployment) &&
    (server === undefined || sent.server === undefined || server === sent.server)
  );
}

function requestText({ method, path, query, digest: _, server: __, ...body }: RecordedRequest): string {
  const target = query === undefined ? path : `${path}?${query}`;
  return printText(`${method} ${target} ${bytesOfRecorded(body).toString()}`.trim(), longestShown);
}
