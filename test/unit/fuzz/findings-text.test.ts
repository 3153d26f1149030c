import { expect, it } from 'vitest';
import { findingsText } from '../../../src/fuzz/findings/describe-findings.js';
import { sampleFinding } from '../../support/sample-finding.js';

const { signature } = sampleFinding();
const of = (member: string) => ({ signature: { ...signature, class: member } });
const stable = sampleFinding();
const other = sampleFinding(of('message'));
const unconfirmed = sampleFinding({ ...of('feeParams'), confidence: 'unconfirmed' });
const notReproduced = sampleFinding({ ...of('debugInfo'), confidence: 'not-reproduced' });
const known = sampleFinding({ ...of('outMessages'), isKnown: true });

it.each([
  [[], 'nothing new was found'],
  [[notReproduced, known], 'nothing new was found, 1 not confirmed, 1 known'],
  [[stable, unconfirmed, notReproduced], '1 new finding, 2 not confirmed'],
  [[stable, other], '2 new findings'],
  [[stable, sampleFinding({ confidence: 'flaky' }), other], '2 new findings (3 places)'],
])('counts each finding once, by what it means', (findings, text) => {
  expect(findingsText(findings)).toBe(text);
});
