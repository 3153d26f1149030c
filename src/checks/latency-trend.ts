import type { CaseRequest } from '../case/case-plan.js';

/** The samples of the first windows, and how many windows a trend needs and keeps. At `max`, pairs are joined. Assumption. */
const windows = { firstSize: 16, min: 8, max: 16 };

/** How many answers of one kind a trend needs at least: the first window only warms up. */
export const minTrendAnswers = windows.firstSize * (windows.min + 1);

/**
 * Less is ignored: growth in milliseconds and as a share of the latency at the start, and the share of pairs of windows of
 * which the later one is slower. Assumption.
 */
const thresholds = { growthMs: 20, growthShare: 0.5, slowerPairs: 0.9 };

/** How long the answers of one kind took in the course of a campaign: the fastest of each window. */
export class LatencyTrend {
  /** The first request, and when its answer had arrived. */
  readonly request: CaseRequest;
  readonly endMs: number;
  #fastest: number[] = [];
  #size = windows.firstSize;
  #inWindow: number[] = [];
  /** The first answers may take longer: services and connections start up. */
  #isWarm = false;

  constructor(request: CaseRequest, endMs: number) {
    this.request = request;
    this.endMs = endMs;
  }

  add(durationMs: number): this {
    this.#inWindow.push(durationMs);
    if (this.#inWindow.length < this.#size) return this;
    if (this.#isWarm) this.#fastest.push(Math.min(...this.#inWindow));
    this.#isWarm = true;
    this.#inWindow = [];
    if (this.#fastest.length < windows.max) return this;
    this.#fastest = this.#fastest.flatMap((ms, at, all) =>
      at % 2 === 0 ? Math.min(ms, all[at + 1] as number) : [],
    );
    this.#size *= 2;
    return this;
  }

  /** Returns whether an answer took clearly longer than the answers at the start. */
  isSlower(durationMs: number): boolean {
    const [start] = this.#thirds;
    return durationMs - start >= Math.max(thresholds.growthMs, thresholds.growthShare * start);
  }

  /** The fastest answers of the first, the second and the last third of the windows. */
  get #thirds(): readonly [start: number, middle: number, end: number] {
    const all = this.#fastest;
    const third = Math.floor(all.length / 3);
    return [
      Math.min(...all.slice(0, third)),
      Math.min(...all.slice(third, -third)),
      Math.min(...all.slice(-third)),
    ];
  }

  /** Returns the fastest answers of all windows if they got steadily slower. Load rises and falls, and other changes are steps. */
  get creep(): readonly number[] | undefined {
    const all = this.#fastest;
    const [start, middle, end] = this.#thirds;
    if (all.length < windows.min || !this.isSlower(end)) return undefined;
    const share = (middle - start) / (end - start);
    if (share < 0.2 || share > 0.8) return undefined;
    const pairs = all.flatMap((ms, at) => all.slice(at + 1).map((later) => later > ms));
    return pairs.filter((isSlower) => isSlower).length >= thresholds.slowerPairs * pairs.length
      ? all
      : undefined;
  }
}
