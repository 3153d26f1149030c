import { formatDuration } from '../../internal/print.js';

/** Writes a response time in microseconds for a reader: `0.8 ms`, `12 ms`, `1.2 s`. */
export function latencyText(us: number): string {
  return us < 10_000 ? `${Number((us / 1000).toFixed(us < 1000 ? 2 : 1))} ms` : formatDuration(us / 1000);
}
