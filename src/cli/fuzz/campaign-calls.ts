import type { Command } from 'commander';
import type { Arbitrary } from 'fast-check';
import type { CallBySignature } from '../../arbitraries/call/call-to.js';
import { callTo } from '../../arbitraries/call/call-to.js';
import { UsageError } from '../../errors.js';
import type { FuzzedCall } from '../../fuzz/fuzzed-call.js';
import { localFuzzedCalls } from '../../fuzz/local-fuzzed-calls.js';
import { givenOptions } from '../flag.js';
import type { Target } from '../target/target.js';
import { callFlags } from './call-flags.js';

/** Returns the calls of a command line, or those of a local deployment's contracts; undefined for arbitrary calls. */
export function campaignCalls(
  command: Command,
  { deployment, local }: Target,
): Arbitrary<FuzzedCall> | undefined {
  const given: Partial<CallBySignature> = givenOptions(command, callFlags);
  const { target, signature, ...drawnFrom } = given;
  if (target !== undefined && signature !== undefined)
    return callTo({ ...drawnFrom, target, signature, deployment }).map((request) => ({ request }));
  if (Object.keys(given).length === 0) return local && localFuzzedCalls(local);
  throw new UsageError('--target and --signature require each other; --token and --account require both');
}
