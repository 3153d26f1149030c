import type { Arbitrary } from 'fast-check';
import { localCalls } from '../arbitraries/call/local-calls.js';
import type { CallableDeployment, LocalCall } from '../arbitraries/call/local-case.js';
import type { ExpectedMessage, FuzzedCall } from '../case/case-plan.js';
import { tokenTotals } from '../checks/simulations.js';
import type { TokenAmount } from '../contract/responses.js';

/**
 * Returns calls of a local deployment's targets to fuzz with. Each states whether it succeeds, why it fails and what its
 * outgoing messages contain; successful calls, except swaps, also state what they send back.
 *
 * @param local - A deployment of `startLocalDeployment`, `connectLocalDeployment`, or `localDeployment` of `crosscheck/vitest`.
 * @throws {UsageError} if it is something else.
 * @example
 * import { localFuzzedCalls, runCampaign } from 'crosscheck/fuzz';
 * import { startLocalDeployment } from 'crosscheck/local';
 *
 * const local = await startLocalDeployment();
 * const { findings } = await runCampaign({ deployment: local.deployment, calls: localFuzzedCalls(local) });
 * await local.stop();
 */
export function localFuzzedCalls(local: CallableDeployment): Arbitrary<FuzzedCall> {
  return localCalls(local).map((call) => ({
    request: call.request,
    succeeds: call.failure === undefined,
    returns: returnsOf(call, local),
    sends: sendsOf(call, local),
    fails: call.failure?.reason,
  }));
}

/** A bounce sends one message with its arguments back to the caller, a swap one without arguments; other calls send none. */
function sendsOf(
  { request, failure }: LocalCall,
  { contracts, tokens }: CallableDeployment,
): ExpectedMessage[] | undefined {
  const { alphaCallParams: call, shardsKey, betaCaller } = request;
  const target = call.target.toLowerCase();
  const { bounce, swap } = contracts.targets;
  if (failure !== undefined || !call.methodName) return [];
  const sender = [bounce, swap].find((contract) => contract.toLowerCase() === target);
  if (sender === undefined) return [];
  const payload = sender === bounce ? (call.arguments ?? '0x') : '0x';
  const tokensOf = (of: string): string[] => tokens.filter(({ kind }) => kind === of).map(({ beta }) => beta);
  const [burned, locked] = [tokensOf('bridged'), tokensOf('reserve')];
  return [{ callerAddress: sender, payload, shardsKey, targetAddress: betaCaller, burned, locked }];
}

/** A swap sends back the output of the pool for its asset, which other swaps change. */
function returnsOf(
  { request, failure }: LocalCall,
  { contracts }: CallableDeployment,
): TokenAmount[] | undefined {
  const { alphaCallParams: call, betaAssets } = request;
  const target = call.target.toLowerCase();
  const isOf = (contract: string): boolean => target === contract.toLowerCase();
  const { bounce, gasBurner } = contracts.targets;
  if (failure !== undefined) return undefined;
  if (!call.methodName || isOf(gasBurner)) return [];
  if (!isOf(bounce)) return undefined;
  return [...tokenTotals(betaAssets)].map(([tokenAddress, amount]) => ({
    amount: `${amount}`,
    tokenAddress,
  }));
}
