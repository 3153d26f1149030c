/** Where a run that adds up several test runs collects their reports. */
const { TEST_REPORTS } = process.env;

/** The reporters of every test run: a reader's, and a file for the sum where one is asked for. */
export const reporters: ('default' | ['json', { outputFile: string }])[] = TEST_REPORTS
  ? ['default', ['json', { outputFile: `${TEST_REPORTS}/${process.pid}.json` }]]
  : ['default'];
