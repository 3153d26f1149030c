import { isPlainObject } from '../internal/objects.js';
import { withoutInvisible, withShortHex } from '../internal/print.js';

/** A longer text goes on a line of its own. */
const maxLine = 90;
const maxDepth = 50;

/**
 * Returns the lines of fast-check's message with a counterexample that people can read: like JSON, each member on its line,
 * long hex folded, bigints in decimal. The seed and the path repeat it exactly. Values that are not plain data, such as
 * commands and contexts, stay as fast-check writes them.
 */
export function withReadableCounterexample(lines: readonly string[], values: unknown): string[] {
  if (!Array.isArray(values) || !isPlain(values)) return [...lines];
  return lines.flatMap((line) =>
    line.startsWith('Counterexample: ') ? `Counterexample: ${valueText(values, '')}`.split('\n') : [line],
  );
}

/** A value that contains itself is not plain. */
function isPlain(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null)
    return typeof value !== 'function' && typeof value !== 'symbol';
  const hasPlainForm =
    Array.isArray(value) || (isPlainObject(value) && Object.getOwnPropertySymbols(value).length === 0);
  return (
    hasPlainForm && depth < maxDepth && Object.values(value).every((member) => isPlain(member, depth + 1))
  );
}

function valueText(value: unknown, indent: string): string {
  if (typeof value === 'string') return textOf(value);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  const isList = Array.isArray(value);
  const inner = `${indent}  `;
  const items = isList
    ? Array.from(value, (item) => valueText(item, inner))
    : Object.entries(value).map(([name, member]) => `${textOf(name)}: ${valueText(member, inner)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const line = `${open}${items.join(', ')}${close}`;
  if (indent.length + line.length <= maxLine && !line.includes('\n')) return line;
  return `${open}\n${items.map((item) => inner + item).join(',\n')}\n${indent}${close}`;
}

function textOf(text: string): string {
  return withoutInvisible(JSON.stringify(withShortHex(text)));
}
