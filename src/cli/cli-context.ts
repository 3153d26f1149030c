import type { ExitCode } from './exit-codes.js';
import type { StartJob } from './job.js';

/** What a command has of the process that it runs in. */
export interface CliContext {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly stdin: TextSource;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Resolves when the command shall end: it was interrupted, or nobody reads its output any more. */
  untilStopped(): Promise<void>;
  /** Tells whether nobody reads its output any more, which is no error. Default: somebody does. */
  isUnread?(): boolean;
  readonly startJob: StartJob;
  /** Sends something to the process of which this is a job; undefined when it is none. Resolves when it is sent. */
  readonly sendToParent?: ((message: object) => Promise<void>) | undefined;
}

/** What a command that runs has. */
export interface CommandContext extends CliContext {
  /** What follows the name of the program. */
  readonly args: readonly string[];
  /** Says how the command ends, if it is not {@link ExitCode} 0. */
  endWith(exitCode: ExitCode): void;
}

/** Where text goes. */
export interface TextSink {
  write(text: string): unknown;
  /** Whether somebody looks at it: a line may be written over. */
  readonly isTTY?: boolean | undefined;
  /** How wide it is. */
  readonly columns?: number | undefined;
}

/** Where text comes from. */
export interface TextSource {
  /** Whether somebody would have to type it. */
  readonly isTTY: boolean;
  /** Reads all of it, to its end. */
  text(): Promise<string>;
}
