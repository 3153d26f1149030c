/**
 * Reads a `Retry-After` header in either form, seconds or an HTTP date: the milliseconds to wait from `now` (unix
 * milliseconds), or undefined when there is none or it cannot be read.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
