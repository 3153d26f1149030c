import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../../src/client/retry.js';

const now = Date.parse('2026-01-01T00:00:00Z');

describe('retryAfterMs', () => {
  it.each([
    ['0', 0],
    [' 120 ', 120_000],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Thursday, 01-Jan-26 00:00:30 GMT', 30_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['9'.repeat(400), 2 ** 31 - 1],
    ['Thu, 01 Jan 2099 00:00:00 GMT', 2 ** 31 - 1],
  ])('reads %o', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });

  it.each([undefined, '', 'soon', '-1', '1.5', '1,2', '1e3', '0x10', '2026-01-01', 'Thu, 99 Jan 2026 GMT'])(
    'reads nothing from %o',
    (header) => {
      expect(retryAfterMs(header, now)).toBeUndefined();
    },
  );
});
