import type { CampaignEvent, Shard } from '../../fuzz/model/campaign-event.js';
import type { ProgramCall } from '../../internal/package-manager.js';
import type { TextSink } from '../../internal/terminal.js';
import type { LocalDescription } from '../../local/model/local-description.js';

/** What the exit codes of every command mean. */
export const exitCodes = {
  /** Success, nothing found. */
  clean: 0,
  /** Success, something found. */
  findings: 1,
  /** Usage error: a flag, a value, a file. */
  usage: 2,
  /** Something that it needs is missing, taken or cannot be reached, or it is inconclusive; so are errors of its own. */
  cannotRun: 3,
} as const;

/** One of {@link exitCodes}. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What a command uses of its process. */
export interface CliContext {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly stdin: TextSource;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working directory. */
  readonly cwd: string;
  /** Asks for confirmation. Undefined without a terminal. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
  /** Runs a program in a folder, with the streams of this process. Resolves to the reason if it fails. */
  runProgram(call: ProgramCall, folder: string): Promise<string | undefined>;
  /** Resolves when the command must end: it was interrupted, or the reader of its output has ended. */
  untilStopped(): Promise<void>;
  /** Returns whether the reader of its output has ended, which is not an error. Default: false. */
  isUnread?(): boolean;
  readonly startJob: StartJob;
  /** What to run if this process is a job of another one. */
  readonly job?: { readonly settings: JobSettings; send(event: CampaignEvent): Promise<void> } | undefined;
}

/** The context of a running command. */
export interface CommandContext extends CliContext {
  /** The arguments after the name of the program. */
  readonly args: readonly string[];
  /** Sets the exit code, if it is not 0. */
  endWith(exitCode: ExitCode): void;
}

/** A source of text. */
export interface TextSource {
  /** Whether it is a terminal, so that a user would have to type. */
  readonly isTTY: boolean;
  /** Reads it to its end. */
  text(): Promise<string>;
}

/** What a job runs, as the parent process has resolved it. */
export interface JobSettings {
  readonly seed: number;
  readonly shard: Shard;
  readonly concurrency: number;
  readonly ratePerSecond: number | 'auto';
  readonly operationIds: readonly string[];
  /** What the local deployment of the campaign has, from which calls are generated. Undefined for other deployments. */
  readonly local?: LocalDescription | undefined;
  /** The control URL of that deployment. */
  readonly controlUrl?: string | undefined;
  /** The file of its events. */
  readonly report: string;
}

/** A second process of this program, started by the first. */
export interface Job {
  /** Asks it to end with its results so far. */
  stop(): void;
  /** Resolves to how it ended, after all its events have arrived. */
  readonly ended: Promise<JobEnd>;
}

/** How a job ended. */
export interface JobEnd {
  /** Undefined if it was killed. */
  readonly exitCode: number | undefined;
  /** Its stderr. */
  readonly stderr: string;
}

/** Starts a job with the arguments of this process. `onEvent` is called with its events. */
export type StartJob = (
  args: readonly string[],
  settings: JobSettings,
  onEvent: (event: unknown) => void,
) => Job;
