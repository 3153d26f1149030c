import { longestTimerMs } from '../../internal/clock.js';
import { BadValue, type ValueReader } from './value-reader.js';

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Reads a duration, in milliseconds or with a unit: `500`, `500ms`, `1.5s`, `10m`, `1h`. */
export function durationMs(min: number, max: number = longestTimerMs): ValueReader<number> {
  return (text) => {
    const [, count, unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
    const ms = Math.round(Number(count) * (unitMs[unit] as number));
    if (ms >= min && ms <= max) return ms;
    throw new BadValue(`must be a duration from ${min} to ${max} ms, such as 500, 30s or 2m`);
  };
}
