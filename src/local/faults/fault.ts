import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Simulation } from '../../contract/responses.js';
import type { BuiltInEndpointName } from '../../endpoint/built-in.js';
import type { Rejection } from '../server/rejection.js';
import type {
  EarlierSimulations,
  RecordContext,
  ReportedRecord,
  RequestMemory,
  WireRecord,
} from './fault-memory.js';
import type { Answer, ServiceCall, WrittenAnswer } from './service-answer.js';

/** What all faults have. */
interface FaultBase {
  /** What it does, in one sentence. */
  readonly summary: string;
  /** The endpoints whose requests or answers can have it. Empty if it concerns the validators. */
  readonly endpoints: readonly BuiltInEndpointName[];
  /** Default of `ms`; `Infinity` until the client disconnects. Absent if the fault takes no time. */
  readonly defaultMs?: number;
}

/** Returns a different head for a request, or undefined to change nothing. */
export interface HeadFault extends FaultBase {
  readonly family: 'head';
  readonly tamperHead: (headers: IncomingHttpHeaders) => IncomingHttpHeaders | undefined;
}

/**
 * Returns a different simulation request before validation, or rejects it; undefined to change nothing. The request has
 * neutral names and may be any JSON.
 */
export interface ReadingFault extends FaultBase {
  readonly family: 'reading';
  readonly tamperRequest: (request: unknown) => object | Rejection | undefined;
}

/** Leaks one simulation request into the answers to others. */
export interface LeakFault extends FaultBase {
  readonly family: 'leak';
  /** Returns the memory after a request, which is not validated yet. */
  readonly remember: (request: unknown, memory: RequestMemory) => RequestMemory;
  /** Returns a different request, or undefined to change nothing. */
  readonly tamperRequest?: (request: unknown, memory: RequestMemory) => object | undefined;
  /** Returns a different answer to a simulation, or undefined to change nothing. */
  readonly tamperSimulation?: (simulation: Simulation, memory: RequestMemory) => Simulation | undefined;
}

/** Delays the answer, or returns undefined for no delay. Random numbers are from 0 to below 1. */
export interface TimingFault extends FaultBase {
  readonly family: 'timing';
  readonly pauseMs: (ms: number, random: () => number, call: ServiceCall) => number | undefined;
}

/** Replaces the answer of the deployment. */
export interface ReplacementFault extends FaultBase {
  readonly family: 'replacement';
  readonly replace: (ms: number) => WrittenAnswer;
}

/** Changes how a request is rejected. Returns undefined to change nothing. */
export interface RejectionFault extends FaultBase {
  readonly family: 'rejection';
  readonly tamperRejection: (rejected: RejectedCall) => Answer | undefined;
}

/**
 * Changes a simulation. Returns undefined to change nothing. Random numbers are from 0 to below 1. The time is that of the
 * chain, in milliseconds of unix time.
 */
export interface SimulationFault extends FaultBase {
  readonly family: 'simulation';
  readonly tamperSimulation: (
    simulation: Simulation,
    random: () => number,
    nowMs: number,
  ) => Simulation | undefined;
}

/** Changes a simulation depending on earlier ones. Returns undefined to change nothing. */
export interface SuccessionFault extends FaultBase {
  readonly family: 'succession';
  readonly tamperNext: (simulation: Simulation, earlier: EarlierSimulations) => Simulation | undefined;
}

/** Changes the record of an operation depending on earlier answers as faults changed them. */
export interface HistoryFault extends FaultBase {
  readonly family: 'history';
  /** Returns undefined to change nothing. */
  readonly rewriteRecord: (context: RecordContext) => WireRecord | undefined;
}

/** Changes the record of an operation depending on earlier records before any fault. */
export interface RecordFault extends FaultBase {
  readonly family: 'record';
  /** Returns undefined to change nothing. */
  readonly rewriteRecord?: (context: RecordContext) => WireRecord | NotFound | undefined;
  /** Returns undefined to change nothing. The reported records are those of all operations, the newest first. */
  readonly rewriteRejection?: (
    rejected: RejectedCall,
    reported: readonly ReportedRecord[],
  ) => Answer | undefined;
}

/** Changes the members of a body. Returns the same body to change nothing. */
export interface MembersFault extends FaultBase {
  readonly family: 'members';
  readonly tamperBody: (body: Answer['body']) => Answer['body'];
}

/** Changes how an answer is written. Its text has one character for each byte. */
export interface TextFault extends FaultBase {
  readonly family: 'text';
  readonly tamperText: (answer: WrittenAnswer) => WrittenAnswer;
}

/** Aborts or stalls the connection. */
export interface ConnectionFault extends FaultBase {
  readonly family: 'connection';
  /** Returns undefined to do nothing. */
  readonly abortConnection: (ms: number, call: ServiceCall) => AbortConnection | undefined;
}

/** Delays the validators. The source chain looks it up by name. */
export interface ConsensusFault extends FaultBase {
  readonly family: 'consensus';
}

/** A fault that a deployment can have. */
export type Fault =
  | HeadFault
  | ReadingFault
  | LeakFault
  | TimingFault
  | ReplacementFault
  | RejectionFault
  | SimulationFault
  | SuccessionFault
  | HistoryFault
  | RecordFault
  | MembersFault
  | TextFault
  | ConnectionFault
  | ConsensusFault;

/** The faults of one family. */
export type FaultOf<Family extends Fault['family']> = Extract<Fault, { readonly family: Family }>;

/** Sends a part of an answer, then closes the connection or leaves it open. */
export type AbortConnection = (answer: WrittenAnswer, response: ServerResponse) => Promise<void> | void;

/** Answers that the operation is unknown. */
export interface NotFound {
  readonly notFound: string;
}

/** A request of the service that was answered with `{"error": "…"}`. */
export interface RejectedCall {
  readonly call: ServiceCall;
  readonly answer: Answer;
  /** The text of the error. */
  readonly error: string;
  /** The stages of an operation in order, with the names of the deployment. */
  readonly stages: readonly string[];
}

/** Returns faults of one family by name. They concern the given endpoints unless a fault has its own. */
export function defineFaults<Family extends Fault['family'], Name extends string>(
  family: Family,
  endpoints: readonly BuiltInEndpointName[],
  faults: Record<Name, Omit<FaultOf<Family>, 'family' | 'endpoints'> & Partial<Pick<FaultBase, 'endpoints'>>>,
): Readonly<Record<Name, FaultOf<Family>>> {
  const entries = Object.entries<object>(faults).map(([name, fault]) => [
    name,
    { family, endpoints, ...fault },
  ]);
  return Object.fromEntries(entries);
}
