import { type History, isSameSight, type Poll, type Sight } from '../checks/history.js';
import { type HistoryFinding, HistoryJudge, type TimestampRule } from '../checks/history-findings.js';
import type { Deployment } from '../deployment/deployment.js';
import { isMasked, maskedAsIn, rawSight } from './masked-sight.js';

// A timeline is an array of the user's: what it came from is known without standing in it.
const deployments = new WeakMap<History, Deployment>();

/** The deployment that a timeline was seen at, if a wait of this package made it. */
export function deploymentOf(history: History): Deployment | undefined {
  return deployments.get(history);
}

/** Notes where a timeline was seen. */
export function seenAt(deployment: Deployment, history: History): History {
  deployments.set(history, deployment);
  return history;
}

/** Findings in a history, judged as it came, as they may be shown. */
export function maskedFindings(history: History, found: readonly HistoryFinding[]): HistoryFinding[] {
  if (!history.some(({ sight }) => isMasked(sight))) return [...found];
  return found.map((one) => ({ ...one, message: maskedAsIn(history, one.message) }));
}

// One for all waits that find nothing, which is nearly all of them.
const noFindings: readonly HistoryFinding[] = [];

/** Polls in a row that saw the same, and those before them. */
interface Step {
  readonly sight: Sight;
  readonly before: Step | undefined;
  readonly polls: number;
}

/** Collects the polls of one wait, and judges them. A poll that saw what the one before saw costs its time alone. */
export class Timeline {
  readonly #judge: HistoryJudge;
  #timesMs: number[] = [];
  #last: Step | undefined;
  #findings = noFindings;

  constructor(stages: readonly string[]) {
    this.#judge = new HistoryJudge(stages);
  }

  get length(): number {
    return this.#timesMs.length;
  }

  get polls(): History {
    const polls: Poll[] = [];
    for (let step = this.#last; step; step = step.before)
      for (let poll = 0; poll < step.polls; poll++)
        polls.push({ atMs: this.#timesMs.at(-1 - polls.length) as number, sight: step.sight });
    return polls.reverse();
  }

  get findings(): readonly HistoryFinding[] {
    return this.#findings;
  }

  add(atMs: number, sight: Sight, timestamps?: TimestampRule): Poll {
    const poll = { atMs, sight };
    const found = this.#judge.add({ atMs, sight: rawSight(sight) }, timestamps);
    const last = this.#last;
    // An array that grows by itself takes room for 16 more: most waits are over before they would fill it.
    if (this.#timesMs.length < 16) this.#timesMs = this.#timesMs.concat(atMs);
    else this.#timesMs.push(atMs);
    // The same sight again takes the place of the last, whose record is not kept either.
    this.#last =
      last !== undefined && isSameSight(rawSight(last.sight), rawSight(sight))
        ? { sight, before: last.before, polls: last.polls + 1 }
        : { sight, before: last, polls: 1 };
    if (found.length > 0) this.#findings = [...this.#findings, ...maskedFindings(this.polls, found)];
    return poll;
  }

  /** Takes back that the 404s said something of the operation, and what was found because of them. */
  retractNotFound(failure: string): void {
    const isNotFound = ({ status, verdict }: Sight): boolean => status === 404 && verdict !== undefined;
    const times = new Set(this.polls.flatMap(({ atMs, sight }) => (isNotFound(sight) ? atMs : [])));
    this.#findings = this.#findings.filter(({ atMs }) => !times.has(atMs));
    const steps: Step[] = [];
    for (let step = this.#last; step; step = step.before) steps.unshift(step);
    this.#last = steps.reduce<Step | undefined>(
      (before, { sight, polls }) => ({
        sight: isNotFound(sight) ? { status: 404, failure } : sight,
        before,
        polls,
      }),
      undefined,
    );
  }
}
