import { refuseFaults } from '../errors/refuse-faults.js';
import { type Clock, isClock, longestTimerMs, realClock } from '../internal/clock.js';
import {
  integerFrom,
  nonEmptyText,
  type OptionFault,
  type OptionRule,
  optionFaults,
  typed,
} from '../internal/options.js';
import type { LocalDeploymentOptions } from './local-deployment.js';
import { standingClock } from './source-chain/schedule.js';

type Defaulted =
  | 'host'
  | 'simulatorPort'
  | 'observerPort'
  | 'controlPort'
  | 'epochMs'
  | 'consensusMs'
  | 'executionMs'
  | 'maxBodyBytes'
  | 'maxJsonDepth'
  | 'requestTimeoutMs'
  | 'keepAliveTimeoutMs'
  | 'onFault';

/** The options of a local deployment, with their defaults. */
export type LocalSettings = Omit<LocalDeploymentOptions, Defaulted | 'clock'> & {
  readonly [Name in Defaulted]: NonNullable<LocalDeploymentOptions[Name]>;
} & { readonly clock: Clock };

const port = integerFrom(0, 65_535);
const deepestJson = 1000;

const rules: Record<keyof LocalDeploymentOptions, OptionRule> = {
  chains: typed('object'),
  host: nonEmptyText,
  simulatorPort: port,
  observerPort: port,
  controlPort: port,
  clock: (value) =>
    value === 'manual' || isClock(value) ? undefined : 'must be a clock, or manual for one that stands still',
  epochMs: integerFrom(1, longestTimerMs),
  consensusMs: integerFrom(0, longestTimerMs),
  executionMs: integerFrom(0, longestTimerMs),
  maxBodyBytes: integerFrom(1),
  // The parser goes down with the text, and so far below what fills the stack.
  maxJsonDepth: integerFrom(1, deepestJson),
  requestTimeoutMs: integerFrom(1, longestTimerMs),
  keepAliveTimeoutMs: integerFrom(1, longestTimerMs),
  anvilBinary: nonEmptyText,
  chainId: integerFrom(1),
  onFault: typed('function'),
};

/**
 * Completes the options of a local deployment.
 *
 * @throws {UsageError} when an option is bad or unknown, with each one's name.
 */
export function localSettings(options: LocalDeploymentOptions): LocalSettings {
  refuseFaults('The local deployment has bad options', faultsOf(options));
  return {
    ...options,
    clock: options.clock === 'manual' ? standingClock : (options.clock ?? realClock),
    host: options.host ?? '127.0.0.1',
    simulatorPort: options.simulatorPort ?? 0,
    observerPort: options.observerPort ?? 0,
    controlPort: options.controlPort ?? 0,
    epochMs: options.epochMs ?? 200,
    consensusMs: options.consensusMs ?? 50,
    executionMs: options.executionMs ?? 50,
    maxBodyBytes: options.maxBodyBytes ?? 1024 * 1024,
    maxJsonDepth: options.maxJsonDepth ?? 32,
    requestTimeoutMs: options.requestTimeoutMs ?? 10_000,
    keepAliveTimeoutMs: options.keepAliveTimeoutMs ?? 5000,
    onFault: options.onFault ?? (() => {}),
  };
}

function faultsOf(options: unknown): OptionFault[] {
  return typeof options === 'object' && options !== null
    ? optionFaults(options, rules)
    : [{ path: 'options', message: 'must be an object' }];
}
