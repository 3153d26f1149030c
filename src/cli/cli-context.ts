import type { ExitCode } from './exit-codes.js';
import type { StartJob } from './job.js';

/** What a command uses of its process. */
export interface CliContext {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly stdin: TextSource;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Resolves when the command must end: it was interrupted, or the reader of its output has ended. */
  untilStopped(): Promise<void>;
  /** Returns whether the reader of its output has ended, which is not an error. Default: false. */
  isUnread?(): boolean;
  readonly startJob: StartJob;
  /** Sends a message to the parent process; undefined if this process is not a job. Resolves when the message is sent. */
  readonly sendToParent?: ((message: object) => Promise<void>) | undefined;
}

/** The context of a running command. */
export interface CommandContext extends CliContext {
  /** The arguments after the name of the program. */
  readonly args: readonly string[];
  /** Sets the exit code, if it is not 0. */
  endWith(exitCode: ExitCode): void;
}

/** A destination of text. */
export interface TextSink {
  write(text: string): unknown;
  /** Whether it is a terminal, whose lines can be overwritten. */
  readonly isTTY?: boolean | undefined;
  /** The width in columns. */
  readonly columns?: number | undefined;
}

/** A source of text. */
export interface TextSource {
  /** Whether it is a terminal, so that a user would have to type. */
  readonly isTTY: boolean;
  /** Reads it to its end. */
  text(): Promise<string>;
}
