import { z } from 'zod';
import { UsageError } from '../errors.js';
import { unixNowMs } from '../internal/clock.js';
import { formatValue } from '../internal/print.js';

/** A day in UTC, in files. */
export const isoDaySchema = z.iso.date('must be a date: 2026-01-31');

/** Returns the UTC day of a time in milliseconds of Unix time, as `2026-01-31`. Default: today. */
export function isoDay(atMs: number = unixNowMs()): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** @throws {UsageError} for a text that is not a day. */
export function requireIsoDay(name: string, text: string): void {
  if (isoDaySchema.safeParse(text).success) return;
  throw new UsageError(`${name} must be a date such as 2026-01-31, got ${formatValue(text)}`);
}
