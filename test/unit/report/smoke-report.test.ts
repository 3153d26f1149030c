import { formatReport, summaryOfEvents } from 'crosscheck/report';
import type { SmokeReport } from 'crosscheck/smoke';
import { expect, test } from 'vitest';
import { formatNames, smokeFormatNames } from '../../support/report-formats.js';
import { started } from './events.js';

const report: SmokeReport = {
  deployment: {
    name: 'staging',
    simulatorUrl: 'https://simulator.staging.example.org',
    observerUrl: 'https://observer.staging.example.org',
  },
  startedAt: '2026-11-21T12:00:00.000Z',
  durationMs: 6_400,
  requests: 28,
  verdict: 'failed',
  checks: [
    {
      name: 'simulator-reachability',
      about: 'The simulator must answer at its address.',
      status: 'passed',
      message: 'answered with status 200 in 40 ms',
      details: [],
      notes: [],
      durationMs: 41,
    },
    {
      name: 'clock-skew',
      about: 'The clocks of the service must agree with the clock of this machine.',
      status: 'failed',
      message: "The simulator of staging's clock is 2 min 3 s ahead: more than 5 s (maxClockSkewMs)",
      details: ['Clocks:    The simulator of staging: 12:02:03, this machine: 12:00:00'],
      notes: [],
      advice: 'set the clock of that server by NTP, 100% of it',
      durationMs: 0,
    },
    {
      name: 'simulate-conformance',
      about: 'A simulation must be answered as the interface shows.',
      status: 'passed',
      message: 'as the interface shows; verdict true',
      details: [],
      notes: ['expected only what the interface names, got response.shard (drift)'],
      durationMs: 1,
    },
    {
      name: 'empty-body',
      about: 'A simulation request without a body must be rejected with a 4xx status.',
      status: 'inconclusive',
      message: 'The simulator of staging answered with status 503',
      details: [],
      notes: [],
      advice: 'try again later',
      durationMs: 12,
    },
    {
      name: 'known-operations',
      about: 'The configured operations must be known and included.',
      status: 'skipped',
      message: 'no operation is configured',
      details: [],
      notes: [],
      durationMs: 0,
    },
  ],
};

test.each(smokeFormatNames)('a smoke report as %s', (format) => {
  expect(formatReport(report, format)).toMatchSnapshot();
});

test('rejects an unknown format, and one of the other kind of report', () => {
  expect(() => formatReport(report, 'html' as never)).toThrow(
    `must be one of ${smokeFormatNames.join(', ')}, got "html"`,
  );
  expect(() => formatReport(summaryOfEvents([started()]), 'github' as never)).toThrow(
    `must be one of ${formatNames.join(', ')}, got "github"`,
  );
});

test('JSON is the whole report', () => {
  expect(JSON.parse(formatReport(report, 'json'))).toEqual(report);
});

test('foreign text adds no command to a workflow, and no property to one', () => {
  const check = {
    ...report.checks[1],
    message: 'a\n::set-output name=x::y\r\n%0A',
    details: ['::warning::z'],
    notes: [],
  };
  const deployment = { ...report.deployment, name: 'a,file=b::c' };
  const text = formatReport({ ...report, deployment, checks: [check as never] }, 'github');
  expect(text.split('\n')).toEqual([
    expect.stringMatching(
      /^::error title=a%2Cfile=b%3A%3Ac%3A clock-skew failed::a%0A::set-output name=x::y%0D%0A%250A%0A/,
    ),
    expect.stringMatching(/^::notice title=Smoke run of a%2Cfile=b%3A%3Ac::/),
    '',
  ]);
});
