import { expect, test } from 'vitest';
import { jsonReport } from '../../../src/report/formats/json-report.js';
import { junitReport } from '../../../src/report/formats/junit-report.js';
import { markdownReport } from '../../../src/report/formats/markdown-report.js';
import { textReport } from '../../../src/report/formats/text-report.js';
import { pageData } from '../../../src/report/page/page-data.js';
import type { ReportSummary } from '../../../src/report/summary/report-summary.js';
import { summaryOfEvents } from '../../../src/report/summary/summary-of-events.js';
import { ended, found, started, wholeReport } from './events.js';
import { withoutTexts } from './without-texts.js';

test('has the worst finding first, and below all what came of the campaign', () => {
  const summary = summaryOfEvents(wholeReport());
  expect(withoutTexts(textReport(summary), summary.findings)).toMatchSnapshot();
});

test('of a clean campaign says so', () => {
  expect(textReport(summaryOfEvents([started(), ended({ verdict: 'clean' })]))).toMatch(
    /^Fuzz campaign of staging: clean, nothing new was found\n/,
  );
});

test.each([
  ['text', textReport],
  ['markdown', markdownReport],
  ['junit', junitReport],
  ['the page', (summary: ReportSummary) => JSON.stringify(pageData(summary))],
])('a campaign with a finding that was not reproduced is clean in no report: %s', (_, format) => {
  const once = found({ label: 'not-reproduced', runs: { shown: 0, of: 5 } });
  const report = format(summaryOfEvents([started(), once, ended({ verdict: 'clean' })]));
  expect(report.replaceAll('not proven clean', '')).not.toMatch(/\bclean\b/);
  expect(report).toMatch(/not proven clean|<skipped message="response.estimatedGas must/);
});

test('as JSON is the summary', () => {
  const summary = summaryOfEvents(wholeReport());
  expect(JSON.parse(jsonReport(summary))).toEqual(JSON.parse(JSON.stringify(summary)));
});
