import type { JobFailure } from './run-jobs.js';

/** Describes a job that did not complete. For a job that could not begin, uses its own message if there is one. */
export function failureText({ job, exitCode, stderr }: JobFailure, jobs: number, hasBegun: boolean): string {
  // A killed job leaves no message: its output may be any warning.
  if (!hasBegun && stderr !== '' && exitCode !== undefined) return stderr;
  const how = exitCode === undefined ? 'was killed' : `ended with exit code ${exitCode}`;
  return `${stderr}error: Job ${job} of ${jobs} ${how} before its campaign ended: the rest of its cases was not run; what was found counts\n`;
}
