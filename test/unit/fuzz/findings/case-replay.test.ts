import { expect, test } from 'vitest';
import { caseReplay } from '../../../../src/fuzz/findings/reproduction.js';
import { sampleFinding } from '../../../support/sample-finding.js';

const { id } = sampleFinding();
const byPlace = { command: 'npx crosscheck replay 7:valid/123', file: undefined };

test.each([
  ['stable', '.crosscheck/corpus', `npx crosscheck replay ${id}`],
  ['flaky', 'test/corpus', `npx crosscheck replay test/corpus/${id}.json`],
  ['flaky', "it's mine", `npx crosscheck replay 'it'\\''s mine/${id}.json'`],
] as const)('a %s finding is replayed from the corpus %s', (confidence, corpus, command) => {
  expect(caseReplay(sampleFinding({ confidence }), corpus)).toEqual({
    command,
    file: `${corpus}/${id}.json`,
  });
});

test.each([
  ['unconfirmed', '.crosscheck/corpus'],
  ['not-reproduced', '.crosscheck/corpus'],
  ['stable', false],
] as const)('a %s finding that no corpus has is replayed by its place', (confidence, corpus) => {
  expect(caseReplay(sampleFinding({ confidence }), corpus)).toEqual(byPlace);
});

test('includes the flags that name the deployment', () => {
  const flags = '--control-url http://127.0.0.1:8082';
  const commands = ['.crosscheck/corpus', 'it', false].map(
    (corpus) => caseReplay(sampleFinding(), corpus as string, flags).command,
  );
  expect(commands).toEqual([
    `npx crosscheck replay ${id} ${flags}`,
    `npx crosscheck replay it/${id}.json ${flags}`,
    `npx crosscheck replay 7:valid/123 ${flags}`,
  ]);
});

test('places of the corpus phase and of a replay name no case', () => {
  for (const caseId of ['7:corpus/0', id]) {
    const none = { command: undefined, file: undefined };
    expect(caseReplay(sampleFinding({ confidence: 'not-reproduced', caseId }), '.crosscheck/corpus')).toEqual(
      none,
    );
  }
});
