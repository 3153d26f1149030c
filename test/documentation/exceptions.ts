/** Blocks that are not run here, by a line of theirs, each with the reason. */
export const exceptions: readonly {
  readonly page: string;
  readonly line: string;
  readonly reason: string;
}[] = [
  {
    page: 'README',
    line: 'npm ci && npm start',
    reason: 'the commands of this repository, which .ci/run and the workflow run',
  },
];
