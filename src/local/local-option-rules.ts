import { z } from 'zod';
import { alphaAddressFault } from '../contract/addresses.js';
import { type Clock, isClock, longestTimerMs } from '../internal/clock.js';
import { callback, checkedValue, choice, integer, text, valueWhere } from '../internal/options.js';
import type { LocalDeploymentOptions } from './local-deployment.js';
import { chainSettingsSchema } from './source-chain/chain-settings.js';
import { timingProfiles } from './timing-profiles.js';

const port = integer(0, 65_535).optional();
const anyList = valueWhere<readonly unknown[]>(Array.isArray, 'must be a list').optional();
const anyObject = valueWhere<object>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
).optional();
const duration = integer(1, longestTimerMs).optional();
const count = integer(1).optional();
const deepestJson = 1000;

/** A URL of a JSON-RPC endpoint. Many hold a key, so none is printed. */
export const rpcUrlSchema = valueWhere<string>((value) => {
  const isUrl = typeof value === 'string' && URL.canParse(value);
  return isUrl && /^https?:$/.test(new URL(value).protocol);
}, 'must be an http or https URL').meta({ secret: true });

/** The options of a local deployment; lists and groups have schemas of their own for what is in them. */
export const localOptions = z.strictObject({
  chains: anyObject,
  conventions: anyObject,
  host: text().optional(),
  simulatorPort: port,
  observerPort: port,
  controlPort: port,
  clock: valueWhere<Clock | 'manual'>(
    (value) => value === 'manual' || isClock(value),
    'must be a clock, or manual for one that stands still',
  ).optional(),
  profile: choice(...Object.keys(timingProfiles)).optional(),
  ...chainSettingsSchema.partial().shape,
  rollBackAfterMs: integer(0, longestTimerMs).optional(),
  callers: anyList,
  faults: anyList,
  seed: integer(0).optional(),
  rpcUrl: rpcUrlSchema.optional(),
  layer: checkedValue<string>((value) =>
    typeof value === 'string' ? alphaAddressFault(value) : 'must be 0x and 40 hex digits',
  ).optional(),
  forkUrl: rpcUrlSchema.optional(),
  forkBlock: integer(0).optional(),
  deploy: anyList,
  tokens: anyList,
  fund: anyList,
  maxHeaderBytes: count,
  maxConnections: count,
  maxBodyBytes: count,
  // The parser goes down with the text, and so far below what fills the stack.
  maxJsonDepth: integer(1, deepestJson).optional(),
  requestTimeoutMs: duration,
  keepAliveTimeoutMs: duration,
  anvilBinary: text().optional(),
  chainId: count,
  onFault: callback<NonNullable<LocalDeploymentOptions['onFault']>>().optional(),
} satisfies Record<keyof LocalDeploymentOptions, z.ZodType>);
