import { formatText } from '../../../internal/print.js';
import type { Check } from '../../case/check.js';
import { judgeAfter } from '../../records/judge-polls.js';
import { tradeOf } from './earlier-simulations.js';

/** Of fewer base units rounding may be a part that counts. Assumption. */
const leastAmount = 10_000n;

/**
 * Who gives one asset for another, and that one back, has no more of it than before: a target that gives more for more,
 * but not at a better rate, pays for no such way around. Rates are of one target, method and block.
 */
export const roundTrip: Check = {
  name: 'round-trip-gains',
  family: 'meaning',
  severity: 'critical',
  about: 'Exchanging an asset for another one and back must not yield more than was exchanged.',
  source:
    'that a target sends only what it received or held: assumption, the convention conserveAssets; tolerance for rounding: a thousandth',
  judge: judgeAfter(({ request: { expect }, answer }, { startMs }, { simulations }, { conventions }) => {
    if (!conventions.conserveAssets || expect.kind !== 'simulated' || !answer?.simulation) return undefined;
    const there = tradeOf(expect.request, answer.simulation);
    const back = there && simulations.tradeBack(there, startMs);
    if (there === undefined || back === undefined) return undefined;
    const amounts = [there.amountIn, there.amountOut, back.amountIn, back.amountOut];
    if (amounts.some((amount) => amount < leastAmount)) return undefined;
    const [paid, got] = [there.amountIn * back.amountIn, there.amountOut * back.amountOut];
    if (got * 1_000n <= paid * 1_001n) return undefined;
    const name = (token: string): string => (token === '' ? 'the native coin' : formatText(token));
    return {
      path: 'response.outMessages',
      class: 'more than was given',
      message: `expected no gain from ${name(there.tokenIn)} to ${name(there.tokenOut)} and back, got ${there.amountOut} for ${there.amountIn}, and ${back.amountOut} back for ${back.amountIn}`,
      to: back.request,
    };
  }),
};
