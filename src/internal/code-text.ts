import { unicodeEscape } from './print.js';

// Values as code of TypeScript, in the files that commands write.

const identifier = /^[A-Za-z_$][\w$]*$/;

const maxLine = 100;

/** Returns plain data as an expression, its lines after the first indented by a number of levels. */
export function literalText(value: unknown, level = 0): string {
  if (typeof value === 'string') return quotedText(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const items = Array.isArray(value)
    ? value.map((item) => literalText(item, level + 1))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => `${memberName(name)}: ${literalText(member, level + 1)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  if (items.length === 0) return (open + close).replaceAll(' ', '');
  const indent = '  '.repeat(level);
  const line = open + items.join(', ') + close;
  if (indent.length + line.length <= maxLine && !line.includes('\n')) return line;
  return `${open.trim()}\n${items.map((item) => `${indent}  ${item},\n`).join('')}${indent}${close.trim()}`;
}

/** Returns the name of a member of an object literal. */
export function memberName(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return identifier.test(name) ? name : quotedText(name);
}

/** Quotes a text with single quotes. Escapes control characters, lone surrogates and invisible characters like JSON. */
export function quotedText(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, unicodeEscape)}'`;
}
