import type { Conventions, InclusionState } from '../../contract/conventions.js';
import { jsonText } from '../../contract/json-text.js';
import { printText } from '../../internal/print.js';
import type { CaseRequest } from '../case/case-plan.js';
import type { Observation, Span } from '../case/observation.js';
import type { Sight } from '../history.js';
import { inclusionVerdict } from '../inclusion-verdict.js';
import { EarlierSimulations } from '../meaning/simulations/earlier-simulations.js';

/** How much is kept of a campaign. Of what goes beyond it the oldest is forgotten. Assumption. */
const most = { operations: 2_000, statesOfOperation: 64, hashes: 20_000, blocks: 1_000, transactions: 100 };

/** Hash and chain type of a transaction, as a record lists it. */
export interface ListedTransaction {
  readonly hash?: string | undefined;
  readonly blockchainType?: string | undefined;
}

/** What one answer said of an operation, as far as answers are compared in it. */
export interface RecordState {
  readonly sight: Sight;
  /** The note as JSON; `null` and `absent` are themselves. Cut where it is long. */
  readonly note: string;
  /** The error that the note names or tells; `''` for none. */
  readonly error: string;
  /** Whether there is a list of transactions, and how none is written. */
  readonly list: 'absent' | 'null' | '[]' | 'transactions';
  readonly transactions: readonly ListedTransaction[];
}

/** The answers about an operation that all said the same. */
export interface SeenState extends RecordState {
  /** One of their requests. */
  readonly request: CaseRequest;
  /** When the first of them was there. */
  readonly firstEndMs: number;
  /** When the last of them was asked for, and was there. */
  readonly last: Pick<Span, 'startMs' | 'endMs'>;
}

/** A transaction that an operation listed. */
export interface HashOwner {
  readonly operationId: string;
  readonly request: CaseRequest;
  readonly firstEndMs: number;
}

/** A block that a simulation named, and its request. */
export interface NamedBlock {
  readonly block: bigint;
  readonly request: CaseRequest;
  readonly endMs: number;
}

/**
 * What the answers of a campaign said so far, so that one can be held against those before it, whichever case they were
 * of. An answer counts as earlier than another only where its exchange had ended before the other began: of answers that
 * were under way together nobody can tell the order. What is kept is limited, however long a campaign is.
 */
export class EarlierAnswers {
  /** What simulations said of more than their block. */
  readonly simulations = new EarlierSimulations();
  readonly #conventions: Conventions;
  readonly #states = new Map<string, Map<string, SeenState>>();
  readonly #owners = new Map<string, Map<string, HashOwner>>();
  /** Higher and later from one to the next. */
  #blocks: NamedBlock[] = [];
  #dates: { readonly dateMs: number; readonly endMs: number; readonly request: CaseRequest }[] = [];

  constructor(conventions: Conventions) {
    this.#conventions = conventions;
  }

  /** Keeps what an answer says. */
  note({ request, answer }: Observation, span: Span): void {
    const { expect } = request;
    if (answer === undefined) return;
    if (request.operation === 'simulate') {
      const block = answer.simulation?.debugInfo?.blockNumber;
      if (block !== undefined) this.#noteBlock({ block, request, endMs: span.endMs });
      if (answer.simulation) this.simulations.note(request, answer.simulation, span.endMs);
      return;
    }
    const dateMs = Date.parse(answer.headers.date ?? '');
    if (request.operation === 'inclusion' && !Number.isNaN(dateMs)) this.#noteDate(dateMs, request, span);
    if (expect.kind !== 'known') return;
    const state = stateOf(request, answer, this.#conventions);
    if (state === undefined) return;
    // What another spelling of the id is told says nothing of what the id itself is told.
    if (expect.spelling === undefined) this.#noteState(expect.operationId, state, request, span);
    this.#noteHashes(expect.operationId, state, request, span);
  }

  /** The different answers about an operation of which each came before a moment, at least once. */
  statesOf(operationId: string, beforeMs: number): SeenState[] {
    const states = this.#states.get(operationId);
    return states ? [...states.values()].filter(({ firstEndMs }) => firstEndMs <= beforeMs) : [];
  }

  /** The operations that listed a transaction before a moment. */
  ownersOf(hash: string, beforeMs: number): HashOwner[] {
    const owners = this.#owners.get(hash.toLowerCase());
    return owners ? [...owners.values()].filter(({ firstEndMs }) => firstEndMs <= beforeMs) : [];
  }

  /** The highest block that simulations named before a moment. */
  blockBefore(ms: number): NamedBlock | undefined {
    return this.#blocks.findLast(({ endMs }) => endMs <= ms);
  }

  /** The latest moment that an answer of the observer was dated with before a moment, and its request. */
  dateBefore(ms: number): { readonly dateMs: number; readonly request: CaseRequest } | undefined {
    return this.#dates.findLast(({ endMs }) => endMs <= ms);
  }

  #noteState(operationId: string, state: RecordState, request: CaseRequest, { startMs, endMs }: Span): void {
    const states = this.#states.get(operationId) ?? new Map<string, SeenState>();
    this.#states.delete(operationId);
    this.#states.set(operationId, states);
    forgetOldest(this.#states, most.operations);
    const key = textOf(state);
    const seen = states.get(key);
    const last = seen === undefined || endMs >= seen.last.endMs ? { startMs, endMs } : seen.last;
    const firstEndMs = Math.min(endMs, seen?.firstEndMs ?? endMs);
    states.set(key, { ...state, request, firstEndMs, last });
    forgetOldest(states, most.statesOfOperation);
  }

  #noteHashes(
    operationId: string,
    { transactions }: RecordState,
    request: CaseRequest,
    { endMs }: Span,
  ): void {
    for (const { hash } of transactions) {
      if (!hash) continue;
      const key = hash.toLowerCase();
      const owners = this.#owners.get(key) ?? new Map<string, HashOwner>();
      const firstEndMs = Math.min(endMs, owners.get(operationId)?.firstEndMs ?? endMs);
      owners.set(operationId, { operationId, request, firstEndMs });
      forgetOldest(owners, most.statesOfOperation);
      this.#owners.set(key, owners);
      forgetOldest(this.#owners, most.hashes);
    }
  }

  #noteBlock(named: NamedBlock): void {
    // One that was there before with a higher block says more than this one.
    const before = this.#blocks.findLast(({ endMs }) => endMs <= named.endMs);
    if (before !== undefined && before.block >= named.block) return;
    const kept = this.#blocks.filter(({ endMs, block }) => endMs <= named.endMs || block > named.block);
    const place = kept.findLastIndex(({ endMs }) => endMs <= named.endMs) + 1;
    kept.splice(place, 0, named);
    this.#blocks = kept.slice(-most.blocks);
  }

  #noteDate(dateMs: number, request: CaseRequest, { endMs }: Span): void {
    const newest = this.#dates.at(-1);
    if (newest !== undefined && (dateMs <= newest.dateMs || endMs < newest.endMs)) return;
    this.#dates = [...this.#dates.slice(1 - most.blocks), { dateMs, endMs, request }];
  }
}

/** What an answer says of an operation; undefined where it says nothing. */
export function stateOf(
  { expect }: CaseRequest,
  answer: NonNullable<Observation['answer']>,
  conventions: Conventions,
): RecordState | undefined {
  if (expect.kind !== 'known') return undefined;
  if (answer.inclusion !== undefined) return stateOfRecord(answer.inclusion, conventions);
  if (answer.status !== 404) return undefined;
  const { notFoundMeans } = conventions;
  const verdict = notFoundMeans === 'error' ? undefined : notFoundMeans;
  return { sight: { status: 404, verdict }, note: 'absent', error: '', list: 'absent', transactions: [] };
}

function stateOfRecord(record: InclusionState, conventions: Conventions): RecordState {
  const { stage, success, timestamp, transactions, note } = record;
  const listed = (transactions ?? []).slice(0, most.transactions);
  return {
    sight: {
      stage,
      success,
      timestamp,
      transactions: transactions?.flatMap(({ hash }) => hash ?? []),
      verdict: inclusionVerdict(record, conventions),
    },
    note: note ? printText(jsonText(note), 500) : note === null ? 'null' : 'absent',
    error: note?.errorName || note?.internalMsg || note?.internalBytesError || '',
    list:
      transactions === undefined
        ? 'absent'
        : transactions === null
          ? 'null'
          : listed.length > 0
            ? 'transactions'
            : '[]',
    transactions: listed.map(({ hash, blockchainType }) => ({ hash, blockchainType })),
  };
}

function textOf({ sight, note, list, transactions }: RecordState): string {
  const { stage, success, timestamp, status } = sight;
  return JSON.stringify([stage, success, String(timestamp), status, note, list, transactions]);
}

/** A map has its entries in the order in which they came. */
function forgetOldest(map: Map<string, unknown>, limit: number): void {
  for (const key of map.keys()) {
    if (map.size <= limit) return;
    map.delete(key);
  }
}
