import type { CallableDeployment } from 'crosscheck/arbitraries';
import { localFuzzedCalls } from 'crosscheck/fuzz';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nonEmpty } from '../../support/non-empty.js';

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
const calls = fc.sample(localFuzzedCalls(local), { numRuns: 1000, seed: 3 });
const of = (target: string, isNamed = true) =>
  calls.filter(
    ({ request, succeeds }) =>
      succeeds &&
      request.alphaCallParams?.target === target &&
      Boolean(request.alphaCallParams.methodName) === isNamed,
  );

it('knows what becomes of a call, and of those that fail nothing else', () => {
  const failing = calls.filter(({ succeeds }) => succeeds === false);
  expect(failing.length).toBeGreaterThan(100);
  expect(calls.every(({ succeeds }) => succeeds !== undefined)).toBe(true);
  for (const { returns } of failing) expect(returns).toBeUndefined();
});

it('knows what bounces send back: an entry a token, in the raw form', () => {
  const bounces = of(bounce);
  expect(
    bounces.some(({ request, returns = [] }) => (request.betaAssets?.length ?? 0) > returns.length),
  ).toBe(true);
  for (const { request, returns = [] } of bounces) {
    const tokens = returns.map(({ tokenAddress }) => tokenAddress);
    expect(new Set(tokens).size).toBe(tokens.length);
    for (const token of tokens) expect(['', raw('a1'), raw('c3')]).toContain(token);
    const sum = (assets: readonly { amount?: string | undefined }[] = []): bigint =>
      assets.reduce((total, { amount }) => total + BigInt(amount ?? 0), 0n);
    expect(sum(returns)).toBe(sum(request.betaAssets));
  }
});

it('knows that deliveries and gas burns send nothing back, and not what swaps do', () => {
  for (const call of [of(gasBurner), of(swap, false), of(bounce, false)].flatMap(nonEmpty))
    expect(call.returns).toEqual([]);
  for (const { returns } of nonEmpty(of(swap))) expect(returns).toBeUndefined();
});
