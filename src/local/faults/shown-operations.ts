import type { WireRecord } from './fault-kind.js';

/** What the answers about an operation have shown so far. */
export interface ShownOperation {
  /** The one that was shown last; undefined when none was. */
  readonly timestamp: bigint | undefined;
  /** The stage before the furthest one that was shown; undefined when there is none. */
  readonly stageBefore: string | undefined;
  /** Whether a transaction was in the list. */
  readonly hasShown: (hash: string) => boolean;
}

/** What answers have shown, operation by operation. */
export class ShownOperations {
  /** In their order, as the deployment writes them. */
  readonly stages: readonly string[];
  readonly #furthestStages: Map<string, number>;
  readonly #hashes: Map<string, ReadonlySet<string>>;
  readonly #timestamps: Map<string, bigint | undefined>;

  constructor(
    stages: readonly string[],
    furthestStages = new Map<string, number>(),
    hashes = new Map<string, ReadonlySet<string>>(),
    timestamps = new Map<string, bigint | undefined>(),
  ) {
    this.stages = stages;
    this.#furthestStages = furthestStages;
    this.#hashes = hashes;
    this.#timestamps = timestamps;
  }

  of(operationId: string): ShownOperation {
    const furthest = this.#furthestStages.get(operationId) ?? 0;
    return {
      timestamp: this.#timestamps.get(operationId),
      stageBefore: this.stages[furthest - 1],
      hasShown: (hash) => this.#hashes.get(operationId)?.has(hash) ?? false,
    };
  }

  add(operationId: string, { stage = '', timestamp, transactions }: WireRecord): void {
    this.#timestamps.set(operationId, timestamp);
    const furthest = this.#furthestStages.get(operationId) ?? 0;
    this.#furthestStages.set(operationId, Math.max(furthest, this.stages.indexOf(stage)));
    const known = this.#hashes.get(operationId);
    const hashes = transactions?.flatMap(({ hash }) => hash ?? []) ?? [];
    if (hashes.some((hash) => !known?.has(hash)))
      this.#hashes.set(operationId, new Set([...(known ?? []), ...hashes]));
  }

  copy(): ShownOperations {
    return new ShownOperations(
      this.stages,
      new Map(this.#furthestStages),
      new Map(this.#hashes),
      new Map(this.#timestamps),
    );
  }
}
