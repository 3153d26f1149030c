import type { Exchange } from '../client/exchange.js';

/** Copies a JSON value of an answer and masks the secrets of its exchange, because a service may echo them anywhere. */
export function redactedTexts(value: unknown, exchange: Pick<Exchange, 'redact'>): unknown {
  if (typeof value === 'string') return exchange.redact(value);
  if (Array.isArray(value)) return value.map((item) => redactedTexts(item, exchange));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [exchange.redact(name), redactedTexts(member, exchange)]),
  );
}
