import type { Command } from 'commander';
import fc, { type Arbitrary } from 'fast-check';
import { callTo } from '../../arbitraries/call/call-to.js';
import { simulationRequest } from '../../arbitraries/endpoint/simulation-request.js';
import type { FuzzedCall } from '../../case/case-plan.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import { UsageError } from '../../errors.js';
import { localFuzzedCalls } from '../../fuzz/local-fuzzed-calls.js';
import { withOptionNames } from '../../internal/option-names.js';
import { flagNames, givenOptions } from './flags.js';
import { callFlags, type Target } from './target.js';

/** The arbitraries of the given call, as errors name them. */
const call = 'The given call';

/** The flags for request fields, and the arbitraries that get them, as errors name them. */
const namesByMember: Readonly<Record<string, string>> = {
  'alphaCallParams.target': '--target',
  'betaAssets[].tokenAddress': '--token',
  betaCaller: '--account',
  callTo: call,
  simulationRequest: call,
};
const flagName = flagNames(callFlags);
const callNames = (path: string): string => namesByMember[path] ?? flagName(path);

/** Returns the calls of a command line, or those of a local deployment's contracts; undefined for arbitrary calls. */
export function campaignCalls(
  command: Command,
  { deployment, local }: Target,
): Arbitrary<FuzzedCall> | undefined {
  const given = givenOptions(command, callFlags);
  if (Object.keys(given).length === 0) return local && localFuzzedCalls(local);
  const { target, signature, tokens, accounts } = given;
  if (target === undefined) throw new UsageError('--signature, --token and --account require --target');
  const requests = withOptionNames(callNames, () =>
    signature === undefined
      ? simulationRequest({
          'alphaCallParams.target': target,
          ...(tokens && { 'betaAssets[].tokenAddress': fc.constantFrom(...tokens) }),
          ...(accounts && { betaCaller: fc.constantFrom(...accounts) }),
          deployment,
        })
      : callTo({ ...given, target, signature, deployment }),
  );
  return (requests as Arbitrary<LooseSimulationRequest>).map((request) => ({ request }));
}
