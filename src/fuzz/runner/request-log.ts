import { type CasePlan, type CaseRequest, caseRequests } from '../../case/case-plan.js';
import type { RequestSpan } from '../../case/observation.js';

/** The requests of other cases around a request. */
export interface CaseContext {
  /** Those that began before it, in the order in which they ended: those in progress with it are the last. */
  readonly preceding: readonly CaseRequest[];
  /** Those that were in progress with it. */
  readonly concurrent: readonly CaseRequest[];
}

/** A request of a campaign; one in progress has no end. */
interface LoggedRequest extends Partial<Pick<RequestSpan, 'endMs'>> {
  readonly request: CaseRequest;
  readonly startMs: number;
}

/** How many more requests are kept: those of the cases that are judged together. Assumption. */
const maxLogged = 512;
const maxConcurrent = 15;
/** The maximum total duration of the requests that are tried, because a rerun of 64 timeouts would last minutes. Assumption. */
const maxPrecedingMs = 10_000;

/** The newest requests of a campaign, in the order in which they began. */
export class RequestLog {
  readonly #maxPreceding: number;
  #requests: LoggedRequest[] = [];

  /** @param maxPreceding - How many requests before one are tried as the cause of its finding. */
  constructor(maxPreceding: number) {
    this.#maxPreceding = maxPreceding;
  }

  /** Records the start of a request. Returns the function that records its end. */
  begin(request: CaseRequest, startMs: number): (endMs: number) => void {
    const logged: LoggedRequest & { endMs?: number } = { request, startMs };
    const kept = maxLogged + this.#maxPreceding;
    if (this.#requests.length >= 2 * kept) this.#requests = this.#requests.slice(-kept);
    this.#requests.push(logged);
    return (endMs) => {
      logged.endMs = endMs;
    };
  }

  /** Returns the requests around a request of a case, without those of the case itself. */
  around({ startMs, endMs }: Pick<RequestSpan, 'startMs' | 'endMs'>, plan: CasePlan): CaseContext {
    const own = new Set(caseRequests(plan));
    const others = this.#requests.filter(({ request }) => !own.has(request));
    const preceding = others
      .filter((other) => other.startMs < startMs)
      .sort(
        (one, other) => Math.min(one.endMs ?? startMs, startMs) - Math.min(other.endMs ?? startMs, startMs),
      );
    const concurrent = others.filter(
      (other) => other.startMs <= endMs && (other.endMs ?? Number.POSITIVE_INFINITY) >= startMs,
    );
    return {
      preceding: this.#newest(preceding),
      concurrent: concurrent.slice(-maxConcurrent).map(({ request }) => request),
    };
  }

  /** Returns the last requests of a list: as many as may be tried, but at least one. */
  #newest(requests: readonly LoggedRequest[]): CaseRequest[] {
    const newest: CaseRequest[] = [];
    let tookMs = 0;
    for (const { request, startMs, endMs = startMs } of requests.toReversed()) {
      tookMs += endMs - startMs;
      if (newest.length === this.#maxPreceding || (tookMs > maxPrecedingMs && newest.length > 0)) break;
      newest.unshift(request);
    }
    return newest;
  }
}
