/** What a command has of the process that it runs in. */
export interface CliContext {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Resolves when the command shall end: it was interrupted, or nobody reads its output any more. */
  untilStopped(): Promise<void>;
}

/** Where text goes. */
export interface TextSink {
  write(text: string): unknown;
}
