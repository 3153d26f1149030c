import type { CaseGrowth, PhaseName } from '../case/case-plan.js';
import { evidenceIn, isInconclusive } from '../case/inconclusive-answers.js';
import type { Observation, ObservedCase } from '../case/observation.js';
import { growthNames, isGrowthMeasured, superlinearGrowth } from '../checks/latency-checks.js';
import { simulationVerdict } from '../contract/verdicts.js';
import { coverageClassesOf } from './coverage-classes.js';
import type { Tick } from './model/campaign-event.js';
import { addCount, bucketOf, noCounts } from './model/counts.js';
import { ExerciseCounter, type Gap } from './model/exercised.js';
import type { JudgedCase } from './runner/case-runner.js';

/** Counts the requests of a campaign: since the last tick, and what they exercised and measured in all. */
export class Tally {
  #sinceTick = new TickCounts();
  readonly exercises: ExerciseCounter;
  /** The dimensions whose latency was measured. */
  readonly growth = new MeasuredGrowth();

  /**
   * @param leftOut - Custom endpoints that should be called and are not. Default: none.
   * @param toWireName - Returns the deployment's name of a stage. Default: the neutral one.
   */
  constructor(leftOut: readonly string[] = [], toWireName?: (stage: string) => string) {
    this.exercises = new ExerciseCounter(leftOut, toWireName);
  }

  count({ observed }: JudgedCase): void {
    const { observations } = observed;
    this.growth.count(observed);
    this.#sinceTick.cases++;
    this.#sinceTick.requests += observations.length;
    for (const observation of observations) this.#sinceTick.count(observation);
    this.exercises.countCase(observed);
  }

  /** Whether anything was counted since the last tick. */
  get hasNews(): boolean {
    return this.#sinceTick.requests > 0;
  }

  /** Returns the counts since the last tick and starts the next one. */
  takeTick(phase: PhaseName, atMs: number): Tick {
    const counts = this.#sinceTick;
    this.#sinceTick = new TickCounts();
    return { event: 'tick', atMs, phase, ...counts };
  }
}

/** The counts of one tick. */
class TickCounts {
  cases = 0;
  requests = 0;
  inconclusive = 0;
  readonly inconclusiveOutcomes = noCounts();
  readonly statuses = noCounts();
  readonly failures = noCounts();
  readonly verdicts = noCounts();
  readonly latencyUs = noCounts();
  readonly gas = noCounts();
  readonly coverageClasses = noCounts();

  count(observation: Observation): void {
    const {
      request: { expect },
      answer,
      retried = [],
      failure,
      durationMs,
    } = observation;
    if (isInconclusive(observation)) {
      this.inconclusive++;
      const { cause } = evidenceIn(observation);
      addCount(
        this.inconclusiveOutcomes,
        cause === 'cache' ? cause : (answer?.status ?? failure?.kind ?? 'none'),
      );
    }
    for (const { status } of retried) addCount(this.statuses, status);
    if (expect.kind === 'simulated')
      for (const coverageClass of coverageClassesOf(expect.request))
        addCount(this.coverageClasses, coverageClass);
    if (failure) addCount(this.failures, failure.kind);
    if (answer === undefined) return;
    addCount(this.statuses, answer.status);
    addCount(this.latencyUs, bucketOf(durationMs * 1000));
    if (expect.kind !== 'simulated') return;
    const { simulation = {} } = answer;
    const verdict = simulationVerdict(simulation);
    const { estimatedGas } = simulation;
    addCount(this.verdicts, verdict);
    if (verdict === 'success' && estimatedGas !== undefined)
      addCount(this.gas, bucketOf(Number(estimatedGas)));
  }
}

/** Tracks the dimensions of a request for which a campaign measured the growth of the response time. */
class MeasuredGrowth {
  readonly #measured = new Set<string>();
  #hasCandidate = false;

  /** Counts a completed case. */
  count(observed: ObservedCase): void {
    const { growth } = observed.plan;
    if (growth !== undefined && isGrowthMeasured(observed)) this.#measured.add(nameOf(growth));
  }

  /** Counts a case that the end of the campaign interrupted: too little to decide, enough for a candidate. */
  countCutOff(observed: ObservedCase): void {
    if (superlinearGrowth(observed).length > 0) this.#hasCandidate = true;
  }

  /** Whether the latency of an interrupted case seemed to grow too fast. */
  get hasCandidate(): boolean {
    return this.#hasCandidate;
  }

  /** Returns the planned dimensions that were not measured. */
  gaps(planned: readonly CaseGrowth[]): Gap[] {
    const missing = new Map<CaseGrowth['dimension'], Set<string>>();
    for (const growth of planned) {
      if (this.#measured.has(nameOf(growth))) continue;
      const { dimension, path } = growth;
      missing.set(dimension, (missing.get(dimension) ?? new Set()).add(path));
    }
    return [...missing].map(([growth, paths]) => ({
      text: `how latency grows with ${growthNames[growth]} (${[...paths].join(', ')}) was not measured`,
      growth,
    }));
  }
}

function nameOf({ dimension, path, sizes }: CaseGrowth): string {
  return `${dimension} ${path} ${Math.max(...sizes)}`;
}
