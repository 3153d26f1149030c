import type { CasePlan, PhaseName } from '../case/case-plan.js';
import { isUnanswered } from '../case/inconclusive-answers.js';
import type { Observation } from '../case/observation.js';
import type { Call } from '../client/call.js';
import type { Timer } from '../internal/clock.js';
import { type AskPair, isReachable } from '../probing/control-requests.js';
import {
  type BudgetedPhase,
  type CampaignCase,
  CampaignCases,
  phaseCases,
  shardCasesOf,
} from './campaign-cases.js';
import type { CampaignEnding } from './campaign-ending.js';
import { FindingLedger, type LedgerParts } from './findings/finding-ledger.js';
import { type CampaignEvent, type CampaignStarted, shardCaseCount } from './model/campaign-event.js';
import type { CampaignSettings } from './model/campaign-settings.js';
import { type CampaignReport, CampaignSums, campaignEnd } from './model/campaign-verdict.js';
import { type Gap, type Planned, requiredExercises } from './model/exercised.js';
import {
  type CaseRunner,
  countControls,
  type ObservedRequest,
  type SentCase,
  sendControls,
} from './runner/case-runner.js';
import type { RequestLog } from './runner/request-log.js';
import type { Tally } from './tally.js';

/** The parts of a campaign. */
interface CampaignParts {
  readonly settings: CampaignSettings;
  readonly phases: readonly BudgetedPhase[];
  readonly runner: CaseRunner;
  /** Has separate connections and no observations of the other runner. */
  readonly alone: CaseRunner;
  readonly tally: Tally;
  readonly ending: CampaignEnding;
  readonly askEndpoints: AskPair;
  readonly known: LedgerParts['known'];
  /** The requests of `runner`. */
  readonly log: RequestLog;
  readonly start: CampaignStarted;
  /** Called with events. An error that it throws ends the campaign. */
  readonly listen: (event: CampaignEvent) => void;
}

const tickMs = 1_000;
/** How many cases are judged at a time. One by one, between requests, it would be slower, like generating them. */
const judgedAtOnce = 16;
/** Cases in progress per concurrent request, for two phases whose cases mostly pause. */
const casesPerRequest: Readonly<Partial<Record<PhaseName, number>>> = { stateful: 4, wire: 4 };
/** The same for other phases while polls run between their cases. */
const casesWhilePolling = 1.5;

/** A case that was sent and not yet judged. */
interface UnjudgedCase extends CampaignCase {
  readonly sent: SentCase;
}

/** Runs the cases of all phases against a reachable deployment and collects their results. */
export class Campaign {
  readonly #parts: CampaignParts;
  readonly #ledger: FindingLedger;
  readonly #outage: OutageDetector;
  readonly #startMs: number;
  readonly #maxUnjudged: number;
  readonly #cases: CampaignCases;
  readonly #sums = new CampaignSums();
  #unjudged: UnjudgedCase[] = [];
  #phase: PhaseName = 'smoke';
  #timer: Timer | undefined;
  #checking: Promise<void> | undefined;

  constructor(parts: CampaignParts) {
    const { settings, runner, alone, ending, known, log } = parts;
    this.#parts = parts;
    this.#startMs = settings.clock.now();
    // With one request at a time, each case is judged at once.
    this.#maxUnjudged = Math.min(judgedAtOnce, settings.concurrency);
    this.#outage = new OutageDetector(this.#startMs);
    const { seed, shard, operationIds } = settings;
    const pollsOperations = operationIds.length > 0;
    this.#cases = new CampaignCases({ phases: parts.phases, seed, shard, pollsOperations });
    this.#ledger = new FindingLedger({
      settings,
      runner,
      alone,
      log,
      known,
      ending,
      isReachable: () => this.#isReachable(),
      nowMs: () => this.#nowMs(),
      emit: (event) => this.#emit(event),
    });
  }

  /**
   * Runs the campaign.
   *
   * @param controls - The answers to the control requests of the preflight; undefined if it was stopped.
   * @throws the error of a listener, the report file or the headers function.
   */
  async run(controls: readonly [Call, Call] | undefined): Promise<CampaignReport> {
    const { phases, ending } = this.#parts;
    const { exercises } = this.#parts.tally;
    this.#emit(this.#parts.start);
    ending.throwIfFailed();
    if (controls !== undefined) countControls(exercises, controls, this.#parts.settings.deployment);
    this.#startTicks();
    try {
      for (const budgeted of phases) if (!ending.cases.aborted) await this.#runPhase(budgeted);
      ending.end('cases');
      await this.#ledger.settle();
    } catch (error) {
      ending.fail(error);
    } finally {
      this.#stopTicks();
    }
    this.#tick();
    ending.throwIfFailed();
    return this.#report();
  }

  async #runPhase(budgeted: BudgetedPhase): Promise<void> {
    const { settings } = this.#parts;
    const { phase, cases } = budgeted;
    this.#phase = phase.name;
    const ofShard = shardCaseCount(cases, settings.shard);
    if (ofShard === 0) return;
    const generated = this.#cases.of(budgeted);
    this.#emit({ event: 'phase', atMs: this.#nowMs(), phase: phase.name, cases: ofShard });
    const perRequest = settings.operationIds.length > 0 ? casesWhilePolling : 1;
    const casesAtOnce = settings.concurrency * (casesPerRequest[phase.name] ?? perRequest);
    const workers = Math.min(Math.floor(casesAtOnce), ofShard);
    await Promise.all(Array.from({ length: workers }, () => this.#send(generated)));
    this.#judge();
    await this.#checking;
    await this.#control();
    this.#tick();
  }

  async #control(): Promise<void> {
    const { settings, runner, tally, ending, askEndpoints } = this.#parts;
    const { confirming } = ending;
    try {
      await sendControls(tally.exercises, askEndpoints, runner, settings.deployment, confirming);
    } catch (error) {
      if (!confirming.aborted) throw error;
    }
  }

  /** Sends one case after the other. Does not count a case that is interrupted. Never rejects: a failure ends the campaign. */
  async #send(cases: Iterable<CampaignCase>): Promise<void> {
    const { runner, ending, tally } = this.#parts;
    let current: { readonly plan: CasePlan; readonly sent: ObservedRequest[] } | undefined;
    try {
      for (const { phase, index, phaseCase } of cases) {
        if (ending.cases.aborted) return;
        current = { plan: phaseCase.plan, sent: [] };
        const sent = await runner.send(phaseCase.plan, ending.cases, current.sent);
        this.#unjudged.push({ phase, index, phaseCase, sent });
        if (this.#unjudged.length >= this.#maxUnjudged) this.#judge();
      }
    } catch (error) {
      if (!ending.cases.aborted) ending.fail(error);
      else if (current !== undefined)
        tally.growth.countCutOff({
          plan: current.plan,
          observations: current.sent.map(({ observation }) => observation),
        });
    }
  }

  /** Judges the cases that were sent since the last call. */
  #judge(): void {
    const { settings, runner, tally, ending } = this.#parts;
    const { seed, clock } = settings;
    const cases = this.#unjudged.sort((one, other) => startOf(one) - startOf(other));
    this.#unjudged = [];
    try {
      const judged = cases.map(({ sent }) => runner.judge(sent));
      for (const [at, one] of judged.entries()) {
        const { phase, index, phaseCase } = cases[at] as UnjudgedCase;
        tally.count(one);
        this.#ledger.record(one, phaseCase, { seed, phase, index });
        if (this.#outage.isDoubtful(one.observed.observations, clock.now())) this.#checkReachable();
      }
    } catch (error) {
      ending.fail(error);
    }
  }

  /** Decides after a while without conclusive requests whether the cases cause this or the deployment is gone. */
  #checkReachable(): void {
    const { settings, ending } = this.#parts;
    const ask = async (): Promise<void> => {
      try {
        if (await this.#isReachable()) this.#outage.reset(settings.clock.now());
        else ending.end('unreachable');
      } catch (error) {
        ending.fail(error);
      }
      this.#checking = undefined;
    };
    this.#checking ??= ask();
  }

  async #isReachable(): Promise<boolean> {
    const { askEndpoints, ending } = this.#parts;
    const { confirming } = ending;
    try {
      return (await askEndpoints(confirming)).every(isReachable);
    } catch (error) {
      if (!confirming.aborted) throw error;
      return false;
    }
  }

  #report(): CampaignReport {
    const { settings, phases, tally, ending } = this.#parts;
    const { shard } = settings;
    const { exercised } = tally.exercises;
    const end = campaignEnd(this.#sums, {
      atMs: this.#nowMs(),
      endedBy: ending.endedBy,
      plannedCases: shardCasesOf(phases, shard),
      exercised,
      required: requiredExercises(plannedExercises(settings, phases)),
      unmeasured: this.#unmeasured(),
      hasOpenFailure: this.#ledger.hasOpenFailure || tally.growth.hasCandidate,
    });
    this.#emit(end);
    ending.throwIfFailed();
    return this.#sums.report;
  }

  /** Returns the dimensions whose latency was not measured; none if the campaign ended because of its findings. */
  #unmeasured(): Gap[] {
    const { settings, phases, tally, ending } = this.#parts;
    const { index, count } = settings.shard;
    const coverage = phases.find(({ phase }) => phase.name === 'coverage');
    if (coverage === undefined || ending.endedBy === 'findings') return [];
    const indices = { first: index, step: count, end: coverage.cases };
    const planned = Array.from(
      phaseCases(coverage.phase, settings.seed, indices),
      ({ phaseCase }) => phaseCase,
    );
    return tally.growth.gaps(planned.flatMap(({ plan }) => plan.growth ?? []));
  }

  #startTicks(): void {
    const { settings, ending } = this.#parts;
    const { clock } = settings;
    this.#timer = clock.setTimeout(() => {
      this.#tick();
      if (!ending.cases.aborted && this.#outage.isWaiting(clock.now())) this.#checkReachable();
      this.#startTicks();
    }, tickMs);
  }

  #stopTicks(): void {
    this.#parts.settings.clock.clearTimeout(this.#timer);
  }

  #tick(): void {
    const { tally } = this.#parts;
    this.#judge();
    if (tally.hasNews) this.#emit(tally.takeTick(this.#phase, this.#nowMs()));
  }

  #emit(event: CampaignEvent): void {
    const { ending, listen } = this.#parts;
    if (ending.hasFailed) return;
    this.#sums.take(event);
    try {
      listen(event);
    } catch (error) {
      ending.fail(error);
    }
    if (event.event === 'finding' && this.#sums.hasEnough) ending.end('findings');
  }

  #nowMs(): number {
    return this.#parts.settings.clock.now() - this.#startMs;
  }
}

function startOf({ sent: { sent } }: UnjudgedCase): number {
  return sent[0]?.observation.span?.startMs ?? 0;
}

/** Returns what a campaign plans to exercise. A phase that is selected by name must exercise its subject. */
function plannedExercises(
  { operationIds, phases: selected }: CampaignSettings,
  phases: readonly BudgetedPhase[],
): Planned {
  return {
    phases: phases.map(({ phase }) => phase.name),
    expectsRecords: operationIds.length > 0 || Boolean(selected.stateful),
  };
}

/** Number of consecutive inconclusive requests after which the deployment may be gone. Assumption. */
const maxConsecutive = 200;
/** Time without a conclusive request after which the deployment may be gone, in milliseconds. Assumption. */
const maxInconclusiveMs = 10_000;
/** The same while no case ends, for example because each request must be retried later. Assumption. */
const maxWaitMs = 30_000;

/** Detects that a deployment may be gone. */
class OutageDetector {
  #inconclusiveInRow = 0;
  #seenAtMs: number;

  constructor(nowMs: number) {
    this.#seenAtMs = nowMs;
  }

  /** Returns true if requests have been inconclusive for so long that a control request must decide. */
  isDoubtful(observations: readonly Observation[], nowMs: number): boolean {
    for (const observation of observations) {
      if (!isUnanswered(observation)) this.reset(nowMs);
      else this.#inconclusiveInRow++;
    }
    return (
      this.#inconclusiveInRow >= maxConsecutive ||
      (this.#inconclusiveInRow > 0 && nowMs - this.#seenAtMs >= maxInconclusiveMs)
    );
  }

  /** Returns true if nothing conclusive has been seen for too long, whether requests ended or not. */
  isWaiting(nowMs: number): boolean {
    return nowMs - this.#seenAtMs >= maxWaitMs;
  }

  /** Called after a conclusive request. */
  reset(nowMs: number): void {
    this.#inconclusiveInRow = 0;
    this.#seenAtMs = nowMs;
  }
}
