import type { CaseRequest } from '../case/case-plan.js';
import type { Observation, RequestSpan } from '../case/observation.js';
import { stalenessOf } from '../client/evidence.js';
import type { Conventions, InclusionState } from '../contract/conventions.js';
import { type InclusionNote, noteFields } from '../contract/responses.js';
import { inclusionVerdict } from '../contract/verdicts.js';
import { jsonText } from '../internal/json.js';
import { forgetOldest } from '../internal/objects.js';
import { formatText } from '../internal/print.js';
import type { PollResult } from '../polling/timeline.js';
import { EarlierSimulations } from './earlier-simulations.js';
import { LatencyTrend } from './latency-trend.js';

/** How much of a campaign is kept. Beyond these limits, the oldest entries are dropped. Assumption. */
const limits = {
  operations: 2_000,
  statesOfOperation: 64,
  hashes: 20_000,
  values: 1_000,
  transactions: 100,
  shapes: 64,
  changes: 200,
};

/** Hash and chain type of a transaction, as a record lists it. */
interface ListedTransaction {
  readonly hash?: string | undefined;
  readonly blockchainType?: string | undefined;
}

/** The parts of one answer about an operation that are compared. */
export interface RecordState {
  readonly result: PollResult;
  /** The note as JSON, truncated if long; or `null` or `absent`. */
  readonly note: string;
  /** The name or text of the error in the note; `''` if there is none. */
  readonly error: string;
  /** The members of the note that contain text. */
  readonly noteMembers: readonly (keyof InclusionNote)[];
  /** Whether there are transactions, and how their absence is written. */
  readonly list: 'absent' | 'null' | '[]' | 'transactions';
  readonly transactions: readonly ListedTransaction[];
}

/** Equal answers about an operation. */
export interface SeenState extends RecordState {
  /** The request of one of these answers. */
  readonly request: CaseRequest;
  /** When the first of these answers had arrived. */
  readonly firstEndMs: number;
  /** When the last of these answers was requested, and when it had arrived. */
  readonly last: Pick<RequestSpan, 'startMs' | 'endMs'>;
  /** When the last one was requested, in milliseconds of unix time, by its header Date or the local clock: the earlier of both. */
  readonly lastAskedAtMs: number;
}

/** A stage or a success that an operation reached between two of its answers. */
interface SeenChange {
  readonly request: CaseRequest;
  /** When the last answer without the change was requested, and when the first one with it had arrived. */
  readonly afterMs: number;
  readonly beforeMs: number;
}

/** What different hashes have in common: a dot for each digit that differs. */
interface SharedDigits {
  readonly count: number;
  readonly digits: string;
  /** A request whose answer listed the last of these hashes. */
  readonly request: CaseRequest;
}

/** A record of an operation at a stage, to compare others with. */
export interface StageRecord {
  readonly operationId: string;
  readonly state: RecordState;
  readonly request: CaseRequest;
  readonly firstEndMs: number;
}

/** A transaction that an operation listed. */
interface HashOwner {
  readonly operationId: string;
  readonly request: CaseRequest;
  readonly firstEndMs: number;
}

/** A value that an answer showed, and its request. */
interface ShownValue<Value> {
  readonly value: Value;
  readonly request: CaseRequest;
  readonly endMs: number;
}

/** The highest values that answers showed: each is higher and arrived later than the one before. */
class HighestValues<Value extends number | bigint> {
  #shown: ShownValue<Value>[] = [];

  note(value: Value, request: CaseRequest, { endMs }: RequestSpan): void {
    // An earlier answer with a higher value is the stricter bound.
    const before = this.before(endMs);
    if (before !== undefined && before.value >= value) return;
    const kept = this.#shown.filter((other) => other.endMs <= endMs || other.value > value);
    const place = kept.findLastIndex((other) => other.endMs <= endMs) + 1;
    this.#shown = kept.toSpliced(place, 0, { value, request, endMs }).slice(-limits.values);
  }

  /** Returns the highest value that arrived before a time. */
  before(ms: number): ShownValue<Value> | undefined {
    return this.#shown.findLast(({ endMs }) => endMs <= ms);
  }
}

/**
 * The answers of a campaign so far, for checks that compare an answer with earlier ones of any case. An answer is earlier
 * than another only if its exchange had ended before the other began. The number of answers kept is limited.
 */
export class EarlierAnswers {
  /** Earlier simulations, beyond their blocks. */
  readonly simulations = new EarlierSimulations();
  /** The blocks that simulations named. */
  readonly blocks = new HighestValues<bigint>();
  /** The headers Date of answers of the observer, in milliseconds of unix time. */
  readonly dates = new HighestValues<number>();
  /** The timestamps of records. */
  readonly latestTimestamps = new HighestValues<bigint>();
  #isErrorNameAlone = false;
  /** By endpoint and status, how long answers took. */
  readonly #latencies = new Map<string, LatencyTrend>();
  readonly #conventions: Conventions;
  readonly #states = new Map<string, Map<string, SeenState>>();
  readonly #owners = new Map<string, Map<string, HashOwner>>();
  /** By stage and success: for each combination of members, the records of two operations. */
  readonly #shapes = new Map<string, Map<string, StageRecord[]>>();
  readonly #timestamps = new Set<bigint>();
  #changes: SeenChange[] = [];
  /** By chain type. */
  readonly #digits = new Map<string, SharedDigits>();

  constructor(conventions: Conventions) {
    this.#conventions = conventions;
  }

  /** Whether the note of a failed operation had an error name and no other text. */
  get isErrorNameAlone(): boolean {
    return this.#isErrorNameAlone;
  }

  /** Returns how long the answers with a status took. */
  latencyOf({ endpoint }: CaseRequest, status: number): LatencyTrend | undefined {
    return this.#latencies.get(`${endpoint} ${status}`);
  }

  /** Records an answer, unless it comes from a cache. */
  note({ request, answer, durationMs }: Observation, span: RequestSpan): void {
    const { expect } = request;
    if (answer === undefined || stalenessOf(answer) !== undefined) return;
    if (!('wire' in request)) {
      const key = `${request.endpoint} ${answer.status}`;
      const trend = this.#latencies.get(key) ?? new LatencyTrend(request, span.endMs);
      this.#latencies.set(key, trend.add(durationMs));
    }
    if (request.endpoint === 'simulate') {
      const block = answer.simulation?.debugInfo?.blockNumber;
      if (block !== undefined) this.blocks.note(block, request, span);
      if (answer.simulation) this.simulations.note(request, answer.simulation, span.endMs);
      return;
    }
    const dateMs = Date.parse(answer.headers.date ?? '');
    if (request.endpoint === 'inclusion' && !Number.isNaN(dateMs)) this.dates.note(dateMs, request, span);
    if (expect.kind !== 'known') return;
    const state = stateOf(request, answer, this.#conventions);
    if (state === undefined) return;
    if (state.result.success === false && state.noteMembers.join() === 'errorName')
      this.#isErrorNameAlone = true;
    // An unknown other spelling of the id proves nothing about the operation.
    if (expect.spelling === undefined || state.result.status === undefined)
      this.#noteState(expect.operationId, state, request, span, dateMs);
    this.#noteHashes(expect.operationId, state, request, span);
  }

  /** Returns the different answers about an operation that arrived at least once before a time. */
  statesOf(operationId: string, beforeMs: number): SeenState[] {
    const states = this.#states.get(operationId);
    return states ? [...states.values()].filter(({ firstEndMs }) => firstEndMs <= beforeMs) : [];
  }

  /** Returns records of operations at a stage that arrived before a time, two for each combination of members. */
  recordsAt(stage: string | undefined, success: boolean | undefined, beforeMs: number): StageRecord[] {
    const shapes = this.#shapes.get(`${stage} ${success}`);
    return [...(shapes?.values() ?? [])].flat().filter(({ firstEndMs }) => firstEndMs <= beforeMs);
  }

  /** Returns what the transaction hashes of a chain have in common. */
  digitsOf(blockchainType: string): SharedDigits | undefined {
    return this.#digits.get(blockchainType);
  }

  /** The timestamps of all records, each once. */
  get timestamps(): ReadonlySet<bigint> {
    return this.#timestamps;
  }

  /** The observed changes, in order. */
  get changes(): readonly SeenChange[] {
    return this.#changes;
  }

  /** Returns the operations that listed a transaction before a time. */
  ownersOf(hash: string, beforeMs: number): HashOwner[] {
    const owners = this.#owners.get(hash.toLowerCase());
    return owners ? [...owners.values()].filter(({ firstEndMs }) => firstEndMs <= beforeMs) : [];
  }

  #noteState(
    operationId: string,
    state: RecordState,
    request: CaseRequest,
    span: RequestSpan,
    dateMs: number,
  ): void {
    const { startMs, endMs, endedAtMs } = span;
    const states = this.#states.get(operationId) ?? new Map<string, SeenState>();
    this.#states.delete(operationId);
    this.#states.set(operationId, states);
    forgetOldest(this.#states, limits.operations);
    const key = textOf(state);
    const seen = states.get(key);
    if (seen === undefined) this.#noteShape(operationId, state, request, endMs);
    if (seen === undefined) this.#noteChange([...states.values()], state, request, span);
    const askedAtMs = endedAtMs - (endMs - startMs);
    const lastAskedAtMs = Number.isNaN(dateMs) ? askedAtMs : Math.min(askedAtMs, dateMs);
    const isLast = seen === undefined || endMs >= seen.last.endMs;
    const last = isLast ? { startMs, endMs } : seen.last;
    const firstEndMs = Math.min(endMs, seen?.firstEndMs ?? endMs);
    states.set(key, {
      ...state,
      request,
      firstEndMs,
      last,
      lastAskedAtMs: isLast ? lastAskedAtMs : seen.lastAskedAtMs,
    });
    forgetOldest(states, limits.statesOfOperation);
  }

  #noteShape(operationId: string, state: RecordState, request: CaseRequest, firstEndMs: number): void {
    const { stage, success } = state.result;
    if (state.result.status !== undefined) return;
    for (const key of [`${stage} ${success}`, `${stage} undefined`]) {
      const shapes = this.#shapes.get(key) ?? new Map<string, StageRecord[]>();
      this.#shapes.set(key, shapes);
      forgetOldest(this.#shapes, limits.shapes);
      const records = shapes.get(shapeOf(state)) ?? [];
      if (records.length > 1 || records.some((record) => record.operationId === operationId)) continue;
      shapes.set(shapeOf(state), [...records, { operationId, state, request, firstEndMs }]);
      forgetOldest(shapes, limits.shapes);
    }
  }

  #noteChange(
    states: readonly SeenState[],
    { result }: RecordState,
    request: CaseRequest,
    span: RequestSpan,
  ): void {
    const { timestamp } = result;
    if (!timestamp) return;
    const { startMs, endMs } = span;
    this.#timestamps.add(timestamp);
    if (this.#timestamps.size > limits.values) this.#timestamps.delete([...this.#timestamps][0] as bigint);
    this.latestTimestamps.note(timestamp, request, span);
    const before = states.filter(
      ({ result: other, last }) => last.endMs <= startMs && isChange(other, result),
    );
    if (before.length === 0) return;
    const afterMs = Math.max(...before.map(({ last }) => last.startMs));
    this.#changes = [...this.#changes.slice(1 - limits.changes), { request, afterMs, beforeMs: endMs }];
  }

  #noteHashes(
    operationId: string,
    { transactions }: RecordState,
    request: CaseRequest,
    { endMs }: RequestSpan,
  ): void {
    for (const { hash, blockchainType } of transactions) {
      if (!hash) continue;
      const key = hash.toLowerCase();
      if (!this.#owners.has(key)) this.#noteDigits(`${blockchainType}`, key, request);
      const owners = this.#owners.get(key) ?? new Map<string, HashOwner>();
      const firstEndMs = Math.min(endMs, owners.get(operationId)?.firstEndMs ?? endMs);
      owners.set(operationId, { operationId, request, firstEndMs });
      forgetOldest(owners, limits.statesOfOperation);
      this.#owners.set(key, owners);
      forgetOldest(this.#owners, limits.hashes);
    }
  }

  #noteDigits(blockchainType: string, hash: string, request: CaseRequest): void {
    if (!/^0x[0-9a-f]{64}$/.test(hash)) return;
    const { count, digits } = this.#digits.get(blockchainType) ?? { count: 0, digits: hash };
    const shared = [...digits].map((digit, index) => (digit === hash[index] ? digit : '.')).join('');
    this.#digits.set(blockchainType, { count: count + 1, digits: shared, request });
    forgetOldest(this.#digits, limits.shapes);
  }
}

/** Shared by all checks of an answer. */
const states = new WeakMap<object, { readonly conventions: Conventions; readonly state: RecordState }>();

/** Returns the state of an operation in an answer; undefined if it has none. */
export function stateOf(
  { expect }: CaseRequest,
  answer: NonNullable<Observation['answer']>,
  conventions: Conventions,
): RecordState | undefined {
  if (expect.kind !== 'known') return undefined;
  if (answer.inclusion !== undefined) {
    const known = states.get(answer);
    if (known?.conventions === conventions) return known.state;
    const state = stateOfRecord(answer.inclusion, conventions);
    states.set(answer, { conventions, state });
    return state;
  }
  if (answer.status !== 404) return undefined;
  const { notFoundMeans } = conventions;
  const verdict = notFoundMeans === 'error' ? undefined : notFoundMeans;
  return {
    result: { status: 404, verdict },
    note: 'absent',
    error: '',
    noteMembers: [],
    list: 'absent',
    transactions: [],
  };
}

function stateOfRecord(record: InclusionState, conventions: Conventions): RecordState {
  const { stage, success, timestamp, transactions, note } = record;
  const listed = (transactions ?? []).slice(0, limits.transactions);
  return {
    result: {
      stage,
      success,
      timestamp,
      transactions: transactions?.flatMap(({ hash }) => hash ?? []),
      verdict: inclusionVerdict(record, conventions),
    },
    note: note ? formatText(jsonText(note), 500) : kindOf(note),
    noteMembers: noteMembers.filter((name) => !!note?.[name] && note[name] !== '0x'),
    error: note?.errorName || note?.internalMsg || note?.internalBytesError || '',
    list: listed.length > 0 ? 'transactions' : kindOf(transactions),
    transactions: listed.map(({ hash, blockchainType }) => ({ hash, blockchainType })),
  };
}

/** Names a value without content: `absent`, `null` or `[]`. */
function kindOf(value: readonly unknown[] | null | undefined): 'absent' | 'null' | '[]' {
  if (value === undefined) return 'absent';
  return value === null ? 'null' : '[]';
}

const noteMembers = Object.keys(noteFields) as (keyof InclusionNote)[];

/** Which members a record has. */
function shapeOf({ result, note, noteMembers, list }: RecordState): string {
  const { success, timestamp } = result;
  const hasNote = note === 'null' || note === 'absent' ? note : 'note';
  return [
    typeof success,
    timestamp === undefined ? 'absent' : !!timestamp,
    list,
    hasNote,
    ...noteMembers,
  ].join();
}

function isChange(before: PollResult, after: PollResult): boolean {
  return before.status === undefined && (before.stage !== after.stage || before.success !== after.success);
}

function textOf({ result, note, list, transactions }: RecordState): string {
  const { stage, success, timestamp, status } = result;
  return JSON.stringify([stage, success, String(timestamp), status, note, list, transactions]);
}
