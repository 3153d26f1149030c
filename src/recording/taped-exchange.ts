import type { RecordedAnswer } from './recorded-answer.js';
import type { RecordedRequest } from './recorded-request.js';

/** A request, and what came of it each time in the order of asking. */
export interface TapedExchange {
  readonly request: RecordedRequest;
  readonly answers: readonly RecordedAnswer[];
}

/** The format of recordings. */
export const recordingVersion = 1;

/** The most that a recording holds, in bytes of bodies and of its file. */
export const mostRecordingBytes = 32 * 1024 * 1024;
