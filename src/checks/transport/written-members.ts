import { formatText } from '../../internal/print.js';
import type { Check } from '../case/check.js';
import { judgeEach } from '../case/judge-each.js';

/** Parsers differ in which of two members with one name they use. */
export const duplicateMember: Check = {
  name: 'duplicate-member',
  family: 'transport',
  severity: 'critical',
  about: 'An object of an answer must not have two members with the same name, ignoring letter case.',
  source: 'RFC 8259, 4; that names do not differ only in letter case: section 2',
  judge: judgeEach(({ answer }) => {
    if (answer?.status !== 200 || !answer.isUtf8) return undefined;
    const name = firstNamedTwice(answer.text);
    if (name === undefined) return undefined;
    const shown = answer.echoesCredential ? 'one' : formatText(name);
    return {
      path: '',
      class: 'named twice',
      message: `expected unique member names, got ${shown} twice in one object`,
    };
  }),
};

const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/gs;

/** The first name that an object of a JSON text has twice. */
export function firstNamedTwice(text: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const quoted = token.slice(0, -colon.length);
      const name = quoted.includes('\\') ? unescaped(quoted) : quoted.slice(1, -1);
      const names = open.at(-1);
      if (names?.has(name.toLowerCase())) return name;
      names?.add(name.toLowerCase());
    }
  }
  return undefined;
}

function unescaped(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

/** Parsers differ in how they read other forms. */
export const integerFormat: Check = {
  name: 'integer-format',
  family: 'transport',
  severity: 'major',
  about: 'An integer of an answer must be written in digits only, without fraction or exponent.',
  source: 'sections 2.2 and 2.3: integer; RFC 8259, 6, leaves to readers what they make of other forms',
  judge: judgeEach(({ answer }, { conventions }) => {
    if (answer?.status !== 200 || conventions.responseFormats === 'off') return undefined;
    const [, name, number] = otherInteger.exec(answer.text) ?? [];
    if (name === undefined) return undefined;
    return {
      path: '',
      class: `${name} in another form`,
      message: `expected ${name} in digits alone, got ${formatText(number ?? '')}`,
    };
  }),
};

const otherInteger =
  /"(estimatedGas|blockNumber|shardsKey|timestamp)"\s*:\s*(-?\d+(?:\.\d+(?:e[+-]?\d+)?|e[+-]?\d+))/i;
