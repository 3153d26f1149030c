const identifier = /^[A-Za-z_$][\w$]*$/;

const longestLine = 100;

/** Returns plain data as a TypeScript expression, its lines after the first indented by a number of levels. */
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
  if (indent.length + line.length <= longestLine && !line.includes('\n')) return line;
  return `${open.trim()}\n${items.map((item) => `${indent}  ${item},\n`).join('')}${indent}${close.trim()}`;
}

function memberName(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return identifier.test(name) ? name : quotedText(name);
}

/** Quotes a text with single quotes. Escapes control characters, lone surrogates and invisible characters like JSON. */
function quotedText(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  const visible = escaped.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
  return `'${visible}'`;
}
