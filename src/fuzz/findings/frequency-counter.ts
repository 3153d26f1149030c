import type { CountedKind } from '../../case/case-plan.js';
import type { Frequency, ShownTime } from '../model/finding.js';
import { byStart } from '../model/finding-certainty.js';

/** How many times of a finding are kept. */
const maxTimes = 16;

/** A time in which requests showed a finding, and their number. */
interface CountedTime extends ShownTime {
  readonly count: number;
}

/** Counts the requests of a campaign that show a finding, and the times between those that do not. */
export class FrequencyCounter {
  /** The kind of requests that show it; the valid ones, if those do. */
  #kind: CountedKind | undefined;
  #shown = 0;
  #times: CountedTime[] = [];

  /**
   * Counts a request to the endpoint of the finding: whether it showed the finding, and when it began, in unix time. The
   * requests of a long case are counted before earlier ones of other cases.
   */
  count(kind: CountedKind, isShown: boolean, startMs: number): void {
    if (isShown && (this.#kind === undefined || (kind === 'valid requests' && kind !== this.#kind))) {
      this.#kind = kind;
      this.#shown = 0;
      this.#times = [];
    }
    if (kind !== this.#kind) return;
    const covers = ({ fromMs, untilMs = Number.POSITIVE_INFINITY }: CountedTime): boolean =>
      fromMs <= startMs && startMs < untilMs;
    if (!isShown) {
      this.#times = this.#times.map((time) => (covers(time) ? { ...time, untilMs: startMs } : time));
      return;
    }
    this.#shown++;
    const at = this.#times.findIndex(covers);
    const time = this.#times[at];
    if (time !== undefined) this.#times[at] = { ...time, count: time.count + 1 };
    else if (this.#times.length < maxTimes) this.#times.push({ fromMs: startMs, count: 1 });
  }

  /** Moves a request that was counted, by its start in unix time, to another finding. */
  move(startMs: number, other: FrequencyCounter): void {
    this.#shown--;
    other.#kind ??= this.#kind;
    other.#shown++;
    const time = this.#times.findLast(({ fromMs }) => fromMs <= startMs);
    if (time === undefined) return;
    const withCount = (times: readonly CountedTime[], count: number): CountedTime[] =>
      [...times.filter(({ fromMs }) => fromMs !== time.fromMs), { ...time, count }]
        .filter((each) => each.count > 0)
        .sort(byStart);
    const moved = other.#times.find(({ fromMs }) => fromMs === time.fromMs)?.count ?? 0;
    this.#times = withCount(this.#times, time.count - 1);
    other.#times = withCount(other.#times, moved + 1);
  }

  /** @param countOf - Returns the number of all requests of a kind. */
  read(countOf: (kind: CountedKind) => number): Frequency | undefined {
    const requests = this.#kind;
    if (requests === undefined) return undefined;
    const times = this.#times.map(({ count: _, ...time }) => time);
    return { shown: this.#shown, of: countOf(requests), requests, times };
  }
}
