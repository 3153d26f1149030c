import type { ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { InclusionState } from '../../contract/conventions.js';
import type { Simulation } from '../../contract/responses.js';
import type { BuiltInEndpointName } from '../../endpoint/built-in.js';

/** A request to the service. */
export interface ServiceCall {
  /** Absent if it is to no endpoint: of another path, or for the OpenAPI document. */
  readonly endpoint?: BuiltInEndpointName | undefined;
  /** The requested operation id. */
  readonly operationId?: string | undefined;
}

/** An answer before it is written. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Integers may be bigints; they are written exactly. */
  readonly body: unknown;
}

/** An answer as it is written. Its headers do not include the length of the body. */
export interface WrittenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** Writes an answer as the deployment would. */
export type WriteAnswer = (answer: Answer) => WrittenAnswer;

/** A way to send an answer that aborts or stalls the connection. */
export interface AbortConnection {
  /** Returns what a client gets of an answer. */
  readonly sentOf: (answer: WrittenAnswer) => unknown;
  /** Sends that, then closes the connection or leaves it open. */
  readonly send: (answer: WrittenAnswer, response: ServerResponse) => Promise<void> | void;
}

/** An answer as it is sent. */
export interface ChangedAnswer {
  readonly answer: WrittenAnswer;
  /** How long to wait before the first byte; `Infinity` until the client disconnects. */
  readonly delayMs: number;
  /** Sends the answer if it must not be sent whole. */
  readonly abortConnection: AbortConnection | undefined;
}

/**
 * A fault that a deployment can have: what it is, and hooks in the order in which they run. A hook returns undefined if
 * there is nothing to change. Of the faults with one hook only the first that triggers has an effect.
 */
export interface Fault {
  /** What it does, in one sentence. */
  readonly summary: string;
  /** The endpoints whose answers can have it. Empty if it concerns the validators. */
  readonly endpoints: readonly BuiltInEndpointName[];
  /** Default of `ms`; `Infinity` until the client disconnects. Absent if the fault takes no time. */
  readonly defaultMs?: number;
  /** Returns how long the answer is delayed, in milliseconds; 0 changes nothing. */
  readonly delay?: (context: FaultContext) => number;
  /** Aborts or stalls the connection. */
  readonly connection?: (context: FaultContext) => AbortConnection | undefined;
  /** Replaces the answer of the deployment. The next four hooks have no effect then. */
  readonly replacement?: (context: FaultContext) => WrittenAnswer;
  /** Changes a simulation. */
  readonly simulation?: (simulation: Simulation, context: FaultContext<Simulation>) => Simulation | undefined;
  /** Changes the record of an operation, as the deployment writes it. The record is undefined if the operation is unknown, in both directions. */
  readonly record?: (
    record: InclusionState | undefined,
    context: FaultContext<InclusionState>,
  ) => InclusionState | 'unknown' | undefined;
  /** Changes the JSON of an answer of status 200. */
  readonly json?: (body: { readonly response: unknown }) => unknown;
  /** Changes an answer as it is written. */
  readonly written?: (answer: WrittenAnswer) => WrittenAnswer;
  /** Affects the vote of the validators on the root of an epoch: late by `ms`, or one vote short. */
  readonly vote?: 'late' | 'missed';
}

/**
 * The hooks that change an answer, in the order in which they run: first when and how it is sent, because what is not sent
 * cannot be changed.
 */
export const answerHooks = [
  'delay',
  'connection',
  'replacement',
  'simulation',
  'record',
  'json',
  'written',
] as const satisfies (keyof Fault)[];

/** The name of a hook that changes an answer. */
export type AnswerHook = (typeof answerHooks)[number];

/** The names of all hooks. */
export const hookNames = [...answerHooks, 'vote'] as const satisfies (keyof Fault)[];

/** What a hook knows besides the value that it changes. */
export interface FaultContext<Response = unknown> {
  /** How long the fault takes, in milliseconds. */
  readonly ms: number;
  /** Returns the next number of the fault, from 0 to below 1. */
  readonly random: () => number;
  /** The requested operation id, in lower case. */
  readonly operationId: string | undefined;
  /** The stages of an operation in order, with the names of the deployment. */
  readonly stages: readonly string[];
  /** Earlier answers since the fault was set: about the operation, or of the simulator. */
  readonly earlier: Earlier<Response>;
}

/** What a fault remembers of the answers about one operation, or of all simulations. */
export interface Earlier<Response> {
  /** How many answers there were. */
  readonly count: number;
  /** The first response, before the fault changed it. */
  readonly first: Response | undefined;
  /** The last response, before the fault changed it. */
  readonly last: Response | undefined;
  /** The responses that were sent, oldest first, without those that are equal to the one before. At most 100. */
  readonly shown: readonly Response[];
  /** The last response about the operation that was requested before this one. */
  readonly ofAnother: Response | undefined;
}

type Entry = Omit<Earlier<unknown>, 'ofAnother'>;

const noAnswers: Entry = { count: 0, first: undefined, last: undefined, shown: [] };
const maxShown = 100;

/** What a fault that is set remembers. Its entries never change, so that a copy is cheap. */
export class FaultMemory {
  /** By operation id, or '' for simulations. */
  readonly #entries: Map<string, Entry>;
  /** The two keys that were requested last, the newest first. */
  #newest: readonly string[];

  constructor(entries: ReadonlyMap<string, Entry> = new Map(), newest: readonly string[] = []) {
    this.#entries = new Map(entries);
    this.#newest = newest;
  }

  recall(key: string): Earlier<unknown> {
    const another = this.#newest.find((newest) => newest !== key);
    return {
      ...(this.#entries.get(key) ?? noAnswers),
      ofAnother: another === undefined ? undefined : this.#entries.get(another)?.last,
    };
  }

  /** @param shown - What was sent of the response; undefined if the answer had none. */
  remember(key: string, response: unknown, shown: unknown): void {
    const known = this.#entries.get(key) ?? noAnswers;
    const isNew = shown !== undefined && !isDeepStrictEqual(shown, known.shown.at(-1));
    this.#entries.set(key, {
      count: known.count + 1,
      first: known.first ?? response,
      last: response,
      shown: isNew ? [...known.shown, shown].slice(-maxShown) : known.shown,
    });
    this.#newest = [key, ...this.#newest.filter((newest) => newest !== key)].slice(0, 2);
  }

  copy(): FaultMemory {
    return new FaultMemory(this.#entries, this.#newest);
  }
}
