import { type Finding, type FindingTextOptions, findingText } from 'crosscheck/fuzz';
import { expect, test } from 'vitest';
import { sampleFinding } from '../../../support/sample-finding.js';

const { id } = sampleFinding();
const others = 'Add the other options of the campaign, such as its calls.';
const byPlace = { command: 'npx crosscheck replay 7:valid/123', file: undefined, needsOthers: true };

/** How a finding is repeated: the command, and the file that its test reads. */
function replayOf(given: Partial<Finding>, options: FindingTextOptions) {
  const text = findingText(sampleFinding(given), { ...options, show: ['test'] });
  return {
    command: /^ {2}Repeat: +(.*)$/m.exec(text)?.[1],
    file: /^ {4}file: '(.*)',$/m.exec(text)?.[1],
    needsOthers: text.includes(others),
  };
}

test.each([
  ['stable', '.crosscheck/corpus', `npx crosscheck replay ${id}`],
  ['flaky', 'test/corpus', `npx crosscheck replay test/corpus/${id}.json`],
  ['flaky', 'my corpus', `npx crosscheck replay 'my corpus/${id}.json'`],
] as const)('a %s finding is replayed from the corpus %s', (confidence, corpus, command) => {
  const file = `${corpus}/${id}.json`;
  expect(replayOf({ confidence }, { corpus })).toEqual({ command, file, needsOthers: false });
});

test('quotes the name of a corpus for the shell', () => {
  expect(replayOf({}, { corpus: "it's mine" }).command).toBe(
    `npx crosscheck replay 'it'\\''s mine/${id}.json'`,
  );
});

test.each([
  ['unconfirmed', '.crosscheck/corpus'],
  ['not-reproduced', '.crosscheck/corpus'],
  ['stable', false],
] as const)('a %s finding that no corpus has is replayed by its place', (confidence, corpus) => {
  expect(replayOf({ confidence }, { corpus })).toEqual(byPlace);
});

test('includes the flags that name the deployment', () => {
  const flags = '--control-url http://127.0.0.1:8082';
  const commands = (['.crosscheck/corpus', 'it', false] as const).map(
    (corpus) => replayOf({}, { corpus, flags }).command,
  );
  expect(commands).toEqual([
    `npx crosscheck replay ${id} ${flags}`,
    `npx crosscheck replay it/${id}.json ${flags}`,
    `npx crosscheck replay 7:valid/123 ${flags}`,
  ]);
});

test.each(['7:corpus/0', id])('the place %s of the corpus phase, or of a replay, names no case', (caseId) => {
  const finding = { confidence: 'not-reproduced', caseId } as const;
  expect(replayOf(finding, { corpus: '.crosscheck/corpus' })).toEqual({
    command: 'run its test (--show test, or regressionTest in code)',
    file: undefined,
    needsOthers: false,
  });
});
