import type { RecordedAnswer } from './recorded-answer.js';
import type { RecordedRequest } from './recorded-request.js';

/** A request, and what came of it each time in the order of asking. */
export interface TapedExchange {
  readonly request: RecordedRequest;
  readonly answers: readonly RecordedAnswer[];
  /**
   * How long each wait for the operation watched it, in milliseconds, by the number of waits that had begun or ended when it
   * began: a replay proves nothing for longer. None where nothing waited for it.
   */
  readonly waitedMs?: Readonly<Record<string, number>> | undefined;
}

/** The format of recordings. */
export const recordingVersion = 1;

/** The most that a recording holds, in bytes of bodies and of its file. */
export const mostRecordingBytes = 32 * 1024 * 1024;
