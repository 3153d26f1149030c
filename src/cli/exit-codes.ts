/** What the exit codes of every command mean. */
export const exitCodes = {
  /** It did what it was asked to, and found nothing. */
  clean: 0,
  /** It did, and found something. */
  findings: 1,
  /** Usage error: a flag, a value, a file. */
  usage: 2,
  /** Something that it needs is missing, taken or cannot be reached, or it is inconclusive; so are errors of its own. */
  cannotRun: 3,
} as const;

/** One of {@link exitCodes}. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
