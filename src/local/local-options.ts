import { type Clock, realClock } from '../internal/clock.js';
import { assertNoIssues, optionIssues } from '../internal/options.js';
import type { LocalDeploymentOptions } from './local-deployment.js';
import { localOptionFaults } from './local-option-faults.js';
import { rpcUrlSchema } from './local-option-rules.js';
import { sampleCallers } from './sample-callers.js';
import { standingClock } from './source-chain/schedule.js';
import { timingProfiles } from './timing-profiles.js';

type Defaulted =
  | 'host'
  | 'simulatorPort'
  | 'observerPort'
  | 'controlPort'
  | 'epochMs'
  | 'consensusMs'
  | 'executionMs'
  | 'callers'
  | 'faults'
  | 'seed'
  | 'deploy'
  | 'tokens'
  | 'fund'
  | 'maxHeaderBytes'
  | 'maxConnections'
  | 'maxBodyBytes'
  | 'maxJsonDepth'
  | 'requestTimeoutMs'
  | 'keepAliveTimeoutMs'
  | 'onFault';

/** The options of a local deployment, with their defaults. */
export type LocalSettings = Omit<LocalDeploymentOptions, Defaulted | 'clock'> & {
  readonly [Name in Defaulted]: NonNullable<LocalDeploymentOptions[Name]>;
} & { readonly clock: Clock };

const rpcUrlVariable = 'CROSSCHECK_LOCAL_RPC_URL';

/**
 * Completes the options of a local deployment.
 *
 * @throws {UsageError} when an option is bad, unknown or contradicts another one, with the path of each.
 */
export function localSettings(options: LocalDeploymentOptions): LocalSettings {
  const rpcUrl = options?.rpcUrl ?? rpcUrlOfEnvironment(options);
  assertNoIssues('The local deployment has bad options', localOptionFaults(options, rpcUrl));
  const profile = timingProfiles[options.profile ?? 'quick'];
  return {
    ...options,
    rpcUrl,
    clock: options.clock === 'manual' ? standingClock : (options.clock ?? realClock),
    host: options.host ?? '127.0.0.1',
    simulatorPort: options.simulatorPort ?? 0,
    observerPort: options.observerPort ?? 0,
    controlPort: options.controlPort ?? 0,
    epochMs: options.epochMs ?? profile.epochMs,
    consensusMs: options.consensusMs ?? profile.consensusMs,
    executionMs: options.executionMs ?? profile.executionMs,
    callers: options.callers ?? sampleCallers.map((address) => ({ address })),
    faults: options.faults ?? [],
    seed: options.seed ?? 0,
    deploy: options.deploy ?? [],
    tokens: options.tokens ?? [],
    fund: options.fund ?? [],
    maxHeaderBytes: options.maxHeaderBytes ?? 16 * 1024,
    maxConnections: options.maxConnections ?? 1000,
    maxBodyBytes: options.maxBodyBytes ?? 1024 * 1024,
    maxJsonDepth: options.maxJsonDepth ?? 32,
    requestTimeoutMs: options.requestTimeoutMs ?? 10_000,
    keepAliveTimeoutMs: options.keepAliveTimeoutMs ?? 5000,
    onFault: options.onFault ?? (() => {}),
  };
}

/** The node for those who name no engine, so that a whole suite runs on another one as it is. */
function rpcUrlOfEnvironment(options: LocalDeploymentOptions): string | undefined {
  const url = process.env[rpcUrlVariable] || undefined;
  if (url === undefined || options?.forkUrl !== undefined || options?.anvilBinary !== undefined)
    return undefined;
  assertNoIssues('The environment has a bad variable', optionIssues(rpcUrlSchema, url, rpcUrlVariable));
  return url;
}
