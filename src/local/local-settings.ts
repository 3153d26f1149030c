import type { z } from 'zod';
import { alphaAddressIssue, rawBetaAddress } from '../contract/addresses.js';
import { namingIssues } from '../deployment/deployment.js';
import { variableText } from '../deployment/environment.js';
import type { Clock } from '../internal/clock.js';
import { optionName } from '../internal/option-names.js';
import { assertNoIssues, type OptionIssue, optionIssues, parseOptions } from '../internal/options.js';
import { formatValue } from '../internal/print.js';
import { sampleTokens } from './evm/layer.js';
import { faultRuleIssues } from './faults/fault-rule.js';
import { completeConventions } from './local-conventions.js';
import { type LocalDeploymentOptions, localOptions, rpcUrlSchema } from './local-options.js';
import { type ChainSettings, timingProfiles } from './source-chain/epochs.js';
import { standingClock } from './source-chain/schedule.js';

type GivenOptions = z.output<typeof localOptions>;

/** The options of a local deployment, with their defaults. */
export type LocalSettings = Omit<GivenOptions, 'clock' | 'profile' | keyof ChainSettings> &
  Omit<ChainSettings, 'quorum'> &
  Pick<GivenOptions, 'quorum'> & { readonly clock: Clock };

const headline = 'The local deployment has invalid options';
const rpcUrlVariable = 'CROSSCHECK_LOCAL_RPC_URL';

/**
 * Returns the options of a local deployment with their defaults.
 *
 * @throws {UsageError} when an option is unknown, invalid or contradicts another one, with the path of each.
 */
export function localSettings(options: LocalDeploymentOptions): LocalSettings {
  const given = parseOptions(headline, localOptions, options);
  const rpcUrl = given.rpcUrl ?? rpcUrlOfEnvironment(given);
  assertNoIssues(headline, contradictions({ ...given, rpcUrl }));
  const { profile, clock, ...settings } = given;
  const durations = timingProfiles[profile];
  return {
    ...settings,
    rpcUrl,
    clock: clock === 'manual' ? standingClock : clock,
    epochMs: given.epochMs ?? durations.epochMs,
    consensusMs: given.consensusMs ?? durations.consensusMs,
    executionMs: given.executionMs ?? durations.executionMs,
  };
}

/** The node to use if the options name none, so that a whole suite can run on another node unchanged. */
function rpcUrlOfEnvironment({ forkUrl, anvilBinary }: GivenOptions): string | undefined {
  const url = variableText(process.env, rpcUrlVariable);
  if (url === undefined || forkUrl !== undefined || anvilBinary !== undefined) return undefined;
  assertNoIssues('The environment has an invalid variable', optionIssues(rpcUrlSchema, url, rpcUrlVariable));
  return url;
}

/** Returns the issues between options that are each valid. */
function contradictions(options: GivenOptions): OptionIssue[] {
  const { chains, conventions, rpcUrl, forkUrl, forkBlock, anvilBinary } = options;
  const { simulatorPort, observerPort, controlPort } = options;
  const isTaken = controlPort !== 0 && [simulatorPort, observerPort].includes(controlPort);
  const isNode = rpcUrl !== undefined;
  const isReplaced = `is for the bundled engine, which ${optionName('rpcUrl')} replaces`;
  const rules: readonly (readonly [isBroken: boolean, path: string, message: string])[] = [
    [forkUrl !== undefined && isNode, 'forkUrl', isReplaced],
    [anvilBinary !== undefined && isNode, 'anvilBinary', isReplaced],
    [
      forkBlock !== undefined && forkUrl === undefined,
      'forkBlock',
      `is a block of the chain at ${optionName('forkUrl')}, which is missing`,
    ],
    [
      isTaken,
      'controlPort',
      `must not be ${optionName('simulatorPort')} or ${optionName('observerPort')}, got ${controlPort} twice`,
    ],
  ];
  return [
    ...namingIssues({ chains, conventions: completeConventions(conventions) }),
    ...options.faults.flatMap((rule, index) => faultRuleIssues(rule, `faults[${index}]`)),
    ...customContractIssues(options),
    ...rules.flatMap(([isBroken, path, message]) => (isBroken ? [{ path, message }] : [])),
  ];
}

/**
 * Compares the contracts, tokens and accounts of the options with each other, and with the tokens of every deployment.
 */
function customContractIssues({ deploy, tokens, fund }: GivenOptions): OptionIssue[] {
  const contracts = deploy.map(({ name }) => name);
  const names = [...sampleTokens, ...tokens].map(({ name }) => name);
  return [
    ...taken('deploy', 'name', contracts),
    ...taken(
      'tokens',
      'name',
      tokens.map(({ name }) => name),
      sampleTokens.map(({ name }) => name),
    ),
    ...taken(
      'tokens',
      'beta',
      tokens.map(({ beta }) => rawBetaAddress(beta)),
      sampleTokens.map(({ beta }) => beta),
    ),
    ...tokens.flatMap(({ alpha }, index) => {
      if (alpha === undefined || contracts.includes(alpha)) return [];
      const issue = alpha.startsWith('0x')
        ? alphaAddressIssue(alpha)
        : 'must be an address, or the name of a contract in deploy';
      return issue === undefined
        ? []
        : [{ path: `tokens[${index}].alpha`, message: `${issue}, got ${formatValue(alpha)}` }];
    }),
    ...fund.flatMap(({ token }, index) =>
      token === undefined || names.includes(token)
        ? []
        : [
            {
              path: `fund[${index}].token`,
              message: `must be one of ${names.join(', ')}, got ${formatValue(token)}`,
            },
          ],
    ),
  ];
}

/** Finds values that occur twice or are reserved. */
function taken(
  list: 'deploy' | 'tokens',
  member: string,
  values: readonly string[],
  builtIn: readonly string[] = [],
): OptionIssue[] {
  return values.flatMap((value, index) => {
    const path = `${list}[${index}].${member}`;
    const first = values.indexOf(value);
    if (first !== index) return [{ path, message: `is also the ${member} of ${list}[${first}]` }];
    return builtIn.includes(value) ? [{ path, message: 'is already used by a built-in token' }] : [];
  });
}
