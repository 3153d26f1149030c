import type { JobFailure } from './run-jobs.js';

/** Says that a job did not come to its end; of one that could not begin, in its own words if it has some. */
export function failureText({ job, exitCode, stderr }: JobFailure, jobs: number, hasBegun: boolean): string {
  // Nobody who is killed says so: what is there may be any warning.
  if (!hasBegun && stderr !== '' && exitCode !== undefined) return stderr;
  const how = exitCode === undefined ? 'was killed' : `ended with exit code ${exitCode}`;
  return `${stderr}error: Job ${job} of ${jobs} ${how} before its campaign ended: the rest of its cases was not run; what was found counts\n`;
}
