import { alphaAddress } from 'crosscheck/arbitraries';
import { simulationRequestSchema } from 'crosscheck/contract';
import fc from 'fast-check';
import * as Address from 'ox/Address';
import { describe, expect, it } from 'vitest';

const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const schema = simulationRequestSchema();

/** Returns what the schema of requests says about a target; undefined if it is valid. */
function issueOf(target: string): string | undefined {
  const request = {
    shardsKey: '0',
    alphaCallParams: { target },
    betaAssets: [],
    betaCaller: `0:${'00'.repeat(32)}`,
  };
  const { issues = [] } = schema.safeParse(request).error ?? {};
  expect(issues.every(({ path }) => path.join('.') === 'alphaCallParams.target')).toBe(true);
  return issues.map(({ message }) => message).join('\n') || undefined;
}

describe('an address of the destination chain', () => {
  it.each([
    ['with a checksum', checksummed],
    ['in lower case', checksummed.toLowerCase()],
    ['in upper case', `0x${checksummed.slice(2).toUpperCase()}`],
    ['of digits only', `0x${'12'.repeat(20)}`],
    ['zero', `0x${'00'.repeat(20)}`],
  ])('is valid: %s', (_, text) => {
    expect(issueOf(text)).toBeUndefined();
  });

  it.each([
    ['nothing', ''],
    ['no prefix', checksummed.slice(2)],
    ['an upper-case prefix', `0X${checksummed.slice(2)}`],
    ['one digit too few', checksummed.slice(0, -1)],
    ['one digit too many', `${checksummed}0`],
    ['a letter that is not a digit', `${checksummed.slice(0, -1)}g`],
    ['a leading space', ` ${checksummed}`],
    ['a trailing line break', `${checksummed}\n`],
  ])('is rejected with the shape that it must have: %s', (_, text) => {
    expect(issueOf(text)).toBe('must be 0x and 40 hex digits');
  });

  it('agrees with ox about the case of every letter, and names the right checksum', () => {
    const property = fc.property(alphaAddress(), fc.nat(41), (text, at) => {
      const letter = text.charAt(at);
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      const changed = at < 2 ? text : text.slice(0, at) + other + text.slice(at + 1);
      const digits = changed.slice(2);
      const isOneCase = digits === digits.toLowerCase() || !/[a-f]/.test(digits);
      if (isOneCase || Address.validate(changed, { strict: true })) expect(issueOf(changed)).toBeUndefined();
      else
        expect(issueOf(changed)).toBe(
          `must have a valid checksum: ${Address.checksum(changed.toLowerCase() as Address.Address)}`,
        );
    });
    fc.assert(property, { numRuns: 2000 });
  });
});
