import { isUtf8 } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import {
  type RawBody,
  type RawBodyKind,
  type RawBodyOptions,
  rawBody,
  rawBodyKinds,
} from 'crosscheck/arbitraries';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeArbitraryLaws, shrunkBy } from '../../support/arbitrary-laws.js';

const request = {
  shardsKey: '0',
  alphaCallParams: { target: `0x${'00'.repeat(20)}` },
  betaAssets: [],
  betaCaller: `0:${'00'.repeat(32)}`,
};
const text = JSON.stringify(request);
const first = (options?: RawBodyOptions, numRuns = 2000): RawBody[] =>
  fc.sample(rawBody(options), { numRuns, seed: 5 });
const isNoJson = (value: RawBody): boolean => {
  if (!Buffer.isBuffer(value?.bytes)) return false;
  if (!isUtf8(value.bytes)) return true;
  try {
    JSON.parse(value.bytes.toString());
    return false;
  } catch {
    return true;
  }
};
const body = (kind: RawBodyKind, bytes: Buffer | string): RawBody => {
  const { reason } = first({ kinds: [kind] }, 1)[0] as RawBody;
  return { kind, reason, bytes: Buffer.from(bytes) };
};

// Kinds that are made from a request shrink in thousands of ways; they are tried one by one below.
describeArbitraryLaws('rawBody', {
  arbitrary: rawBody({
    kinds: ['white-space', 'cut-off-in-string', 'unclosed-brackets', 'html', 'form-encoded'],
  }),
  chains: 40,
  isValid: isNoJson,
  simplest: body('cut-off-in-string', '{"'),
  shrinksExamples: false,
});

describeArbitraryLaws('rawBody of one kind', {
  arbitrary: rawBody({ kinds: ['cut-off-in-object'] }),
  isValid: isNoJson,
  simplest: body('cut-off-in-object', '{'),
  shrinksExamples: false,
});

describe('the first 2,000 raw bodies', () => {
  const values = first();

  it('have each kind, and are never JSON', () => {
    expect([...new Set(values.map(({ kind }) => kind))].sort()).toEqual([...rawBodyKinds].sort());
    expect(values.filter((value) => !isNoJson(value)).slice(0, 3)).toEqual([]);
  });

  it('are all different, except kinds that have few bodies', () => {
    const few: RawBodyKind[] = ['empty', 'html', 'plain-text'];
    for (const kind of rawBodyKinds.filter((name) => !few.includes(name))) {
      const bodies = first({ kinds: [kind] }, 20).map(({ bytes }) => bytes.toString('latin1'));
      expect(new Set(bodies).size, kind).toBeGreaterThan(10);
    }
  });
});

describe('shrinking', () => {
  const withKey = (literal: string): string => text.replace('"0"', () => literal);
  const simplest: Record<RawBodyKind, Buffer | string> = {
    empty: '',
    'white-space': ' ',
    'cut-off-in-string': '{"',
    'cut-off-in-number': '{"shardsKey":3',
    'cut-off-in-object': '{',
    'unclosed-brackets': '[',
    'extra-bracket': `${text}}`,
    'trailing-comma': text.replace(/}$/, ',}'),
    'missing-comma': text.replace(',', ''),
    'missing-colon': text.replace(':', ''),
    'single-quotes': text.replaceAll('"', "'"),
    'unquoted-names': text.replace(/"([a-zA-Z]+)"/g, '$1'),
    comments: `/* a call */${text}`,
    'leading-zeros': withKey('00'),
    'loose-number': withKey('+1'),
    'not-a-number': withKey('NaN'),
    'foreign-literal': withKey('undefined'),
    'control-character': withKey('"\n"'),
    'bad-escape': withKey('"\\x41"'),
    'two-values': `${text}{}`,
    'nul-bytes': `${text}\0`,
    'byte-order-mark': `\uFEFF${text}`,
    'not-utf-8': Buffer.from(withKey('"\xff"'), 'latin1'),
    'utf-16': Buffer.from(text, 'utf16le'),
    gzip: gzipSync(text),
    html: '<html></html>',
    'form-encoded': 'shardsKey=0',
    'plain-text': 'hello',
  };

  it.each(rawBodyKinds)('ends at the simplest body of %s', (kind) => {
    const smallest = shrunkBy(rawBody({ kinds: [kind] }), () => false);
    expect(smallest.bytes.toString('latin1')).toBe(Buffer.from(simplest[kind]).toString('latin1'));
    expect(smallest.reason).toMatch(/^(?:The body|Its|There) .+\.$/);
  });
});

describe('invalid options', () => {
  it.each<[string, unknown, string]>([
    ['a misspelt option', { kind: ['html'] }, 'kind is not an option; did you mean kinds?'],
    ['an unknown kind', { kinds: ['xml'] }, 'kinds[0] must be one of empty'],
    ['no kinds', { kinds: [] }, 'kinds must not be empty'],
    ['a text instead of options', 'html', 'rawBody takes an object of options, got "html"'],
  ])('are rejected when the arbitrary is created: %s', (_, options, message) => {
    expect(() => rawBody(options as RawBodyOptions)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(message) }),
    );
  });
});
