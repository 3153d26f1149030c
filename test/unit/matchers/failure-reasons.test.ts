import 'crosscheck/vitest';
import type { ContractError } from 'crosscheck/matchers';
import { describe, expect, it } from 'vitest';
import { messageOf } from './messages.js';
import { simulated } from './simulator.js';

const rejected = 'execution reverted: Refused(7, "too late", 0xAb01, true, -3)';
type Reason = string | RegExp | ContractError;

/** A simulation that fails with an error text. */
const failure = (simulationError: string) => simulated({ simulationStatus: false, simulationError });

/** Expects that a failure differs from a reason, and returns the lines of the message that say where. */
async function differencesOf(simulationError: string, reason: Reason): Promise<string | undefined> {
  const subject = await failure(simulationError);
  await expect(subject).not.toFailSimulation(reason);
  const message = await messageOf(expect(subject).toFailSimulation(reason));
  return /^Received: {3}simulationStatus false\n(- [\s\S]*?)(?=\nError:)/m.exec(message)?.[1];
}

const lines = (path: string, expected: string, received: string): string =>
  `- ${path}\n    expected: ${expected}\n    received: ${received}`;

describe('a reason matches', () => {
  it.each<[string, Reason]>([
    ['a part of the text', 'too late'],
    ['a regular expression, also with the flag g', /refused\(/gi],
    ['a name', { errorName: 'Refused' }],
    ['a name with args undefined', { errorName: 'Refused', args: undefined }],
    [
      'arguments as bigint, string, hex of any letter case, boolean',
      { errorName: 'Refused', args: [7n, 'too late', '0xaB01', true, -3n] },
    ],
    ['arguments as numbers', { errorName: 'Refused', args: [7, 'too late', 0xab01, true, -3] }],
    ['arguments as strings', { errorName: 'Refused', args: ['7', 'too late', '0xAb01', 'true', '-3'] }],
    [
      'asymmetric matchers',
      {
        errorName: 'Refused',
        args: [expect.stringMatching(/^\d$/), expect.stringContaining('late'), expect.any(String), true, -3n],
      },
    ],
  ])('as %s', async (_, reason) => {
    const subject = await failure(rejected);
    for (let again = 0; again < 2; again++) await expect(subject).toFailSimulation(reason);
  });

  it('as a panic or a plain reason', async () => {
    const panic = { errorName: 'Panic', args: [0x11] };
    await expect(failure('execution reverted: Panic(0x11): overflow')).toFailSimulation(panic);
    const plain = { errorName: 'Error', args: ['paused'] };
    await expect(failure('execution reverted: paused')).toFailSimulation(plain);
  });

  it('as an asymmetric matcher of the whole text', async () => {
    const subject = await failure(rejected);
    await expect(subject).toFailSimulation(expect.stringContaining('too late'));
    await expect(subject).toFailSimulation(expect.not.stringContaining('too early'));
    await expect(subject).not.toFailSimulation(expect.stringMatching(/^Refused/));
  });

  it.each([
    ['call to swap(uint256) not allowed'],
    ['swap(uint256) is not allowed'],
    ['transfer(): no balance'],
    ['swap(uint256)'],
  ])('as a plain reason with parentheses: %s', async (text) => {
    for (const error of [text, `execution reverted: ${text}`]) {
      await expect(failure(error)).toFailSimulation({ errorName: 'Error', args: [text] });
      for (const args of [[`${text}!`], [text, text]])
        await expect(failure(error)).not.toFailSimulation({ errorName: 'Error', args });
    }
  });

  it.each([
    ['execution reverted: call to swap(uint256) not allowed', 'not allowed'],
    ['execution reverted: swap(uint256) is not allowed', 'is not'],
    ['execution reverted: transfer(): no balance', 'no balance'],
    ['execution reverted: paused', 'pause'],
  ])('as a part of a plain reason: %s', async (error, part) => {
    const args = [expect.stringContaining(part)];
    await expect(failure(error)).toFailSimulation({ errorName: 'Error', args });
  });

  it('as the closest of several errors with the same name', async () => {
    const reason = { errorName: 'Wrapped', args: [2, 3] };
    await expect(failure('Wrapped(1) by Wrapped(2, 3)')).toFailSimulation(reason);
  });
});

describe('a reason differs', () => {
  it.each([
    [rejected, 'Refused'],
    ['Stopped()', 'Stopped'],
    ['execution reverted: Panic(0x11): arithmetic overflow or underflow', 'Panic'],
  ])('as a plain reason from the error of a contract, whatever its arguments: %s', async (text, name) => {
    for (const args of [undefined, [expect.any(String)], [expect.stringContaining('o')]])
      expect(await differencesOf(text, { errorName: 'Error', args })).toBe(
        lines('errorName', '"Error"', `"${name}"`),
      );
  });

  it.each([
    ['a string that it does not contain', 'Too late', 'containing "Too late"'],
    ['a regular expression', /^Refused/, 'matching /^Refused/'],
  ])('in %s', async (_, reason, expected) => {
    const message = await messageOf(expect(failure(rejected)).toFailSimulation(reason));
    expect(message).toContain(`Expected:   simulationStatus false with an error ${expected}\n`);
    expect(message).toContain(`Error:      ${rejected}\n`);
    await expect(failure(rejected)).not.toFailSimulation(reason);
  });

  it.each<[string, ContractError, string]>([
    ['the name', { errorName: 'Refuse' }, lines('errorName', '"Refuse"', '"Refused"')],
    [
      'the number of arguments',
      { errorName: 'Refused', args: [] },
      lines('args', '[]', '["7", "too late", "0xAb01", "true", "-3"]'),
    ],
    [
      'one argument',
      { errorName: 'Refused', args: [8n, 'too late', '0xAb01', true, -3n] },
      lines('args[0]', '8', '"7"'),
    ],
    [
      'an argument that is not an integer',
      { errorName: 'Refused', args: [7, 5n, '0xAb01', true, -3n] },
      lines('args[1]', '5', '"too late"'),
    ],
    [
      'bytes of another length with the same value',
      { errorName: 'Refused', args: [7, 'too late', '0x00Ab01', true, -3n] },
      lines('args[2]', '"0x00Ab01"', '"0xAb01"'),
    ],
  ])('in %s', async (_, reason, difference) => {
    expect(await differencesOf(rejected, reason)).toBe(difference);
  });
});

describe('the errors in a text', () => {
  it.each<[string, [string, ...string[]][]]>([
    ['execution reverted: Refused(7, "too late")', [['Refused', '7', 'too late']]],
    ['execution reverted: Panic(0x11): arithmetic overflow or underflow', [['Panic', '0x11']]],
    ['execution reverted: too little output', [['Error', 'too little output']]],
    ['Execution reverted without data', [['Error', 'without data']]],
    ['too late', [['Error', 'too late']]],
    ['Stopped()', [['Stopped']]],
    ['Stopped( )', [['Stopped']]],
    ['Named("")', [['Named', '']]],
    ['Named("a \\"quoted\\", (bracketed) text", 2)', [['Named', 'a "quoted", (bracketed) text', '2']]],
    ['Nested((1, [2, 3]), {a: "x)"}, 4)', [['Nested', '(1, [2, 3])', '{a: "x)"}', '4']]],
    [
      'Outer(Inner(1)) then Later(2)',
      [
        ['Outer', 'Inner(1)'],
        ['Later', '2'],
      ],
    ],
    ['failed with Refused(7) at 0x01', [['Refused', '7']]],
    ['Open(1, 2', [['Error', 'Open(1, 2']]],
    ['Open(1, Closed(2)', [['Closed', '2']]],
    ['Bad("\\q", 1)', [['Bad', '"\\q"', '1']]],
    ['Bad("never closed, 1)', [['Error', 'Bad("never closed, 1)']]],
  ])('are read with their arguments: %s', async (text, errors) => {
    const names = errors.map(([errorName]) => errorName).join(', ');
    expect(await differencesOf(text, { errorName: 'Other' })).toBe(
      lines('errorName', '"Other"', `"${names}"`),
    );
    for (const [errorName, ...args] of errors)
      await expect(failure(text)).toFailSimulation({ errorName, args });
  });

  it.each([
    ['open parentheses', `${'a('.repeat(500_000)}Late(1)`],
    ['spaces', `${' '.repeat(20_000)}Late(1)`],
  ])('are read from its first 8 KiB, so that a service cannot block a test: %s', async (_, text) => {
    await expect(failure(text)).toFailSimulation({ errorName: 'Error' });
    await expect(failure(text)).not.toFailSimulation({ errorName: 'Late' });
  });
});
