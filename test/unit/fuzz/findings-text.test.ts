import type { Finding } from 'crosscheck/fuzz';
import { formatReport, summaryOfEvents } from 'crosscheck/report';
import { expect, it } from 'vitest';
import { failsCampaign } from '../../support/fails-campaign.js';
import { sampleFinding } from '../../support/sample-finding.js';
import { ended, started } from '../report/events.js';

const { signature } = sampleFinding();
const of = (member: string) => ({ signature: { ...signature, class: member } });
const stable = sampleFinding();
const other = sampleFinding(of('message'));
const unconfirmed = sampleFinding({ ...of('feeParams'), confidence: 'unconfirmed' });
const notReproduced = sampleFinding({ ...of('debugInfo'), confidence: 'not-reproduced' });
const known = sampleFinding({ ...of('outMessages'), isKnown: true });

it.each<[Finding[], string]>([
  [[], 'is clean: nothing new was found'],
  [[notReproduced, known], 'is not proven clean: nothing new was found, 1 not confirmed, 1 known'],
  [[stable, unconfirmed, notReproduced], 'has 1 new finding, 2 not confirmed'],
  [[stable, other], 'has 2 new findings'],
  [[stable, sampleFinding({ confidence: 'flaky' }), other], 'has 2 new findings (3 places)'],
])('counts each finding once, by what it means', (findings, text) => {
  const events = findings.map(
    (finding, at) => ({ event: 'finding', atMs: 1, finding: { ...finding, id: `schema-${at}` } }) as const,
  );
  const verdict = findings.some(failsCampaign) ? 'findings' : 'clean';
  const [title] = formatReport(summaryOfEvents([started(), ...events, ended({ verdict })]), 'text').split(
    '\n',
  );
  expect(title).toBe(`staging ${text}`);
});
