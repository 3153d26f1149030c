/** A second process of this program, started by the first. */
export interface Job {
  /** Asks it to end with its results so far. */
  stop(): void;
  /** Resolves to how it ended, after all its messages have arrived. */
  readonly ended: Promise<JobEnd>;
}

/** How a job ended. */
export interface JobEnd {
  /** Undefined if it was killed. */
  readonly exitCode: number | undefined;
  /** Its stderr. */
  readonly stderr: string;
}

/** Starts a job with the arguments of a command line. `onMessage` is called with its messages, which are plain data. */
export type StartJob = (args: readonly string[], onMessage: (message: unknown) => void) => Job;
