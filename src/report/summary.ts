import type { PhaseName } from '../checks/case/case-plan.js';
import type {
  CampaignEnded,
  CampaignEvent,
  CampaignStarted,
  CampaignVerdict,
  CandidateFound,
  Tick,
} from '../fuzz/campaign-event.js';
import { CampaignSums, type PhaseTotals } from '../fuzz/campaign-verdict.js';
import { addCounts, noCounts, percentile } from '../fuzz/counts.js';
import type { Finding } from '../fuzz/findings/finding.js';

/** Counts by name. */
export type Counts = Readonly<Record<string, number>>;

/** The summary of a campaign's events. Plain data, as `--format json` writes it. */
export interface ReportSummary {
  readonly campaign: CampaignStarted;
  /** Undefined for a campaign that was cut off. */
  readonly end?: CampaignEnded | undefined;
  /** The verdict of the campaign. If it was cut off, only findings decide. */
  readonly verdict: CampaignVerdict | 'cut off';
  /** Until the last event, in milliseconds; of merged reports, of the longest. */
  readonly durationMs: number;
  /** Each finding once, in its last state: confirmed and new ones first, then known, then unconfirmed ones, each by severity. */
  readonly findings: readonly Finding[];
  /** Candidates that were neither shrunk nor rerun when the campaign was cut off. */
  readonly candidates: readonly CandidateFound[];
  /** The shards that a merged report lacks. */
  readonly missingShards: readonly number[];
  /** The phases that were started, in order. */
  readonly phases: readonly PhaseTotals[];
  readonly totals: Totals;
  /** Answers by the lower bound of their duration's bucket, in microseconds. */
  readonly latencyUs: Counts;
  /** Successful simulations by the lower bound of their gas estimate's bucket. */
  readonly gas: Counts;
  /** Requests by coverage class. */
  readonly coverageClasses: Counts;
  /** The campaign in slots of the same length. */
  readonly timeline: Timeline;
}

export interface Totals {
  readonly cases: number;
  readonly requests: number;
  /** Requests that were inconclusive: their answers prove nothing. */
  readonly inconclusive: number;
  /** These requests by the status of the answer or the kind of failure; unknown in reports of version 0.1. */
  readonly inconclusiveOutcomes: Counts;
  /** Answers with status 429 or 503 that were retried, by status; unknown in reports of version 0.1. */
  readonly retried: Counts;
  /** Of all answers, also of those that were retried. */
  readonly statuses: Counts;
  readonly failures: Counts;
  readonly verdicts: Counts;
}

export interface Timeline {
  readonly slotMs: number;
  readonly slots: readonly TimelineSlot[];
}

/** What happened in one slot of the timeline. */
export interface TimelineSlot {
  /** Requests by phase, without those that are in `inconclusive`. */
  readonly seen: Readonly<Partial<Record<PhaseName, number>>>;
  readonly inconclusive: number;
  /** Undefined if no answer came. */
  readonly p95Us?: number | undefined;
  /** Findings that were first seen in it. */
  readonly newFindings: number;
}

/**
 * Sums up the events of a campaign, in one pass.
 *
 * @throws {UsageError} without the event that starts a campaign.
 */
export function summaryOfEvents(events: Iterable<CampaignEvent>): ReportSummary {
  const sums = new CampaignSums();
  const slots = new TimelineSlots();
  for (const event of events) {
    sums.take(event);
    if (event.event === 'tick') slots.addTick(event);
  }
  const { start: campaign, end, verdict, durationMs, findings, candidates, phases, totals } = sums;
  const { latencyUs, gas, coverageClasses } = sums;
  for (const { firstSeenMs } of findings) slots.addFinding(firstSeenMs);
  const { shard, merged } = campaign;
  const shards = Array.from({ length: shard.count }, (_, index) => index);
  return {
    campaign,
    end,
    verdict,
    durationMs,
    findings,
    candidates,
    missingShards: merged === undefined ? [] : shards.filter((index) => !merged.includes(index)),
    phases,
    totals,
    latencyUs,
    gas,
    coverageClasses,
    timeline: slots.timeline(),
  };
}

interface Slot {
  seen: Partial<Record<PhaseName, number>>;
  inconclusive: number;
  latencyUs: Record<string, number>;
  newFindings: number;
}

/** A chart cannot distinguish more slots. */
const maxSlots = 120;
const shortestSlotMs = 1000;

/** Sorts ticks into slots of the same length, which is doubled when there are too many slots. */
class TimelineSlots {
  #slotMs = shortestSlotMs;
  #slots: Slot[] = [];

  /** Adds a tick, which covers the time before it. */
  addTick(tick: Tick): void {
    const slot = this.#slotAt(tick.atMs - 1);
    addCounts(slot.seen, { [tick.phase]: tick.requests - tick.inconclusive });
    addCounts(slot.latencyUs, tick.latencyUs);
    slot.inconclusive += tick.inconclusive;
  }

  addFinding(atMs: number): void {
    this.#slotAt(atMs).newFindings++;
  }

  timeline(): Timeline {
    return {
      slotMs: this.#slotMs,
      slots: this.#slots.map(({ latencyUs, ...slot }) => ({ ...slot, p95Us: percentile(latencyUs, 0.95) })),
    };
  }

  #slotAt(atMs: number): Slot {
    while (atMs >= this.#slotMs * maxSlots) this.#double();
    const index = Math.max(0, Math.floor(atMs / this.#slotMs));
    while (this.#slots.length <= index) this.#slots.push(emptySlot());
    return this.#slots[index] as Slot;
  }

  #double(): void {
    this.#slotMs *= 2;
    const halves = this.#slots;
    this.#slots = halves.filter((_, index) => index % 2 === 0);
    for (const [index, slot] of this.#slots.entries()) {
      const second = halves[2 * index + 1];
      if (second === undefined) continue;
      addCounts(slot.seen, second.seen);
      addCounts(slot.latencyUs, second.latencyUs);
      slot.inconclusive += second.inconclusive;
      slot.newFindings += second.newFindings;
    }
  }
}

function emptySlot(): Slot {
  return { seen: noCounts(), inconclusive: 0, latencyUs: noCounts(), newFindings: 0 };
}
