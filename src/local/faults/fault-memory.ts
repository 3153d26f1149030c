import type { InclusionNote, Simulation } from '../../contract/responses.js';

/** What a fault remembers of simulation requests and their answers, depending on its name. */
export interface RequestMemory {
  /** The source-chain address of the newest request's caller. */
  readonly caller?: string | undefined;
  /** Members that every later response inherits. */
  readonly inherited?: Readonly<Record<string, unknown>> | undefined;
  /** Default: none. */
  readonly earlier?: EarlierSimulations | undefined;
}

/** The simulations since a fault was set. */
export interface EarlierSimulations {
  readonly count: number;
  /** The newest one, before any fault changed it. */
  readonly last?: Simulation | undefined;
  /** The call data of earlier ones, the newest last. */
  readonly callData: readonly string[];
}

/** The observer's record of an operation (section 2.3), as the deployment writes it. */
export interface WireRecord {
  readonly note?: InclusionNote | null | undefined;
  readonly stage?: string | undefined;
  readonly success?: boolean | undefined;
  /** In seconds or milliseconds of unix time. */
  readonly timestamp?: bigint | undefined;
  readonly transactions?: readonly WireTransaction[] | null | undefined;
  /** Not part of the interface. */
  readonly operationId?: string | undefined;
}

/** A transaction of a {@link WireRecord}. */
export interface WireTransaction {
  readonly blockchainType?: string | undefined;
  readonly hash?: string | undefined;
}

/** The last record of an operation. */
export interface ReportedRecord {
  readonly operationId: string;
  readonly record: WireRecord;
}

/** The stages and chain types with the names of the deployment. */
export interface RecordNames {
  /** In order. */
  readonly stages: readonly string[];
  /** The type of the destination chain first. */
  readonly types: readonly string[];
}

/** A record before it is sent, and the earlier ones since the fault was set. */
export interface RecordContext extends RecordNames {
  readonly record: WireRecord;
  /** The operation id as requested. */
  readonly requestedId: string;
  /** The number of earlier answers about the operation. */
  readonly answers: number;
  /** The record of the first answer. */
  readonly first: WireRecord | undefined;
  /** The record of the last answer to a request with the same spelling of the id. */
  readonly lastForSpelling: WireRecord | undefined;
  /** The timestamp of the last answer. */
  readonly lastTimestamp: bigint | undefined;
  /** The stage before the furthest one so far. */
  readonly stageBefore: string | undefined;
  /** The transaction hashes of all answers. */
  readonly hashes: ReadonlySet<string>;
  /** Other operations, the newest first. */
  readonly others: readonly ReportedRecord[];
}

const maxRemembered = 100;

/** What a fault remembers of the answers about one operation. */
interface OperationMemory extends Pick<RecordContext, 'answers' | 'first' | 'lastTimestamp' | 'hashes'> {
  /** The index of the furthest stage so far. */
  readonly furthestStage: number;
}

const noAnswers: OperationMemory = {
  answers: 0,
  first: undefined,
  lastTimestamp: undefined,
  hashes: new Set(),
  furthestStage: 0,
};

/** What a fault remembers of the answers about operations. */
export class RecordMemory {
  readonly #names: RecordNames;
  readonly #operations: Map<string, OperationMemory>;
  readonly #bySpelling: Map<string, WireRecord>;
  #newest: readonly ReportedRecord[];

  constructor(
    names: RecordNames,
    operations = new Map<string, OperationMemory>(),
    bySpelling = new Map<string, WireRecord>(),
    newest: readonly ReportedRecord[] = [],
  ) {
    this.#names = names;
    this.#operations = operations;
    this.#bySpelling = bySpelling;
    this.#newest = newest;
  }

  /** All operations with an answer, the newest first. */
  get newest(): readonly ReportedRecord[] {
    return this.#newest;
  }

  context(operationId: string, requestedId: string, record: WireRecord): RecordContext {
    const { furthestStage, ...operation } = this.#operations.get(operationId) ?? noAnswers;
    return {
      ...this.#names,
      ...operation,
      record,
      requestedId,
      lastForSpelling: this.#bySpelling.get(requestedId),
      stageBefore: this.#names.stages[furthestStage - 1],
      others: this.#others(operationId),
    };
  }

  add(operationId: string, requestedId: string, record: WireRecord): void {
    const { stage = '', timestamp, transactions } = record;
    const known = this.#operations.get(operationId) ?? noAnswers;
    const hashes = transactions?.flatMap(({ hash }) => hash ?? []) ?? [];
    this.#operations.set(operationId, {
      answers: known.answers + 1,
      first: known.first ?? record,
      lastTimestamp: timestamp,
      hashes: new Set([...known.hashes, ...hashes]),
      furthestStage: Math.max(known.furthestStage, this.#names.stages.indexOf(stage)),
    });
    this.#bySpelling.set(requestedId, record);
    this.#newest = [{ operationId, record }, ...this.#others(operationId)].slice(0, maxRemembered);
  }

  /** Returns a copy that does not change with this one. */
  copy(): RecordMemory {
    return new RecordMemory(this.#names, new Map(this.#operations), new Map(this.#bySpelling), this.#newest);
  }

  #others(operationId: string): readonly ReportedRecord[] {
    return this.#newest.filter((other) => other.operationId !== operationId);
  }
}
