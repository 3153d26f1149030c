import { formatReport, summaryOfEvents } from 'crosscheck/report';
import type { SmokeCheck, SmokeReport } from 'crosscheck/smoke';
import { expect, test } from 'vitest';
import { formatNames, smokeFormatNames } from '../../support/report-formats.js';
import { sampleCall } from '../../support/sample-finding.js';
import { found, started } from './events.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

test.each(formatNames)(
  '%s of a campaign shows the trace id of the request that shows a finding',
  (format) => {
    const summary = summaryOfEvents([started(), found({ exchanges: [{ ...sampleCall, traceId }] })]);
    expect(formatReport(summary, format)).toContain(traceId);
  },
);

test.each(smokeFormatNames)(
  '%s of a smoke run shows the trace id of a failure, also if its text is long',
  (format) => {
    const check: SmokeCheck = {
      name: 'simulate-conformance',
      about: 'A simulation must be answered as the interface shows.',
      status: 'failed',
      message: 'response.estimatedGas must be an integer, got "1"',
      details: [
        ...Array.from({ length: 30 }, (_, at) => `Also:      ${`${at}`.repeat(150)}`),
        `Trace ID:   ${traceId}`,
      ],
      notes: [],
      durationMs: 1,
      traceId,
    };
    const report: SmokeReport = {
      deployment: {
        name: 'staging',
        simulatorUrl: 'https://a.example.org',
        observerUrl: 'https://b.example.org',
      },
      startedAt: '2026-11-21T12:00:00.000Z',
      durationMs: 6_400,
      requests: 28,
      verdict: 'failed',
      checks: [check],
    };
    const text = formatReport(report, format);
    expect(text).toContain(traceId);
    if (format === 'github') expect(text.split(traceId)).toHaveLength(2);
  },
);
