import type { PhaseName } from '../../checks/case/case-plan.js';
import type { Observation } from '../../checks/case/observation.js';
import type { Tick } from '../campaign-event.js';
import type { JudgedCase } from '../running/judged-case.js';
import { toldNothing } from '../running/visibility.js';
import { traitsOf } from '../traits.js';
import { bucketOf } from './histogram.js';

/** Sums of a whole campaign. */
export interface Totals {
  cases: number;
  requests: number;
  /** Requests of which nothing could be said. */
  unseen: number;
}

/** Counts what happens in a campaign: in all, and since the last tick. */
export class Tally {
  readonly totals: Totals = { cases: 0, requests: 0, unseen: 0 };
  #sinceTick = new TickCounts();

  count({ observed: { observations } }: JudgedCase): void {
    this.totals.cases++;
    this.totals.requests += observations.length;
    this.#sinceTick.cases++;
    this.#sinceTick.requests += observations.length;
    for (const observation of observations) {
      if (toldNothing(observation)) this.totals.unseen++;
      this.#sinceTick.count(observation);
    }
  }

  /** Counts an answer after which the request was tried again. */
  countRetried(status: number): void {
    this.#sinceTick.statuses.add(status);
  }

  /** Whether anything was counted since the last tick. */
  get hasNews(): boolean {
    return this.#sinceTick.cases > 0 || this.#sinceTick.statuses.size > 0;
  }

  /** Gives what was counted since the last tick, and starts the next. */
  takeTick(phase: PhaseName, atMs: number): Tick {
    const { cases, requests, statuses, failures, verdicts, latencyUs, gas, traits } = this.#sinceTick;
    this.#sinceTick = new TickCounts();
    return {
      event: 'tick',
      atMs,
      phase,
      cases,
      requests,
      statuses: statuses.toRecord(),
      failures: failures.toRecord(),
      verdicts: verdicts.toRecord(),
      latencyUs: latencyUs.toRecord(),
      gas: gas.toRecord(),
      traits: traits.toRecord(),
    };
  }
}

/** How often each thing was counted. */
class Counts<T extends string | number> extends Map<T, number> {
  add(thing: T): void {
    this.set(thing, (this.get(thing) ?? 0) + 1);
  }

  toRecord(): Record<string, number> {
    return Object.fromEntries(this);
  }
}

class TickCounts {
  cases = 0;
  requests = 0;
  readonly statuses = new Counts<number>();
  readonly failures = new Counts<string>();
  readonly verdicts = new Counts<string>();
  readonly latencyUs = new Counts<number>();
  readonly gas = new Counts<number>();
  readonly traits = new Counts<string>();

  count({ request: { expect }, answer, failure, durationMs }: Observation): void {
    if (expect.kind === 'simulated') for (const trait of traitsOf(expect.request)) this.traits.add(trait);
    if (failure) this.failures.add(failure.kind);
    if (answer === undefined) return;
    this.statuses.add(answer.status);
    this.latencyUs.add(bucketOf(durationMs * 1000));
    if (expect.kind !== 'simulated') return;
    const { simulationStatus, estimatedGas } = answer.simulation ?? {};
    this.verdicts.add(simulationStatus === undefined ? 'none' : simulationStatus ? 'success' : 'failure');
    if (simulationStatus && estimatedGas !== undefined) this.gas.add(bucketOf(Number(estimatedGas)));
  }
}
