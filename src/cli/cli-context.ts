import type { ExitCode } from './exit-codes.js';

/** What a command has of the process that it runs in. */
export interface CliContext {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Resolves when the command shall end: it was interrupted, or nobody reads its output any more. */
  untilStopped(): Promise<void>;
}

/** What a command that runs has. */
export interface CommandContext extends CliContext {
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
