import { describe, expect, test } from 'vitest';
import { linesOf, syntaxProblem } from '../../../src/internal/json-file.js';

describe('syntaxProblem', () => {
  test.each([
    ['', 1, 'is invalid JSON: it ends too early'],
    ['{\n  "a": "x', 2, 'is invalid JSON: it ends too early'],
    ['{\n  "a": 1,\n}', 3, 'is invalid JSON at }'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 'is invalid JSON at "b": 2'],
    ["{ 'a': 1 }", 1, "is invalid JSON at 'a': 1 }"],
    ['{\n  "a": [1\n2', 3, 'is invalid JSON at 2'],
    ['{\n  "a": nul,\n}', 2, 'is invalid JSON at nul,'],
    ['{} trailing', 1, 'is invalid JSON at trailing'],
    ['// comment\n{}', 1, 'is invalid JSON at // comment'],
    [
      '\n<!doctype html><title>Sign in to staging</title>',
      2,
      'is invalid JSON at <!doctype html><titl… (28 more characters)',
    ],
    ['"\u0007"', 1, 'is invalid JSON'],
  ])('describes where %j stops being JSON', async (text, line, message) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(await syntaxProblem(text)).toEqual({ line, message });
  });
});

test('syntaxIssue names the last line of a document that ends too early, wherever it ends', async () => {
  const text = `{
  "a":
    -1.5e3,
  "b": [true, false, null, [],

    {}],
  "c": { "d": "x\\u00e9\\n" }
}`;
  for (let end = 0; end < text.length; end++) {
    const cut = text.slice(0, end);
    const line = cut.trimEnd().split('\n').length;
    expect({ cut, ...(await syntaxProblem(cut)) }).toEqual({
      cut,
      line,
      message: 'is invalid JSON: it ends too early',
    });
  }
});

describe('linesOf', () => {
  const text = `
{
  "a": 1,
  "list": [
    { "x":
      [
        2 ] },
    "y.z[0]"
  ],
  "a.b[3]": { "c": 4 }
}`;

  test.each([
    ['', 2],
    ['a', 3],
    ['list', 4],
    ['list[0]', 5],
    ['list[0].x', 5],
    ['list[0].x[0]', 7],
    ['list[1]', 8],
    ['a.b[3].c', 10],
  ])('returns the line of %j', async (path, line) => {
    expect((await linesOf(text))(path)).toBe(line);
  });

  test.each([
    ['missing', 2],
    ['list[7]', 4],
    ['list[0].missing.deep[2]', 5],
    ['the value', 2],
  ])('returns the line of the parent of a missing %j', async (path, line) => {
    expect((await linesOf(text))(path)).toBe(line);
  });
});
