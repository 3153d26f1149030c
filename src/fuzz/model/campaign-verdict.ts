import type { PhaseName } from '../../case/case-plan.js';
import { isBusy } from '../../client/evidence.js';
import { UsageError } from '../../errors.js';
import {
  type CampaignEnded,
  type CampaignEvent,
  type CampaignStarted,
  type CampaignVerdict,
  type CandidateFound,
  type InconclusiveReason,
  shardCaseCount,
  type Tick,
} from './campaign-event.js';
import { addCounts, type Counts, noCounts } from './counts.js';
import { type Exercise, type Exercised, exerciseGaps, type Gap, shareGaps, unmet } from './exercised.js';
import type { Finding } from './finding.js';
import { failsCampaign, hasEnoughFindings, isNotRerun, sortedFindings } from './finding-certainty.js';
import { type Timeline, TimelineSlots } from './timeline.js';

/** The default of the option `maxInconclusive`. */
export const defaultMaxInconclusive = 0.2;

/** The size of a phase: its planned cases, and what was run of them. */
export interface PhaseTotals {
  readonly phase: PhaseName;
  readonly planned: number;
  readonly cases: number;
  readonly requests: number;
}

/** What the event says that ends a campaign. */
type EndOfCampaign = Omit<CampaignEnded, 'event' | 'atMs'>;

/**
 * The result of a campaign: what its events say together. Plain data, as `--json` and `--format json` write it. Without
 * `endedBy`, the campaign was cut off: it has no end, and a part of it is unknown.
 */
export interface CampaignReport
  extends Omit<CampaignStarted, 'event' | 'format' | 'phases' | 'phaseCases'>,
    Partial<Omit<EndOfCampaign, 'verdict' | 'because'>>,
    Totals {
  /** The verdict of the campaign. If it was cut off, it is inconclusive unless it has findings. */
  readonly verdict: CampaignVerdict;
  /** Why it is inconclusive; absent for other verdicts. */
  readonly because?: InconclusiveReason | 'cut-off' | undefined;
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

/** Sums up the events of a campaign, while it runs or from its report. Its verdict and its result depend on the sums. */
export class CampaignSums {
  #start: CampaignStarted | undefined;
  /** Undefined if the campaign was cut off. */
  #end: EndOfCampaign | undefined;
  #durationMs = 0;
  readonly #findings = new Map<string, Finding>();
  readonly totals = {
    cases: 0,
    requests: 0,
    inconclusive: 0,
    inconclusiveOutcomes: noCounts(),
    retried: noCounts(),
    statuses: noCounts(),
    failures: noCounts(),
    verdicts: noCounts(),
  };
  readonly #latencyUs = noCounts();
  readonly #gas = noCounts();
  readonly #coverageClasses = noCounts();
  readonly #slots = new TimelineSlots();
  readonly #phases = new Map<PhaseName, PhaseTotals>();
  readonly #candidates = new Map<string, CandidateFound>();

  constructor(events: Iterable<CampaignEvent> = []) {
    for (const event of events) this.take(event);
  }

  take(event: CampaignEvent): void {
    if (event.event === 'campaign') {
      this.#start = event;
      return;
    }
    this.#durationMs = Math.max(this.#durationMs, event.atMs);
    switch (event.event) {
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
      case 'end': {
        const { event: _, atMs, ...end } = event;
        this.#end = end;
      }
    }
  }

  #addTick(tick: Tick): void {
    const { phase, cases, requests, inconclusive } = tick;
    this.#addToPhase(phase, { cases, requests });
    this.#slots.addTick(tick);
    this.totals.cases += cases;
    this.totals.requests += requests;
    this.totals.inconclusive += inconclusive;
    addCounts(this.totals.inconclusiveOutcomes, tick.inconclusiveOutcomes ?? {});
    addCounts(this.totals.retried, retriedIn(tick));
    addCounts(this.totals.statuses, tick.statuses);
    addCounts(this.totals.failures, tick.failures);
    addCounts(this.totals.verdicts, tick.verdicts);
    addCounts(this.#latencyUs, tick.latencyUs);
    addCounts(this.#gas, tick.gas);
    addCounts(this.#coverageClasses, tick.coverageClasses);
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

  /** @throws {UsageError} without the event that starts a campaign. */
  get start(): CampaignStarted {
    if (this.#start !== undefined) return this.#start;
    throw new UsageError('A report must begin with the event campaign, got none');
  }

  /** Until the last event, in milliseconds; of merged reports, of the longest. */
  get durationMs(): number {
    return this.#durationMs;
  }

  /** Each finding once, in its last state, in the order of reports. */
  get findings(): Finding[] {
    return sortedFindings(this.#findings.values()).filter(({ isUnreported }) => !isUnreported);
  }

  /** Whether it has found as much as it may: the setting `maxFindings`. Older reports do not have it. */
  get hasEnough(): boolean {
    const { maxFindings } = this.start.settings ?? {};
    return typeof maxFindings === 'number' && hasEnoughFindings(this.findings, maxFindings);
  }

  /** The result of the campaign. One that was cut off is not clean, because a part of it is unknown. */
  get report(): CampaignReport {
    const { start, findings, totals } = this;
    const { event: _, format, phases, phaseCases, ...started } = start;
    const { shard, merged } = started;
    const shards = Array.from({ length: shard.count }, (_, index) => index);
    const planned = plannedCases(start);
    return {
      ...started,
      ...(planned === undefined ? {} : { plannedCases: planned }),
      ...(this.#end ?? verdictBy(findings, 'cut-off')),
      ...totals,
      durationMs: this.#durationMs,
      findings,
      candidates: [...this.#candidates.values()].filter(({ id }) => !this.#findings.has(id)),
      missingShards: merged === undefined ? [] : shards.filter((index) => !merged.includes(index)),
      phases: phases.flatMap((phase) => {
        const totals = this.#phases.get(phase);
        // A shard that was cut off may not have begun the phase.
        return totals === undefined
          ? []
          : { ...totals, planned: plannedOfPhase(phase, start) ?? totals.planned };
      }),
      latencyUs: this.#latencyUs,
      gas: this.#gas,
      coverageClasses: this.#coverageClasses,
      timeline: this.#slots.read(findings),
    };
  }
}

/** Returns how many cases the shards of a report run together; undefined in older reports. */
export function plannedCases(start: CampaignStarted): number | undefined {
  const { phaseCases } = start;
  return phaseCases && Object.values(phaseCases).reduce((sum, cases) => sum + casesOfShards(cases, start), 0);
}

/** Returns how many cases of a phase the shards of a report run together; undefined in older reports. */
export function plannedOfPhase(phase: PhaseName, start: CampaignStarted): number | undefined {
  const cases = start.phaseCases?.[phase];
  return cases === undefined ? undefined : casesOfShards(cases, start);
}

/** Returns how many of the cases of all shards those of a report run. */
function casesOfShards(
  cases: number,
  { shard: { index, count }, merged = [index] }: CampaignStarted,
): number {
  return merged.reduce((sum, one) => sum + shardCaseCount(cases, { index: one, count }), 0);
}

/** Returns the answers that a retry replaced, by status: a request that ends with such an answer is inconclusive. */
function retriedIn({ statuses, inconclusiveOutcomes }: Tick): Counts {
  // Older reports do not distinguish them.
  if (inconclusiveOutcomes === undefined) return {};
  const retried = Object.entries(statuses)
    .filter(([status]) => isBusy(Number(status)))
    .map(([status, count]) => [status, count - (inconclusiveOutcomes[status] ?? 0)] as const);
  return Object.fromEntries(retried.filter(([, count]) => count > 0));
}

/** How a campaign ended, besides what its events say: one that ran, or all shards together. */
interface CampaignOutcome
  extends Pick<CampaignEnded, 'atMs' | 'endedBy' | 'plannedCases' | 'hasOpenFailure'> {
  readonly exercised: Exercised;
  /** What it must have exercised to be clean. */
  readonly required: readonly Exercise[];
  /** What it did not measure. Its verdict does not need it. */
  readonly unmeasured: readonly Gap[];
}

/**
 * Returns the end of a campaign with its verdict, and the reason if it is inconclusive. A campaign without findings is clean
 * only if it exercised what its phases require, enough requests were conclusive, it was not stopped, no candidate is
 * unconfirmed, and no shard is missing. Findings that are not-reproduced do not count.
 */
export function campaignEnd(sums: CampaignSums, outcome: CampaignOutcome): CampaignEnded {
  const { atMs, plannedCases, exercised, required, hasOpenFailure } = outcome;
  const { settings: { maxInconclusive } = {} } = sums.start;
  const noEvidence = unmet(exercised, required, sums.start);
  const inconclusive = shareGaps(
    exercised,
    typeof maxInconclusive === 'number' ? maxInconclusive : defaultMaxInconclusive,
  );
  // Shards are stopped once all of them together have found enough. None of them knows why.
  const isEnough = outcome.endedBy === 'stopped' && sums.start.merged !== undefined && sums.hasEnough;
  const endedBy = isEnough ? 'findings' : outcome.endedBy;
  const because = inconclusiveReason(sums, { ...outcome, endedBy }, noEvidence, inconclusive);
  const others = [...exerciseGaps(exercised, required, sums.start), ...outcome.unmeasured];
  const gaps = new Map([...noEvidence, ...inconclusive, ...others].map((gap) => [gap.text, gap]));
  return {
    event: 'end',
    atMs,
    endedBy,
    ...(plannedCases === undefined ? {} : { plannedCases }),
    ...verdictBy(sums.findings, because),
    ...(hasOpenFailure ? { hasOpenFailure } : {}),
    exercised,
    required,
    ...(gaps.size > 0 ? { gaps: [...gaps.values()] } : {}),
  };
}

/** Returns the verdict. Findings take precedence over a reason why nothing is proven. */
function verdictBy<Reason>(
  findings: readonly Finding[],
  because: Reason | undefined,
): { readonly verdict: CampaignVerdict; readonly because?: Reason } {
  if (findings.some(failsCampaign)) return { verdict: 'findings' };
  return because === undefined ? { verdict: 'clean' } : { verdict: 'inconclusive', because };
}

function inconclusiveReason(
  { start, totals, findings }: CampaignSums,
  { endedBy, hasOpenFailure }: CampaignOutcome,
  noEvidence: readonly Gap[],
  inconclusive: readonly Gap[],
): InconclusiveReason | undefined {
  if (endedBy === 'unreachable' || endedBy === 'stopped') return endedBy;
  if (start.phases.length === 0) return 'no-cases';
  if (totals.requests === 0 && endedBy !== 'cases') return 'no-cases';
  if (totals.requests > 0) {
    if (noEvidence.length > 0) return 'no-evidence';
    if (inconclusive.length > 0) return 'inconclusive-requests';
    if (hasOpenFailure || findings.some(isNotRerun)) return 'unconfirmed';
  }
  return start.merged !== undefined && start.merged.length < start.shard.count ? 'missing-shards' : undefined;
}
