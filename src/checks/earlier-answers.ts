import { stalenessOf } from '../client/evidence.js';
import type { Conventions, InclusionState } from '../contract/conventions.js';
import { jsonText } from '../contract/json.js';
import type { InclusionNote } from '../contract/responses.js';
import { inclusionVerdict } from '../contract/verdicts.js';
import { forgetOldest } from '../internal/objects.js';
import { formatText } from '../internal/print.js';
import type { PollResult } from '../polling/timeline.js';
import type { CaseRequest } from './case/case-plan.js';
import type { Observation, RequestSpan } from './case/observation.js';
import { EarlierSimulations } from './simulations.js';

/** How much of a campaign is kept. Beyond these limits, the oldest entries are dropped. Assumption. */
const limits = {
  operations: 2_000,
  statesOfOperation: 64,
  hashes: 20_000,
  blocks: 1_000,
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

/** A block that a simulation named, and its request. */
interface NamedBlock {
  readonly block: bigint;
  readonly request: CaseRequest;
  readonly endMs: number;
}

/**
 * The answers of a campaign so far, for checks that compare an answer with earlier ones of any case. An answer is earlier
 * than another only if its exchange had ended before the other began. The number of answers kept is limited.
 */
export class EarlierAnswers {
  /** Earlier simulations, beyond their blocks. */
  readonly simulations = new EarlierSimulations();
  /** Whether the note of a failed operation had an error name and no other text. */
  isErrorNameAlone = false;
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
  /** Higher and later from one to the next. */
  #blocks: NamedBlock[] = [];
  #dates: { readonly dateMs: number; readonly endMs: number; readonly request: CaseRequest }[] = [];
  /** Later from one to the next in both. */
  #latest: { readonly timestamp: bigint; readonly endMs: number; readonly request: CaseRequest }[] = [];

  constructor(conventions: Conventions) {
    this.#conventions = conventions;
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
      if (block !== undefined) this.#noteBlock({ block, request, endMs: span.endMs });
      if (answer.simulation) this.simulations.note(request, answer.simulation, span.endMs);
      return;
    }
    const dateMs = Date.parse(answer.headers.date ?? '');
    if (request.endpoint === 'inclusion' && !Number.isNaN(dateMs)) this.#noteDate(dateMs, request, span);
    if (expect.kind !== 'known') return;
    const state = stateOf(request, answer, this.#conventions);
    if (state === undefined) return;
    if (state.result.success === false && state.noteMembers.join() === 'errorName')
      this.isErrorNameAlone = true;
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

  /** Returns the latest timestamp that a record showed before a time. */
  timestampBefore(ms: number): { readonly timestamp: bigint; readonly request: CaseRequest } | undefined {
    return this.#latest.findLast(({ endMs }) => endMs <= ms);
  }

  /** Returns the operations that listed a transaction before a time. */
  ownersOf(hash: string, beforeMs: number): HashOwner[] {
    const owners = this.#owners.get(hash.toLowerCase());
    return owners ? [...owners.values()].filter(({ firstEndMs }) => firstEndMs <= beforeMs) : [];
  }

  /** Returns the highest block that simulations named before a time. */
  blockBefore(ms: number): NamedBlock | undefined {
    return this.#blocks.findLast(({ endMs }) => endMs <= ms);
  }

  /** Returns the latest Date of an answer of the observer before a time, and its request. */
  dateBefore(ms: number): { readonly dateMs: number; readonly request: CaseRequest } | undefined {
    return this.#dates.findLast(({ endMs }) => endMs <= ms);
  }

  #noteState(
    operationId: string,
    state: RecordState,
    request: CaseRequest,
    { startMs, endMs, endedAtMs }: RequestSpan,
    dateMs: number,
  ): void {
    const states = this.#states.get(operationId) ?? new Map<string, SeenState>();
    this.#states.delete(operationId);
    this.#states.set(operationId, states);
    forgetOldest(this.#states, limits.operations);
    const key = textOf(state);
    const seen = states.get(key);
    if (seen === undefined) this.#noteShape(operationId, state, request, endMs);
    if (seen === undefined) this.#noteChange([...states.values()], state, request, { startMs, endMs });
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
    { startMs, endMs }: Pick<RequestSpan, 'startMs' | 'endMs'>,
  ): void {
    const { timestamp } = result;
    if (!timestamp) return;
    this.#timestamps.add(timestamp);
    if (this.#timestamps.size > limits.blocks) this.#timestamps.delete([...this.#timestamps][0] as bigint);
    const newest = this.#latest.at(-1);
    if (newest === undefined || (timestamp > newest.timestamp && endMs >= newest.endMs))
      this.#latest = [...this.#latest.slice(1 - limits.blocks), { timestamp, endMs, request }];
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

  #noteBlock(named: NamedBlock): void {
    // An earlier simulation on a higher block is the stricter bound.
    const before = this.#blocks.findLast(({ endMs }) => endMs <= named.endMs);
    if (before !== undefined && before.block >= named.block) return;
    const kept = this.#blocks.filter(({ endMs, block }) => endMs <= named.endMs || block > named.block);
    const place = kept.findLastIndex(({ endMs }) => endMs <= named.endMs) + 1;
    kept.splice(place, 0, named);
    this.#blocks = kept.slice(-limits.blocks);
  }

  #noteDate(dateMs: number, request: CaseRequest, { endMs }: RequestSpan): void {
    const newest = this.#dates.at(-1);
    if (newest !== undefined && (dateMs <= newest.dateMs || endMs < newest.endMs)) return;
    this.#dates = [...this.#dates.slice(1 - limits.blocks), { dateMs, endMs, request }];
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
    noteMembers: noteMemberNames.filter((name) => !!note?.[name] && note[name] !== '0x'),
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

const noteMemberNames = ['content', 'errorName', 'internalMsg', 'internalBytesError'] as const;

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

/** The samples of the first windows, and how many windows a trend needs and keeps. At `max`, pairs are joined. Assumption. */
const windows = { firstSize: 16, min: 8, max: 16 };

/**
 * Less is ignored: growth in milliseconds and as a share of the latency at the start, and the share of pairs of windows of
 * which the later one is slower. Assumption.
 */
const thresholds = { growthMs: 20, growthShare: 0.5, slowerPairs: 0.9 };

/** How long the answers of one kind took in the course of a campaign: the fastest of each window. */
export class LatencyTrend {
  /** The first request, and when its answer had arrived. */
  readonly request: CaseRequest;
  readonly endMs: number;
  #fastest: number[] = [];
  #size = windows.firstSize;
  #inWindow: number[] = [];
  /** The first answers may take longer: services and connections start up. */
  #isWarm = false;

  constructor(request: CaseRequest, endMs: number) {
    this.request = request;
    this.endMs = endMs;
  }

  add(durationMs: number): this {
    this.#inWindow.push(durationMs);
    if (this.#inWindow.length < this.#size) return this;
    if (this.#isWarm) this.#fastest.push(Math.min(...this.#inWindow));
    this.#isWarm = true;
    this.#inWindow = [];
    if (this.#fastest.length < windows.max) return this;
    this.#fastest = this.#fastest.flatMap((ms, at, all) =>
      at % 2 === 0 ? Math.min(ms, all[at + 1] as number) : [],
    );
    this.#size *= 2;
    return this;
  }

  /** Returns whether an answer took clearly longer than the answers at the start. */
  isSlower(durationMs: number): boolean {
    const [start] = this.#thirds;
    return durationMs - start >= Math.max(thresholds.growthMs, thresholds.growthShare * start);
  }

  /** The fastest answers of the first, the second and the last third of the windows. */
  get #thirds(): readonly [start: number, middle: number, end: number] {
    const all = this.#fastest;
    const third = Math.floor(all.length / 3);
    return [
      Math.min(...all.slice(0, third)),
      Math.min(...all.slice(third, -third)),
      Math.min(...all.slice(-third)),
    ];
  }

  /** Returns the fastest answers of all windows if they got steadily slower. Load comes and goes, and other changes are steps. */
  get creep(): readonly number[] | undefined {
    const all = this.#fastest;
    const [start, middle, end] = this.#thirds;
    if (all.length < windows.min || !this.isSlower(end)) return undefined;
    const share = (middle - start) / (end - start);
    if (share < 0.2 || share > 0.8) return undefined;
    const pairs = all.flatMap((ms, at) => all.slice(at + 1).map((later) => later > ms));
    return pairs.filter((isSlower) => isSlower).length >= thresholds.slowerPairs * pairs.length
      ? all
      : undefined;
  }
}
