import 'crosscheck/vitest';
import { describe, expect, it } from 'vitest';
import { messageOf } from './messages.js';
import { recordOf, rejected } from './observed.js';
import { simulated } from './simulator.js';

const failure = () => () =>
  simulated({ simulationStatus: false, simulationError: 'execution reverted: paused' });
const success = () => () =>
  simulated({ simulationStatus: true, outMessages: [{ payload: '0x' }], simulationError: '' });

// The linter rejects it as a literal.
const anyCharacter = '[^]';

const fitAll: [name: string, pattern: unknown][] = [
  ['a blank text', ' '],
  ['an empty RegExp', /(?:)/],
  ['a RegExp of any text', /.*/],
  ['a RegExp of any character', /[\s\S]/],
  ['a RegExp with an empty alternative', /paused|/],
  ['a RegExp of a negated empty set', new RegExp(`${anyCharacter}*`)],
  ['a RegExp of such a set, repeated', new RegExp(`${anyCharacter}+`)],
  ['a RegExp that excludes what no text has', /(?!zzzz)/],
  ['a RegExp that excludes it anywhere', /^(?!.*zzzz)/],
  ['a RegExp of any word character', /\w/],
  ['a RegExp of any word boundary', /\b/],
  ['a RegExp of a length', /.{3,}/],
  ['a RegExp of any letter', /[a-z]/i],
  ['an expect.stringMatching of any character', expect.stringMatching(`${anyCharacter}+`)],
  ['expect.anything()', expect.anything()],
  ['expect.any(String)', expect.any(String)],
  ['an empty expect.stringContaining', expect.stringContaining('')],
  ['an empty expect.stringMatching', expect.stringMatching(/(?:)/)],
  ['an empty expect.objectContaining', expect.objectContaining({})],
  ['an object without members', {}],
];

describe.each(fitAll)('%s', (_, pattern) => {
  it('is not a reason of toFailSimulation', async () => {
    for (const assertion of [expect(failure()), expect(failure()).not]) {
      const outcome = assertion.toFailSimulation(pattern as string);
      await expect(outcome).rejects.toMatchObject({ code: 'USAGE' });
    }
  });

  it('is not a note of toBeRejected', async () => {
    const isRejected = await recordOf(rejected);
    for (const assertion of [expect(isRejected), expect(isRejected).not])
      expect(() => assertion.toBeRejected({ note: pattern as string })).toThrow(
        /toBeRejected has invalid options: note /,
      );
  });
});

it.each<[string, unknown]>([
  ['expect.anything()', expect.anything()],
  ['an empty expect.objectContaining', expect.objectContaining({})],
  ['an object without members', {}],
  ['an empty expect.arrayContaining', { outMessages: expect.arrayContaining([]) }],
  ['an empty expect.stringContaining', { simulationError: expect.stringContaining('') }],
  ['only a misspelt member that must be absent', { estimatedGass: undefined }],
])('%s is not a pattern of toMatchSimulation', async (_, pattern) => {
  for (const assertion of [expect(success()), expect(success()).not])
    await expect(assertion.toMatchSimulation(pattern as object)).rejects.toMatchObject({ code: 'USAGE' });
});

it('toBeRejected takes no options without a note', async () => {
  const isRejected = await recordOf(rejected);
  for (const options of [{}, { note: undefined }, { note: { content: undefined } }])
    expect(() => expect(isRejected).toBeRejected(options as never)).toThrow(/note .*/);
  expect(isRejected).toBeRejected();
});

it('a negation asserts something', async () => {
  await expect(failure()).toFailSimulation(/^(?!.*too late)/);
  await expect(failure()).toFailSimulation(/^[^T]/);
  for (const reason of [/revert/, /revert/i, /: /, /p/, /^e/, /execution|gas/])
    await expect(failure()).toFailSimulation(reason);
  await expect(failure()).toFailSimulation(expect.not.stringContaining('too late'));
  await expect(success()).toMatchSimulation({ outMessages: expect.any(Array), message: undefined });
});

it('the message says which pattern everything fits', async () => {
  expect(await messageOf(expect(failure()).toFailSimulation(/.*/))).toMatchInlineSnapshot(`
    "toFailSimulation was given /.*/ as its reason, which every failure fits

    What to do: leave it out for any reason"
  `);
  expect(
    await messageOf(expect(success()).toMatchSimulation({ outMessages: expect.arrayContaining([]) })),
  ).toMatchInlineSnapshot(
    `"toMatchSimulation has an invalid pattern: outMessages is ArrayContaining<[]>, which everything fits; write expect.anything() if that is meant"`,
  );
  const isRejected = await recordOf(rejected);
  expect(() => expect(isRejected).toBeRejected({ note: /.*/ })).toThrowErrorMatchingInlineSnapshot(
    `[UsageError: toBeRejected has invalid options: note is an instance of RegExp, and every rejection would pass; leave out the options if that is meant]`,
  );
  expect(() => expect(isRejected).toBeRejected({} as never)).toThrowErrorMatchingInlineSnapshot(
    `[UsageError: toBeRejected has invalid options: note is missing or undefined, and every rejection would pass; leave out the options if that is meant]`,
  );
});
