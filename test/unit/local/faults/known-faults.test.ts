import { faultNames } from 'crosscheck/local';
import { expect, it } from 'vitest';
import { faultsByName, knownFaults } from '../../../../src/local/faults/known-faults.js';

it('describes every fault in one sentence', () => {
  const summaries = knownFaults.map(({ summary }) => summary);
  expect(summaries.filter((summary) => !/^[A-Z][^.]{10,100}\.$/.test(summary))).toEqual([]);
  expect(new Set(summaries).size).toBe(faultNames.length);
});

it('has one hook for each fault', () => {
  const described = ['summary', 'endpoints', 'defaultMs'];
  const hooks = knownFaults.map(({ fault }) =>
    Object.keys(faultsByName[fault]).filter((name) => !described.includes(name)),
  );
  expect(hooks).toEqual(knownFaults.map(({ changes }) => [changes]));
});

it('lists where each can occur and how long it takes, also as JSON', () => {
  const described = Object.fromEntries(knownFaults.map(({ fault, ...known }) => [fault, known]));
  expect(described['stall-body']).toMatchObject({ endpoints: ['simulate', 'inclusion'], defaultMs: null });
  expect(described['slow-consensus']).toMatchObject({
    changes: 'vote',
    endpoints: [],
    defaultMs: 10_000,
  });
  expect(described['lost-transactions']).toMatchObject({ changes: 'record', endpoints: ['inclusion'] });
  expect(described.html).not.toHaveProperty('defaultMs');
  expect(JSON.parse(JSON.stringify(knownFaults))).toEqual(knownFaults);
});
