/** This program, running once more beside the process that started it. */
export interface Job {
  /** Asks it to end with what it has. */
  stop(): void;
  /** How it ended, when all that it sent has come. */
  readonly ended: Promise<JobEnd>;
}

/** How a job ended. */
export interface JobEnd {
  /** Undefined of one that was killed. */
  readonly exitCode: number | undefined;
  /** What it wrote to stderr. */
  readonly stderr: string;
}

/** Starts a job with the arguments of a command line; `onMessage` is called with what it sends, which is plain data. */
export type StartJob = (args: readonly string[], onMessage: (message: unknown) => void) => Job;
