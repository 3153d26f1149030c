import { expect, it } from 'vitest';
import { findingsText } from '../../../../src/fuzz/counting/findings-text.js';
import { sampleFinding } from '../../../support/sample-finding.js';

const stable = sampleFinding();
const unconfirmed = sampleFinding({ label: 'unconfirmed' });
const notReproduced = sampleFinding({ label: 'not-reproduced' });
const known = sampleFinding({ isKnown: true });

it.each([
  [[], 'nothing new was found'],
  [[notReproduced, known], 'nothing new was found, 1 not confirmed, 1 known'],
  [[stable, unconfirmed, notReproduced], 'one new finding, 2 not confirmed'],
  [[stable, stable], '2 new findings'],
])('counts each finding once, by what it means', (findings, text) => {
  expect(findingsText(findings)).toBe(text);
});
