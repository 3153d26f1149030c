import type { Endpoint } from './fault-rule.js';
import type { MeantAnswer, WrittenAnswer } from './service-answer.js';
import type { ShownOperation } from './shown-operations.js';
import type { BreakOff } from './spoilt-answer.js';

/** What there is to know of a fault. */
interface Described {
  /** What it does, in one sentence. */
  readonly summary: string;
  /** The endpoints whose answers can have it; none for what concerns the validators. */
  readonly endpoints: readonly Endpoint[];
  /** Default of `ms`, `Infinity` until the client leaves; absent when it takes no time. */
  readonly defaultMs?: number;
}

/** Sends the answer later. Draws are from 0 to below 1. */
export interface TimingFault extends Described {
  readonly family: 'timing';
  readonly pauseMs: (ms: number, draw: () => number) => number;
}

/** Answers something else, in the place of the deployment. */
export interface ReplacementFault extends Described {
  readonly family: 'replacement';
  readonly answerInstead: (ms: number) => WrittenAnswer;
}

/** Changes what the record of an operation says, in view of what earlier answers showed; undefined: nothing to change. */
export interface HistoryFault extends Described {
  readonly family: 'history';
  readonly spoilRecord: (record: WireRecord, shown: ShownOperation) => WireRecord | undefined;
}

/** Changes the members of a body; gives the same body when there is nothing to change. */
export interface MembersFault extends Described {
  readonly family: 'members';
  readonly spoilBody: (body: MeantAnswer['body']) => MeantAnswer['body'];
}

/** Changes how an answer is written. */
export interface TextFault extends Described {
  readonly family: 'text';
  readonly spoilText: (answer: WrittenAnswer) => WrittenAnswer;
}

/** Breaks the connection, or lets it hang. */
export interface ConnectionFault extends Described {
  readonly family: 'connection';
  readonly breakOff: (ms: number) => BreakOff;
}

/** Holds up the validators; the source chain asks for it by name. */
export interface ConsensusFault extends Described {
  readonly family: 'consensus';
}

/** A fault that a deployment can have. */
export type FaultKind =
  | TimingFault
  | ReplacementFault
  | HistoryFault
  | MembersFault
  | TextFault
  | ConnectionFault
  | ConsensusFault;

/** The observer's record of an operation (section 2.3), as the deployment writes it. */
export interface WireRecord {
  readonly stage?: string | undefined;
  readonly transactions?: readonly WireTransaction[] | null | undefined;
}

/** A transaction of a {@link WireRecord}. */
export interface WireTransaction {
  readonly hash?: string | undefined;
}
