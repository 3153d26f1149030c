import { type AsymmetricPattern, isAsymmetric } from '../checks/pattern.js';
import type { Exchange } from '../client/exchange.js';
import { printText } from '../internal/print.js';

/**
 * Writes a value that was expected or came on one line: integers as digits, texts in quotes, asymmetric matchers as
 * their runner names them, undefined as `absent`. The secrets of the exchange that it came with are masked.
 */
export function printPattern(value: unknown, exchange?: Pick<Exchange, 'redact'>, length?: number): string {
  const text = patternText(value);
  // Masked before it is cut: half a secret would not be recognised.
  return printText(exchange?.redact(text) ?? text, length);
}

function patternText(value: unknown): string {
  if (value === undefined) return 'absent';
  if (typeof value === 'string') return JSON.stringify(value);
  if (isAsymmetric(value)) return asymmetricText(value);
  if (Array.isArray(value)) return `[${value.map(patternText).join(', ')}]`;
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${patternText(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** As Jest and Vitest name theirs; those that hold a value without naming it keep it in `sample`. */
function asymmetricText(value: AsymmetricPattern): string {
  const named = value as { toAsymmetricMatcher?: () => string; sample?: unknown };
  if (named.toAsymmetricMatcher) return named.toAsymmetricMatcher();
  return named.sample === undefined ? String(value) : `${value}<${patternText(named.sample)}>`;
}
