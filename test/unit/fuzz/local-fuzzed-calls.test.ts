import type { CallableDeployment } from 'crosscheck/arbitraries';
import { type FuzzedCall, localFuzzedCalls } from 'crosscheck/fuzz';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const address = (byte: string): string => `0x${byte.repeat(20)}`;
const raw = (byte: string): string => `0:${byte.repeat(32)}`;
const local: CallableDeployment = {
  contracts: {
    layer: address('10'),
    targets: { swap: address('11'), bounce: address('12'), failing: address('13'), gasBurner: address('14') },
  },
  tokens: [
    { beta: '', alpha: address('20'), kind: 'bridged' },
    { beta: raw('a1'), alpha: address('21'), kind: 'bridged' },
    { beta: raw('c3'), alpha: address('22'), kind: 'reserve' },
  ],
  executors: [address('30')],
  accounts: [raw('ca')],
};
const { swap, bounce, gasBurner } = local.contracts.targets;
const calls = localFuzzedCalls(local);
const tokensOf = (assets: readonly { tokenAddress?: string | undefined }[] = []) =>
  assets.map(({ tokenAddress = '' }) => tokenAddress);

/** Returns some generated calls that a function selects. One that is not among 20,000 is never generated. */
function generated(isSelected: (call: FuzzedCall) => boolean): FuzzedCall[] {
  for (let seed = 1; seed <= 20; seed++) {
    const found = fc.sample(calls, { numRuns: 1_000, seed }).filter(isSelected);
    if (found.length > 0) return found;
  }
  throw new Error('no such call is generated');
}

/** Returns successful calls of a target, with the name of a method or without. */
const of = (target: string, isNamed = true) =>
  generated(
    ({ request, succeeds }) =>
      succeeds === true &&
      request.alphaCallParams?.target === target &&
      Boolean(request.alphaCallParams.methodName) === isNamed,
  );

it('states whether a call succeeds, and nothing of what a failing one sends back', () => {
  expect(fc.sample(calls, 1_000).every(({ succeeds }) => succeeds !== undefined)).toBe(true);
  for (const { returns } of generated(({ succeeds }) => succeeds === false)) expect(returns).toBeUndefined();
});

it('states what bounces send back: an entry for each token, in the raw form', () => {
  const repeated = generated(({ request, succeeds }) => {
    const tokens = tokensOf(request.betaAssets);
    const { target, methodName } = request.alphaCallParams ?? {};
    return succeeds === true && target === bounce && !!methodName && new Set(tokens).size < tokens.length;
  });
  for (const { request, returns = [] } of [...of(bounce), ...repeated]) {
    const tokens = tokensOf(returns);
    expect(new Set(tokens).size).toBe(tokens.length);
    for (const token of tokens) expect(['', raw('a1'), raw('c3')]).toContain(token);
    const sum = (assets: readonly { amount?: string | undefined }[] = []): bigint =>
      assets.reduce((total, { amount }) => total + BigInt(amount ?? 0), 0n);
    expect(sum(returns)).toBe(sum(request.betaAssets));
  }
});

it('states that deliveries and gas burns send nothing back, and leaves open what swaps do', () => {
  for (const call of [of(gasBurner), of(swap, false), of(bounce, false)].flat())
    expect(call.returns).toEqual([]);
  for (const { returns } of of(swap)) expect(returns).toBeUndefined();
});
