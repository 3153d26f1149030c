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

/** Takes something else for the head of a request; undefined: nothing to change. */
export interface HeadFault extends Described {
  readonly family: 'head';
  readonly tamperHead: (headers: IncomingHttpHeaders) => IncomingHttpHeaders | undefined;
}

/**
 * Reads another simulation request than the one that came, before it is checked, or answers with an error; undefined:
 * nothing to change. The request has neutral names and may be any JSON.
 */
export interface ReadingFault extends Described {
  readonly family: 'reading';
  readonly tamperRequest: (request: unknown) => object | Rejection | undefined;
}

/** Lets one simulation request show in the answers to others. */
export interface LeakFault extends Described {
  readonly family: 'leak';
  /** What is left behind when a request, which is not checked yet, has been read. */
  readonly leave: (request: unknown, left: RetainedSimulations) => RetainedSimulations;
  /** The request that is read in its place; undefined: nothing to change. */
  readonly tamperRequest: (request: unknown, left: RetainedSimulations) => object | undefined;
  /** What is answered in the place of a simulation; undefined: nothing to change. */
  readonly tamperSimulation: (simulation: Simulation, left: RetainedSimulations) => Simulation | undefined;
}

/** Sends the answer later; undefined: there is no reason to. Draws are from 0 to below 1. */
export interface TimingFault extends Described {
  readonly family: 'timing';
  readonly pauseMs: (ms: number, draw: () => number, call: ServiceCall) => number | undefined;
}

/** Answers something else, in the place of the deployment. */
export interface ReplacementFault extends Described {
  readonly family: 'replacement';
  readonly answerInstead: (ms: number) => WrittenAnswer;
}

/** Changes how a request is rejected; gives undefined when there is nothing to change. */
export interface RejectionFault extends Described {
  readonly family: 'rejection';
  readonly tamperRejection: (rejected: RejectedCall) => MeantAnswer | undefined;
}

/** Changes what a simulation says; undefined: nothing to change. Draws are from 0 to below 1. */
export interface SimulationFault extends Described {
  readonly family: 'simulation';
  readonly tamperSimulation: (simulation: Simulation, draw: () => number) => Simulation | undefined;
}

/** Changes what a simulation says, in view of those before it; undefined: nothing to change. */
export interface SuccessionFault extends Described {
  readonly family: 'succession';
  readonly tamperNext: (simulation: Simulation, earlier: EarlierSimulations) => Simulation | undefined;
}

/** What a simulator told since a fault was set. */
export interface EarlierSimulations {
  readonly count: number;
  /** The newest one, as it was before any fault changed it. */
  readonly last?: Simulation | undefined;
  /** Call data of those before, the newest last. */
  readonly callData: readonly string[];
}

/** Changes what the record of an operation says, in view of what earlier answers showed; undefined: nothing to change. */
export interface HistoryFault extends Described {
  readonly family: 'history';
  readonly tamperRecord: (record: WireRecord, shown: ShownOperation) => WireRecord | undefined;
}

/** Changes what the observer says of an operation, in view of what it was to tell before; undefined: nothing to change. */
export interface RecordFault extends Described {
  readonly family: 'record';
  readonly retell?: (telling: TellingRecord) => WireRecord | NotFound | undefined;
  readonly retellRejection?: (rejected: RejectedCall, told: ReportedOperations) => MeantAnswer | undefined;
}

/** Changes the members of a body; gives the same body when there is nothing to change. */
export interface MembersFault extends Described {
  readonly family: 'members';
  readonly tamperBody: (body: MeantAnswer['body']) => MeantAnswer['body'];
}

/** Changes how an answer is written. */
export interface TextFault extends Described {
  readonly family: 'text';
  readonly tamperText: (answer: WrittenAnswer) => WrittenAnswer;
}

/** Breaks the connection, or lets it hang. */
export interface ConnectionFault extends Described {
  readonly family: 'connection';
  /** Undefined: there is no reason to. */
  readonly breakOff: (ms: number, call: ServiceCall) => BreakOff | undefined;
}

/** Holds up the validators; the source chain asks for it by name. */
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
  /** Beside the members of the interface. */
  readonly operationId?: string | undefined;
}

/** A record that is to be told. */
export interface TellingRecord extends ReportedOperation {
  readonly record: WireRecord;
  /** The operation id as it is asked for. */
  readonly asked: string;
  /** In their order, as the deployment writes them. */
  readonly stages: readonly string[];
  /** The chain types as the deployment writes them, that of the destination chain first. */
  readonly types: readonly string[];
}

/** Says that nobody knows the operation. */
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
  /** What the answer says. */
  readonly error: string;
  /** Of an operation, in their order, as the deployment writes them. */
  readonly stages: readonly string[];
}
