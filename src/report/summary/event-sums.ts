import type { PhaseName } from '../../checks/case/case-plan.js';
import { UsageError } from '../../errors.js';
import type {
  CampaignEnded,
  CampaignEvent,
  CampaignStarted,
  CandidateFound,
  Tick,
} from '../../fuzz/campaign-event.js';
import { addCounts, noCounts } from '../../fuzz/counting/counts.js';
import type { Finding } from '../../fuzz/findings/finding.js';
import { sortedFindings } from '../../fuzz/findings/finding-certainty.js';
import type { PhaseTotals, ReportSummary, Totals } from './report-summary.js';
import { TimelineSlots } from './timeline-slots.js';

/** Sums up the events of a campaign as they come. */
export class EventSums {
  #campaign: CampaignStarted | undefined;
  #end: CampaignEnded | undefined;
  #durationMs = 0;
  readonly #findings = new Map<string, Finding>();
  readonly #candidates = new Map<string, CandidateFound>();
  readonly #phases = new Map<PhaseName, PhaseTotals>();
  readonly #totals = {
    cases: 0,
    requests: 0,
    inconclusive: 0,
    statuses: noCounts(),
    failures: noCounts(),
    verdicts: noCounts(),
  };
  readonly #latencyUs = noCounts();
  readonly #gas = noCounts();
  readonly #coverageClasses = noCounts();
  readonly #slots = new TimelineSlots();

  take(event: CampaignEvent): void {
    if (event.event !== 'campaign') this.#durationMs = Math.max(this.#durationMs, event.atMs);
    switch (event.event) {
      case 'campaign':
        this.#campaign = event;
        break;
      case 'phase':
        this.#addToPhase(event.phase, { planned: event.cases });
        break;
      case 'tick':
        this.#addTick(event);
        break;
      case 'candidate':
        this.#candidates.set(event.id, event);
        break;
      case 'finding':
        this.#findings.set(event.finding.id, event.finding);
        break;
      case 'end':
        this.#end = event;
    }
  }

  get totals(): Totals {
    return this.#totals;
  }

  /** @throws {UsageError} without the event that starts a campaign. */
  summary(): ReportSummary {
    if (this.#campaign === undefined)
      throw new UsageError('A report must begin with the event campaign, got none');
    const findings = sortedFindings(this.#findings.values()).filter(({ isUnreported }) => !isUnreported);
    for (const { firstSeenMs } of findings) this.#slots.addFinding(firstSeenMs);
    const { shard, merged, phases } = this.#campaign;
    const shards = Array.from({ length: shard.count }, (_, index) => index);
    return {
      campaign: this.#campaign,
      end: this.#end,
      durationMs: this.#durationMs,
      findings,
      candidates: [...this.#candidates.values()].filter(({ id }) => !this.#findings.has(id)),
      missingShards: merged === undefined ? [] : shards.filter((index) => !merged.includes(index)),
      phases: phases.flatMap((phase) => this.#phases.get(phase) ?? []),
      totals: this.#totals,
      latencyUs: this.#latencyUs,
      gas: this.#gas,
      coverageClasses: this.#coverageClasses,
      timeline: this.#slots.timeline(),
    };
  }

  #addTick(tick: Tick): void {
    const { cases, requests } = tick;
    this.#addToPhase(tick.phase, { cases, requests });
    this.#totals.cases += cases;
    this.#totals.requests += requests;
    this.#totals.inconclusive += tick.inconclusive;
    addCounts(this.#totals.statuses, tick.statuses);
    addCounts(this.#totals.failures, tick.failures);
    addCounts(this.#totals.verdicts, tick.verdicts);
    addCounts(this.#latencyUs, tick.latencyUs);
    addCounts(this.#gas, tick.gas);
    addCounts(this.#coverageClasses, tick.coverageClasses);
    this.#slots.addTick(tick);
  }

  #addToPhase(phase: PhaseName, { planned = 0, cases = 0, requests = 0 }: Partial<PhaseTotals>): void {
    const sum = this.#phases.get(phase) ?? { phase, planned: 0, cases: 0, requests: 0 };
    this.#phases.set(phase, {
      phase,
      planned: sum.planned + planned,
      cases: sum.cases + cases,
      requests: sum.requests + requests,
    });
  }
}
