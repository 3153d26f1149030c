import { Address } from '@ton/core';
import { betaAddress } from 'crosscheck/arbitraries';
import {
  type BetaAddressForm,
  formatBetaAddress,
  parseBetaAddress,
  simulationRequestSchema,
} from 'crosscheck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const hash = '83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8';
const friendly = 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N';
const kinds = {
  bounceable: { bounceable: true, testOnly: false },
  'non-bounceable': { bounceable: false, testOnly: false },
  'test-bounceable': { bounceable: true, testOnly: true },
  'test-non-bounceable': { bounceable: false, testOnly: true },
};

const schema = simulationRequestSchema();
const isValidCaller = (betaCaller: string): boolean =>
  schema.safeParse({
    shardsKey: '0',
    alphaCallParams: { target: `0x${'00'.repeat(20)}` },
    betaAssets: [],
    betaCaller,
  }).success;

describe('compared with @ton/core', () => {
  const workchain = fc.constantFrom<(0 | -1)[]>(0, -1);
  const form = fc.constantFrom<BetaAddressForm[]>('raw', ...(Object.keys(kinds) as BetaAddressForm[]));
  const hashes = fc.uint8Array({ minLength: 32, maxLength: 32 });

  it('formatBetaAddress writes the same texts', () => {
    const property = fc.property(workchain, hashes, form, (workchain, bytes, form) => {
      const address = new Address(workchain, Buffer.from(bytes));
      const theirs = form === 'raw' ? address.toRawString() : address.toString(kinds[form]);
      expect(formatBetaAddress({ workchain, hash: Buffer.from(bytes).toString('hex'), form })).toBe(theirs);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it('parseBetaAddress reads the same addresses', () => {
    const property = fc.property(betaAddress(), (text) => {
      const ours = parseBetaAddress(text);
      const theirs = Address.parse(text);
      expect(`${ours?.workchain}:${ours?.hash}`).toBe(theirs.toRawString());
      if (ours === undefined || ours.form === 'raw') return;
      const { isBounceable, isTestOnly } = Address.parseFriendly(text);
      expect({ bounceable: isBounceable, testOnly: isTestOnly }).toEqual(kinds[ours.form]);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it('parseBetaAddress rejects the same friendly forms with one character changed', () => {
    const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
    const friendlyForms = Object.keys(kinds) as BetaAddressForm[];
    const property = fc.property(
      betaAddress({ forms: friendlyForms }),
      fc.nat(47),
      fc.constantFrom(...alphabet),
      (text, at, character) => {
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        expect(parseBetaAddress(changed) !== undefined).toBe(Address.isFriendly(changed) && changed === text);
      },
    );
    fc.assert(property, { numRuns: 2000 });
  });
});

describe('parseBetaAddress', () => {
  it('reads the raw form in either case, and returns the hash in lower case', () => {
    expect(parseBetaAddress(`0:${hash.toUpperCase()}`)).toEqual({ workchain: 0, hash, form: 'raw' });
    expect(parseBetaAddress(`-1:${hash}`)).toEqual({ workchain: -1, hash, form: 'raw' });
  });

  it('reads a friendly form', () => {
    expect(parseBetaAddress(friendly)).toEqual({ workchain: 0, hash, form: 'bounceable' });
  });

  it('reads each address independently of the previous one', () => {
    const other = formatBetaAddress({ workchain: -1, hash: 'ab'.repeat(32), form: 'test-bounceable' });
    const before = parseBetaAddress(friendly);
    expect(parseBetaAddress(other)).toEqual({
      workchain: -1,
      hash: 'ab'.repeat(32),
      form: 'test-bounceable',
    });
    expect(before).toEqual({ workchain: 0, hash, form: 'bounceable' });
  });

  const standardAlphabet = 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff+W72r5gqPrHF';
  it.each([
    ['nothing', ''],
    ['another workchain', `1:${hash}`],
    ['a workchain with a sign', `+0:${hash}`],
    ['a workchain with leading zeros', `00:${hash}`],
    ['a hash that is too short', `0:${hash.slice(1)}`],
    ['a hash that is too long', `0:${hash}0`],
    ['a hash that is not hex', `0:${hash.slice(1)}g`],
    ['a leading space', ` ${friendly}`],
    ['a trailing line break', `${friendly}\n`],
    ['a raw form with a trailing line break', `0:${hash}\n`],
    ['a friendly form cut short', friendly.slice(0, 47)],
    ['the standard base64 alphabet', standardAlphabet],
    ['a bad checksum', `${friendly.slice(0, 47)}M`],
    ['an unknown tag', `AAAA${'A'.repeat(44)}`],
    ['a friendly form of another workchain', new Address(5, Buffer.alloc(32, 1)).toString()],
    ['an address of the destination chain', `0x${'00'.repeat(20)}`],
  ])('returns undefined for %s', (_, text) => {
    expect(parseBetaAddress(text)).toBeUndefined();
    expect(isValidCaller(text)).toBe(false);
  });
});

describe('the schema of requests', () => {
  it('accepts every form that parseBetaAddress reads', () => {
    fc.assert(fc.property(betaAddress(), isValidCaller));
  });
});

describe('formatBetaAddress', () => {
  it('writes the text that parseBetaAddress read', () => {
    fc.assert(
      fc.property(betaAddress(), (text) => {
        const address = parseBetaAddress(text);
        expect(address && formatBetaAddress(address)).toBe(text);
      }),
    );
  });

  it.each(['raw', 'bounceable'] as const)(
    'rejects a hash that is not 64 hex digits in the form %s',
    (form) => {
      for (const bad of ['', 'ab', `${hash}00`, `${hash.slice(1)}g`]) {
        expect(() => formatBetaAddress({ workchain: 0, hash: bad, form })).toThrow(
          'hash must be 64 hex digits',
        );
      }
    },
  );
});
