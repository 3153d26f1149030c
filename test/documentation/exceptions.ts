/** Blocks that are not run here, by a line of theirs, each with the reason. */
export const exceptions: readonly {
  readonly page: string;
  readonly line: string;
  readonly reason: string;
}[] = [
  ...['// fees.test.ts', '// inclusion.test.ts'].map((line) => ({
    ...{ page: 'deployments', line },
    reason: 'the command `npx vitest run` of the page runs it, with the configuration of the page',
  })),
  ...['// jest.config.js', '// calls.test.js', '// jest.setup.js'].map((line) => ({
    ...{ page: 'playwright-and-jest', line },
    reason: 'the consumers have Jest, and run the example',
  })),
  {
    page: 'README',
    line: 'npm ci && npm start',
    reason: 'the commands of this repository, which .ci/run and the workflow run',
  },
  {
    page: 'runners',
    line: 'bun test',
    reason: 'the consumers have Bun, and run the example above it',
  },
  {
    page: 'runners',
    line: 'deno test --allow-net --allow-env --allow-read --allow-run bounce_deno.js',
    reason: 'the consumers have Deno, and run the example above it',
  },
];
