import { isPlainObject } from '../../internal/objects.js';
import type { TimingFault } from './fault-kind.js';

const both = ['simulate', 'inclusion'] as const;
const simulator = ['simulate'] as const;

/** From which on a body takes no longer. */
const maxBytes = 64 * 1024;

/** The same of assets, and of levels beyond those that each request has. */
const maxAssets = 256;
const maxLevels = 32;
const usualLevels = 3;

/** Faults that make an answer late. */
export const timingFaults = {
  delay: {
    family: 'timing',
    summary: 'Delays the answer.',
    endpoints: both,
    defaultMs: 1000,
    pauseMs: (ms) => ms,
  },
  jitter: {
    family: 'timing',
    summary: 'Delays each answer by a random time, at most ms.',
    endpoints: both,
    defaultMs: 1000,
    pauseMs: (ms, draw) => draw() * ms,
  },
  'stall-headers': {
    family: 'timing',
    summary: 'Accepts the request and then sends nothing.',
    endpoints: both,
    defaultMs: Number.POSITIVE_INFINITY,
    pauseMs: (ms) => ms,
  },
  'superlinear-latency': {
    family: 'timing',
    summary: 'Delays the answer by the square of the body size, up to ms from 64 KiB on.',
    endpoints: ['simulate'],
    defaultMs: 1000,
    pauseMs: (ms, _, { headers = {} }) => {
      const bytes = Number(headers['content-length'] ?? 0);
      return bytes > 0 ? ms * Math.min(1, bytes / maxBytes) ** 2 : undefined;
    },
  },
  'superlinear-latency-assets': {
    family: 'timing',
    summary: `Delays the answer by the square of the number of assets, up to ms from ${maxAssets} on.`,
    endpoints: simulator,
    defaultMs: 1000,
    pauseMs: (ms, _, { simulated }) => {
      const assets = isPlainObject(simulated) ? simulated.betaAssets : undefined;
      return Array.isArray(assets) ? ms * squared(assets.length, maxAssets) : undefined;
    },
  },
  'superlinear-latency-text': {
    family: 'timing',
    summary: "Delays the answer by the square of the caller's length, up to ms from 64 Ki characters on.",
    endpoints: simulator,
    defaultMs: 1000,
    pauseMs: (ms, _, { simulated }) => {
      const caller = isPlainObject(simulated) ? simulated.betaCaller : undefined;
      return typeof caller === 'string' ? ms * squared(caller.length, maxBytes) : undefined;
    },
  },
  'superlinear-latency-depth': {
    family: 'timing',
    summary: `Delays the answer by the square of the nesting depth, up to ms from ${maxLevels} levels on.`,
    endpoints: simulator,
    defaultMs: 1000,
    pauseMs: (ms, _, { simulated }) => ms * squared(depthOf(simulated) - usualLevels, maxLevels),
  },
  'hang-on-large-amount': {
    family: 'timing',
    summary: 'Delays the answer to a request with an amount of 2^255 or more.',
    endpoints: simulator,
    defaultMs: Number.POSITIVE_INFINITY,
    pauseMs: (ms, _, { simulated }) => {
      const assets = isPlainObject(simulated) ? simulated.betaAssets : undefined;
      return Array.isArray(assets) && assets.some(isLarge) ? ms : undefined;
    },
  },
} satisfies Record<string, TimingFault>;

/** How much of the most: the square of the share. */
function squared(size: number, most: number): number {
  return Math.min(1, Math.max(0, size) / most) ** 2;
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function isLarge(asset: unknown): boolean {
  const amount = isPlainObject(asset) ? asset.amount : undefined;
  return typeof amount === 'string' && /^\d{77,78}$/.test(amount) && BigInt(amount) >= 2n ** 255n;
}
