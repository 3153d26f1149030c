import type { JobFailure } from './run-jobs.js';

/** Says that a job did not come to its end, in its own words if it has some. */
export function failureText({ job, exitCode, stderr }: JobFailure, jobs: number): string {
  if (stderr !== '') return stderr;
  const how = exitCode === undefined ? 'was killed' : `ended with exit code ${exitCode}`;
  return `error: Job ${job} of ${jobs} ${how} before its campaign ended; what the jobs found until then counts\n`;
}
