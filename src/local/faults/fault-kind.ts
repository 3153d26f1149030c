import type { IncomingHttpHeaders } from 'node:http';
import type { InclusionNote, Simulation } from '../../contract/responses.js';
import type { BuiltInEndpointName } from '../../endpoint/built-in.js';
import type { Rejection } from '../server/rejection.js';
import type { ReportedOperation, ReportedOperations } from './reported-operations.js';
import type { RetainedSimulations } from './retained-simulations.js';
import type { MeantAnswer, ServiceCall, WrittenAnswer } from './service-answer.js';
import type { ShownOperation } from './shown-operations.js';
import type { BreakOff } from './tampered-answer.js';

/** What there is to know of */
interface Described {
  /** What it does, in one sentence. */
  readonly summary: string;
  /** The endpoints whose requests or answers can have it; none for what concerns the validators. */
  readonly endpoints: readonly BuiltInEndpointName[];
  /** Default of `ms`, `Infinity` until the client leaves; absent when it takes no time. */
  readonly defaultMs?: number;
}

/** Returns a different head for a request, or undefined to change nothing. */
export interface HeadFault extends Described {
  readonly family: 'head';
  readonly tamperHead: (headers: IncomingHttpHeaders) => IncomingHttpHeaders | undefined;
}

/**
 * Returns a different simulation request before validation, or rejects it; undefined to change nothing. The request has
 * neutral names and may be any JSON.
 */
export interface ReadingFault extends Described {
  readonly family: 'reading';
  readonly tamperRequest: (request: unknown) => object | Rejection | undefined;
}

/** Leaks one simulation request into the answers to others. */
export interface LeakFault extends Described {
  readonly family: 'leak';
  /** Returns what a request leaves behind, before its validation. */
  readonly leave: (request: unknown, left: RetainedSimulations) => RetainedSimulations;
  /** Returns a different request, or undefined to change nothing. */
  readonly tamperRequest: (request: unknown, left: RetainedSimulations) => object | undefined;
  /** Returns a different answer to a simulation, or undefined to change nothing. */
  readonly tamperSimulation: (simulation: Simulation, left: RetainedSimulations) => Simulation | undefined;
}

/** Delays the answer, or returns undefined for no delay. Random numbers are from 0 to below 1. */
export interface TimingFault extends Described {
  readonly family: 'timing';
  readonly pauseMs: (ms: number, draw: () => number, call: ServiceCall) => number | undefined;
}

/** Replaces the answer of the deployment. */
export interface ReplacementFault extends Described {
  readonly family: 'replacement';
  readonly answerInstead: (ms: number) => WrittenAnswer;
}

/** Changes how a request is rejected. Returns undefined to change nothing. */
export interface RejectionFault extends Described {
  readonly family: 'rejection';
  readonly tamperRejection: (rejected: RejectedCall) => MeantAnswer | undefined;
}

/**
 * Changes a simulation. Returns undefined to change nothing. Random numbers are from 0 to below 1. The time is that of the
 * chain, in milliseconds of unix time.
 */
export interface SimulationFault extends Described {
  readonly family: 'simulation';
  readonly tamperSimulation: (
    simulation: Simulation,
    draw: () => number,
    nowMs: number,
  ) => Simulation | undefined;
}

/** Changes a simulation depending on earlier ones. Returns undefined to change nothing. */
export interface SuccessionFault extends Described {
  readonly family: 'succession';
  readonly tamperNext: (simulation: Simulation, earlier: EarlierSimulations) => Simulation | undefined;
}

/** The simulations since a fault was set. */
export interface EarlierSimulations {
  readonly count: number;
  /** The newest one, before any fault changed it. */
  readonly last?: Simulation | undefined;
  /** The call data of earlier ones, the newest last. */
  readonly callData: readonly string[];
}

/** Changes the record of an operation depending on what earlier answers showed. Returns undefined to change nothing. */
export interface HistoryFault extends Described {
  readonly family: 'history';
  readonly tamperRecord: (record: WireRecord, shown: ShownOperation) => WireRecord | undefined;
}

/** Changes the record of an operation depending on earlier records. Returns undefined to change nothing. */
export interface RecordFault extends Described {
  readonly family: 'record';
  readonly retell?: (telling: TellingRecord) => WireRecord | NotFound | undefined;
  readonly retellRejection?: (rejected: RejectedCall, told: ReportedOperations) => MeantAnswer | undefined;
}

/** Changes the members of a body. Returns the same body to change nothing. */
export interface MembersFault extends Described {
  readonly family: 'members';
  readonly tamperBody: (body: MeantAnswer['body']) => MeantAnswer['body'];
}

/** Changes how an answer is written. Its text has one character for each byte. */
export interface TextFault extends Described {
  readonly family: 'text';
  readonly tamperText: (answer: WrittenAnswer) => WrittenAnswer;
}

/** Breaks or stalls the connection. */
export interface ConnectionFault extends Described {
  readonly family: 'connection';
  /** Returns undefined to do nothing. */
  readonly breakOff: (ms: number, call: ServiceCall) => BreakOff | undefined;
}

/** Delays the validators. The source chain looks it up by name. */
export interface ConsensusFault extends Described {
  readonly family: 'consensus';
}

/** A fault that a deployment can have. */
export type FaultKind =
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

/** A record before it is sent. */
export interface TellingRecord extends ReportedOperation {
  readonly record: WireRecord;
  /** The operation id as requested. */
  readonly asked: string;
  /** In order, with the names of the deployment. */
  readonly stages: readonly string[];
  /** The chain types with the names of the deployment, destination chain first. */
  readonly types: readonly string[];
}

/** Answers that the operation is unknown. */
export interface NotFound {
  readonly notFound: string;
}

/** A transaction of a {@link WireRecord}. */
export interface WireTransaction {
  readonly blockchainType?: string | undefined;
  readonly hash?: string | undefined;
}

/** A request of the service that was answered with `{"error": "…"}`. */
export interface RejectedCall {
  readonly call: ServiceCall;
  readonly answer: MeantAnswer;
  /** The text of the error. */
  readonly error: string;
  /** The stages of an operation in order, with the names of the deployment. */
  readonly stages: readonly string[];
}
