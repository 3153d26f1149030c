import type { ServerResponse } from 'node:http';
import type { WrittenAnswer } from './service-answer.js';

/** Sends a part of an answer, and ends the connection or leaves it open as a fault does. */
export type BreakOff = (answer: WrittenAnswer, response: ServerResponse) => Promise<void> | void;

/** An answer with its faults, and how it is sent. */
export interface TamperedAnswer {
  readonly answer: WrittenAnswer;
  /** How long to wait before the first byte; `Infinity` until the client leaves. */
  readonly pauseMs: number;
  /** Sends it, if it must not be sent whole. */
  readonly breakOff: BreakOff | undefined;
}
