import { runInNewContext } from 'node:vm';
import { formatText } from '../../internal/print.js';

/** A pattern of a document as code of JavaScript, or why it is not used. */
export type RegularExpression = { readonly code: string } | { readonly issue: string };

/** More patterns that take exponential time would take too long to test. */
const maxExponential = 3;

const exponential: RegularExpression = { issue: 'it takes exponential time for some texts' };

/**
 * Writes the patterns of a document as regular expressions of JavaScript. A pattern is not used if it has the syntax of
 * another language, if no texts can be generated for it, or if it takes exponential time for some texts.
 */
export class RegularExpressions {
  readonly #known = new Map<string, RegularExpression>();

  of(pattern: string): RegularExpression {
    const result = this.#known.get(pattern) ?? this.#convert(pattern);
    this.#known.set(pattern, result);
    return result;
  }

  #convert(pattern: string): RegularExpression {
    const flags = /\\[pP]\{|\\u\{/.test(pattern) ? 'u' : '';
    const tokens = pattern.match(/\\[xpP]\{|\\[\s\S]|\[\[:|&&\[|\{,\d+\}/g) ?? [];
    const foreign = tokens.find((token) => foreignToken.test(token));
    if (foreign !== undefined)
      return { issue: `it has ${formatText(foreign)}, which JavaScript does not know` };
    if (tokens.some((token) => /^\\[1-9k]/.test(token)))
      return { issue: 'it has a back-reference, for which no texts can be generated' };
    let code: string;
    try {
      code = String(new RegExp(pattern, flags));
    } catch (error) {
      const [reason] = /[^:]*$/.exec((error as Error).message) ?? [];
      return {
        issue: `it is not a regular expression of JavaScript: ${String(reason).trim().toLowerCase()}`,
      };
    }
    if ([...this.#known.values()].filter((result) => result === exponential).length >= maxExponential)
      return { issue: `it is not tested: ${maxExponential} other patterns take exponential time` };
    return takesExponentialTime(pattern, flags) ? exponential : { code };
  }
}

/** Syntax of Python, PCRE, Ruby and Java that JavaScript reads as other text: `\Z` as the letter. */
const foreignToken = /^(?:\\[aACeEgGhHiIjJKlLmMNoOqQRTUVXyYzZ]|\\x\{|\\[pP]$|\[\[:|&&\[|\{,)/;

/**
 * Returns whether a repeated group of a pattern, or the pattern, takes exponential time for a text that repeats one or two of
 * its characters and then does not match: `(a+)+`, `(\w+\s?)*`. There, 100 characters take longer than anybody waits.
 */
function takesExponentialTime(pattern: string, flags: string): boolean {
  return [pattern, ...repeatedGroups(pattern)].some((part) => {
    const characters = [...new Set(`aA0 ${part.replace(/[\\^$()[\]{}*+?|]/g, '')}`)].slice(0, 16);
    const units = characters.flatMap((one) => [one, ...characters.map((other) => one + other)]);
    const texts = units.map((unit) => `${unit.repeat(100 / unit.length)}\0`);
    return unmatchedTexts(String(new RegExp(`^(?:${part})$`, flags)), texts) === undefined;
  });
}

/** Other patterns take some milliseconds, but the machine may be busy. */
const timeLimitMs = 1_000;

/** Returns the texts that a regular expression does not match; undefined if that takes too long. */
export function unmatchedTexts(code: string, texts: readonly string[]): readonly string[] | undefined {
  try {
    return runInNewContext(
      `texts.filter((text) => !${code}.test(text))`,
      { texts },
      { timeout: timeLimitMs },
    );
  } catch {
    return undefined;
  }
}

/** Returns the groups of a pattern that are repeated, with their quantifiers. */
function repeatedGroups(pattern: string): string[] {
  const open: number[] = [];
  const groups: string[] = [];
  for (const { 0: token, index } of pattern.matchAll(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[()]/g)) {
    if (token === '(') open.push(index);
    if (token !== ')') continue;
    const [quantifier] = /^(?:[*+]|\{\d+(?:,\d*)?\})/.exec(pattern.slice(index + 1)) ?? [];
    const start = open.pop();
    if (quantifier !== undefined) groups.push(pattern.slice(start, index + 1) + quantifier);
  }
  return groups;
}
