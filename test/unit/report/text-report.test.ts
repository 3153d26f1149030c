import { expect, test } from 'vitest';
import { jsonReport } from '../../../src/report/formats/json-report.js';
import { textReport } from '../../../src/report/formats/text-report.js';
import { summaryOfEvents } from '../../../src/report/summary/summary-of-events.js';
import { ended, started, wholeReport } from './events.js';
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

test('as JSON is the summary', () => {
  const summary = summaryOfEvents(wholeReport());
  expect(JSON.parse(jsonReport(summary))).toEqual(JSON.parse(JSON.stringify(summary)));
});
