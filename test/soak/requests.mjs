import { encode, from } from 'ox/AbiParameters';

const swapArguments = from('address tokenOut, uint256 minimumOutput');
const slots = from('uint256 slots');

/** Draws requests to submit and to simulate: calls that send something home, that end where they are, and that fail. */
export function createRequests({ contracts: { targets }, tokens, accounts }, draws) {
  const [coin, ...others] = tokens;
  const calls = [
    () => ({ target: targets.bounce, methodName: 'bounce' }),
    () => ({ target: targets.gasBurner }),
    () => ({
      target: targets.gasBurner,
      methodName: 'burnGas',
      arguments: encode(slots, [BigInt(draws.upTo(20))]),
    }),
    () => ({
      target: targets.swap,
      methodName: 'swap',
      arguments: encode(swapArguments, [draws.oneOf(others).alpha, BigInt(draws.upTo(1)) * 2n ** 200n]),
    }),
    () => ({ target: targets.failing, methodName: draws.oneOf(['failWithPanic', 'failWithoutData']) }),
  ];
  let shardsKey = 0;
  return {
    valid: () => ({
      shardsKey: `${++shardsKey}`,
      alphaCallParams: draws.oneOf(calls)(),
      betaAssets: draws.isDrawn(0.7)
        ? [{ amount: `${1 + draws.upTo(1_000_000)}`, tokenAddress: coin.beta }]
        : [],
      betaCaller: draws.oneOf(accounts),
    }),
    /** Bodies that must be rejected. */
    rejected: () =>
      draws.oneOf([
        '',
        '{',
        '[]',
        '{"__proto__":{}}',
        '['.repeat(5000),
        '{"shardsKey":1}',
        ' '.repeat(2 ** 21),
      ]),
  };
}
