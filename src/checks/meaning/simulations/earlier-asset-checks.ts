import { formatText } from '../../../internal/print.js';
import type { Check } from '../../case/check.js';
import { judgeAfter } from '../../records/judge-polls.js';
import { tokenTotals } from '../../token-totals.js';
import { movedTokens, tradeOf } from './earlier-simulations.js';

/** Of fewer base units rounding may be a part that counts. Assumption. */
const leastAmount = 10_000n;

/**
 * Who gives one asset for another, and that one back, has no more of it than before: a target that gives more for more,
 * but not at a better rate, pays for no such way around. Rates are of one target, method and block.
 */
export const roundTripGains: Check = {
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

/**
 * A token of the source chain is burned when it goes back, one of the destination chain is locked. The
 * first message with a token shows which it is; the native coin of the source chain is burned if a call gives it and it comes
 * back.
 */
export const burnLockMismatch: Check = {
  name: 'burn-lock-mismatch',
  family: 'meaning',
  severity: 'critical',
  about:
    'Outgoing messages must burn a token every time, or lock it every time; the native coin that a call brought in is burned.',
  source:
    'section 2.2; that tokens of the source chain are burned and those of the destination chain locked: assumption, the convention conserveAssets',
  judge: judgeAfter(({ request, answer }, { startMs }, { simulations }, { conventions }) => {
    const { expect } = request;
    if (!conventions.conserveAssets || expect.kind !== 'simulated' || !answer?.simulation) return undefined;
    const moved = movedTokens(answer.simulation);
    const other = moved.flatMap(
      ({ token, member }) => simulations.movedOtherwise(token, member, startMs) ?? [],
    )[0];
    const path = 'response.outMessages[]';
    if (other !== undefined)
      return {
        path: `${path}.${other.member === 'tokensBurned' ? 'tokensLocked' : 'tokensBurned'}`,
        class: 'both burned and locked',
        message: `expected ${formatText(other.token)} among ${other.member}, as in an earlier answer, got it in the other list`,
        to: other.request,
      };
    const given = tokenTotals(expect.request.betaAssets ?? []).get('') ?? 0n;
    const locked = tokenTotals(
      (answer.simulation.outMessages ?? []).flatMap(({ tokensLocked }) => tokensLocked ?? []),
    );
    const isBurned = moved.some(({ token, member }) => token === '' && member === 'tokensBurned');
    if (given === 0n || isBurned || locked.get('') !== given) return undefined;
    return {
      path: `${path}.tokensLocked`,
      class: 'native coin',
      message: `expected the ${given} of the native coin that the call brought in to be burned on the way back, got them locked`,
      to: request,
    };
  }),
};
