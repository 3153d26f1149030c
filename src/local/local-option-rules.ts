import { alphaAddressFault } from '../contract/addresses.js';
import { isClock, longestTimerMs } from '../internal/clock.js';
import { concealed, integerFrom, nonEmptyText, type OptionRule, oneOf, typed } from '../internal/options.js';
import type { LocalDeploymentOptions } from './local-deployment.js';
import { chainSettingsRules } from './source-chain/chain-settings.js';
import { timingProfiles } from './timing-profiles.js';

const port = integerFrom(0, 65_535);
const list: OptionRule = (value) => (Array.isArray(value) ? undefined : 'must be a list');
const deepestJson = 1000;

/** A URL of a JSON-RPC endpoint. Many hold a key, so none is printed. */
export const rpcUrlRule: OptionRule = concealed((value) => {
  const isUrl = typeof value === 'string' && URL.canParse(value);
  return isUrl && /^https?:$/.test(new URL(value).protocol) ? undefined : 'must be an http or https URL';
});

/** The rule of each option of a local deployment; lists and groups have rules of their own for what is in them. */
export const localOptionRules: Record<keyof LocalDeploymentOptions, OptionRule> = {
  chains: typed('object'),
  conventions: typed('object'),
  host: nonEmptyText,
  simulatorPort: port,
  observerPort: port,
  controlPort: port,
  clock: (value) =>
    value === 'manual' || isClock(value) ? undefined : 'must be a clock, or manual for one that stands still',
  profile: oneOf(...Object.keys(timingProfiles)),
  ...chainSettingsRules,
  rollBackAfterMs: integerFrom(0, longestTimerMs),
  callers: list,
  faults: list,
  seed: integerFrom(0),
  rpcUrl: rpcUrlRule,
  layer: (value) => (typeof value === 'string' ? alphaAddressFault(value) : 'must be 0x and 40 hex digits'),
  forkUrl: rpcUrlRule,
  forkBlock: integerFrom(0),
  deploy: list,
  tokens: list,
  fund: list,
  maxHeaderBytes: integerFrom(1),
  maxConnections: integerFrom(1),
  maxBodyBytes: integerFrom(1),
  // The parser goes down with the text, and so far below what fills the stack.
  maxJsonDepth: integerFrom(1, deepestJson),
  requestTimeoutMs: integerFrom(1, longestTimerMs),
  keepAliveTimeoutMs: integerFrom(1, longestTimerMs),
  anvilBinary: nonEmptyText,
  chainId: integerFrom(1),
  onFault: typed('function'),
};
