import { alphaAddress } from 'crosscheck/arbitraries';
import fc from 'fast-check';
import * as Address from 'ox/Address';
import { describe, expect, it } from 'vitest';
import { alphaAddressFault, checksumAddress } from '../../../src/contract/addresses.js';

const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('alphaAddressFault', () => {
  it.each([
    ['a checksum', checksummed],
    ['all lower', checksummed.toLowerCase()],
    ['all upper', `0x${checksummed.slice(2).toUpperCase()}`],
    ['digits only', `0x${'12'.repeat(20)}`],
    ['the zero address', `0x${'00'.repeat(20)}`],
  ])('finds none in %s', (_, text) => {
    expect(alphaAddressFault(text)).toBeUndefined();
  });

  it.each([
    ['nothing', ''],
    ['no prefix', checksummed.slice(2)],
    ['an upper-case prefix', `0X${checksummed.slice(2)}`],
    ['a digit too few', checksummed.slice(0, -1)],
    ['a digit too many', `${checksummed}0`],
    ['a letter that is no digit', `${checksummed.slice(0, -1)}g`],
    ['space before', ` ${checksummed}`],
    ['a line break after', `${checksummed}\n`],
  ])('finds the shape wrong in %s', (_, text) => {
    expect(alphaAddressFault(text)).toBe('must be 0x and 40 hex digits');
  });

  it('says which checksum is right', () => {
    expect(alphaAddressFault(`${checksummed.slice(0, -1)}D`)).toBe(
      `has a wrong checksum; ${checksummed} is right`,
    );
  });

  it('agrees with a kept library on any case of any letter', () => {
    const property = fc.property(alphaAddress(), fc.nat(41), (text, at) => {
      const letter = text.charAt(at);
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      const changed = at < 2 ? text : text.slice(0, at) + other + text.slice(at + 1);
      const isOneCase =
        changed.slice(2) === changed.slice(2).toLowerCase() || !/[a-f]/.test(changed.slice(2));
      const isRight = isOneCase || Address.validate(changed, { strict: true });
      expect(alphaAddressFault(changed) === undefined).toBe(isRight);
    });
    fc.assert(property, { numRuns: 2000 });
  });
});

describe('checksumAddress', () => {
  it('writes what a kept library writes', () => {
    const property = fc.property(alphaAddress(), (text) => {
      expect(checksumAddress(text.toLowerCase())).toBe(
        Address.checksum(text.toLowerCase() as Address.Address),
      );
    });
    fc.assert(property, { numRuns: 2000 });
  });
});
