import type { WireRecord } from './fault-kind.js';

/** What the observer was to tell of an operation before this answer. */
export interface ReportedOperation {
  /** How many answers about it there were. */
  readonly answers: number;
  /** What the first of them was to tell. */
  readonly first: WireRecord | undefined;
  /** What was to be told last to who asked by the same spelling of the id. */
  readonly lastSoAsked: WireRecord | undefined;
  /** Other operations and what was to be told of them last, the newest first. */
  readonly others: readonly NamedRecord[];
}

/** An operation and its record. */
interface NamedRecord {
  readonly operationId: string;
  readonly record: WireRecord;
}

const maxRemembered = 100;

/** What the observer was to tell of operations, in the order of its answers. */
export class ReportedOperations {
  readonly #answers: Map<string, number>;
  readonly #firsts: Map<string, WireRecord>;
  readonly #soAsked: Map<string, WireRecord>;
  #newest: readonly NamedRecord[];

  constructor(
    answers = new Map<string, number>(),
    firsts = new Map<string, WireRecord>(),
    newest: readonly NamedRecord[] = [],
    soAsked = new Map<string, WireRecord>(),
  ) {
    this.#answers = answers;
    this.#firsts = firsts;
    this.#newest = newest;
    this.#soAsked = soAsked;
  }

  /** All operations that were told of, the newest first. */
  get all(): readonly NamedRecord[] {
    return this.#newest;
  }

  /** @param asked - The operation id as it is asked for. Default: as it is. */
  of(operationId: string, asked = operationId): ReportedOperation {
    return {
      lastSoAsked: this.#soAsked.get(asked),
      answers: this.#answers.get(operationId) ?? 0,
      first: this.#firsts.get(operationId),
      others: this.#newest.filter((told) => told.operationId !== operationId),
    };
  }

  add(operationId: string, record: WireRecord, asked = operationId): void {
    this.#soAsked.set(asked, record);
    this.#answers.set(operationId, (this.#answers.get(operationId) ?? 0) + 1);
    if (!this.#firsts.has(operationId)) this.#firsts.set(operationId, record);
    const others = this.#newest.filter((told) => told.operationId !== operationId);
    this.#newest = [{ operationId, record }, ...others].slice(0, maxRemembered);
  }

  copy(): ReportedOperations {
    return new ReportedOperations(
      new Map(this.#answers),
      new Map(this.#firsts),
      this.#newest,
      new Map(this.#soAsked),
    );
  }
}
