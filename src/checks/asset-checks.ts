import { rawBetaAddress } from '../contract/addresses.js';
import { amountOf } from '../contract/integer-range.js';
import { simulationVerdict } from '../contract/verdicts.js';
import { formatText } from '../internal/print.js';
import { defineChecks, type Violation } from './check.js';
import { movedTokens, tradeOf } from './earlier-simulations.js';
import { type AnswerViolation, judgeAfter, judgeSimulations } from './judge.js';
import {
  amountsSent,
  areOnOneBlock,
  type CaseSimulation,
  caseSuccesses,
  isSameBut,
  pairsOf,
  tokenName,
  tokenTotals,
} from './simulations.js';

export const assetChecks = defineChecks('meaning', 'verdicts', {
  'assets-not-conserved': {
    severity: 'critical',
    needs: 'sentMessages',
    about: 'Outgoing messages must burn and lock as much of each token as the call is known to send back.',
    source: 'section 2.2; the expected outcome comes from the author of the call',
    judge: judgeSimulations((simulation, expect) => {
      if (expect.kind !== 'simulated' || expect.returns === undefined) return undefined;
      if (simulationVerdict(simulation) !== 'success') return undefined;
      const wanted = tokenTotals(expect.returns);
      const sent = tokenTotals(amountsSent(simulation.outMessages));
      return [...new Set([...wanted.keys(), ...sent.keys()])].flatMap((token) => {
        const [amount, got] = [wanted.get(token) ?? 0n, sent.get(token) ?? 0n];
        if (amount === got) return [];
        return {
          path: 'response.outMessages',
          class: got < amount ? 'lost' : 'created',
          expected: `outgoing messages to burn and lock ${amount} of ${tokenName(token)}`,
          received: `${got}`,
        };
      });
    }),
  },
  /**
   * No call creates assets. What its target held before is unknown, but it is the same for two calls on one block. If they
   * differ only in the amount of one asset, then what leaves of it differs by at most as much, in the same direction.
   */
  'assets-created': {
    severity: 'critical',
    needs: 'movedTokens',
    about:
      'If more of an asset is sent, at most that much more of it must leave, and not less than before. Amounts must not be rounded.',
    source: 'that a target sends only what it received or held: assumption',
    judge(observed) {
      const successes = caseSuccesses(observed);
      const found = new Map<number, Violation>();
      for (const one of successes) {
        const rounded = roundedAmount(one);
        if (rounded !== undefined) found.set(one.at, { at: one.at, ...rounded });
      }
      for (const [one, other] of pairsOf(successes)) {
        const gain = gainBetween(one, other);
        if (gain !== undefined && !found.has(other.at)) found.set(other.at, { at: other.at, ...gain });
      }
      return [...found.values()];
    },
  },
  /**
   * A token of the source chain is burned when it goes back. A token of the destination chain is locked. The first message
   * with a token shows which of the two it is. The native coin of the source chain is burned when a call sends it back.
   */
  'burn-lock-mismatch': {
    severity: 'critical',
    isFixedByAbsence: true,
    needs: 'sentMessages',
    about:
      'Outgoing messages must burn a token every time, or lock it every time; the native coin that a call brought in is burned.',
    source:
      'section 2.2; that tokens of the source chain are burned and those of the destination chain locked: assumption',
    judge: (observed, context) => [
      ...judgeMovedOtherwise(observed, context),
      ...judgeLockedCoin(observed, context),
    ],
  },
  /**
   * Exchanging an asset for another one and back yields no more than was exchanged, unless the rate improves with the amount.
   * Only rates of the same target, method and block are compared.
   */
  'round-trip-gains': {
    severity: 'critical',
    needs: 'movedTokens',
    about: 'Exchanging an asset for another one and back must not yield more than was exchanged.',
    source:
      'that a target sends only what it received or held: assumption; tolerance for rounding: a thousandth',
    judge: judgeAfter(({ request: { expect }, answer }, { startMs }, { simulations }) => {
      if (expect.kind !== 'simulated' || !answer?.simulation) return undefined;
      const there = tradeOf(expect.request, answer.simulation);
      const back = there && simulations.tradeBack(there, startMs);
      if (there === undefined || back === undefined) return undefined;
      const amounts = [there.amountIn, there.amountOut, back.amountIn, back.amountOut];
      if (amounts.some((amount) => amount < minAmount)) return undefined;
      const [paid, got] = [there.amountIn * back.amountIn, there.amountOut * back.amountOut];
      if (got * 1_000n <= paid * 1_001n) return undefined;
      return {
        path: 'response.outMessages',
        class: 'more than was given',
        expected: `no gain from ${tokenName(there.tokenIn)} to ${tokenName(there.tokenOut)} and back`,
        received: `${there.amountOut} for ${there.amountIn}, and ${back.amountOut} back for ${back.amountIn}`,
        to: back.request,
      };
    }),
  },
});

const judgeMovedOtherwise = judgeAfter(({ request: { expect }, answer }, { startMs }, { simulations }) => {
  if (expect.kind !== 'simulated' || !answer?.simulation) return undefined;
  const [other] = movedTokens(answer.simulation).flatMap(
    ({ token, member }) => simulations.movedOtherwise(token, member, startMs) ?? [],
  );
  if (other === undefined) return undefined;
  return {
    path: `response.outMessages[].${other.member === 'tokensBurned' ? 'tokensLocked' : 'tokensBurned'}`,
    class: 'both burned and locked',
    expected: `${formatText(other.token)} among ${other.member}, as in an earlier answer`,
    received: `it among ${other.member === 'tokensBurned' ? 'tokensLocked' : 'tokensBurned'}`,
    to: other.request,
  };
});

const judgeLockedCoin = judgeSimulations((simulation, expect) => {
  if (expect.kind !== 'simulated') return undefined;
  const given = tokenTotals(expect.request.betaAssets ?? []).get('') ?? 0n;
  const messages = simulation.outMessages ?? [];
  const lockedAmounts = messages.flatMap(({ tokensLocked }) => tokensLocked ?? []);
  const isBurned = messages.some(({ tokensBurned }) =>
    tokensBurned?.some(({ tokenAddress }) => !tokenAddress),
  );
  if (given === 0n || isBurned || tokenTotals(lockedAmounts).get('') !== given) return undefined;
  return {
    path: 'response.outMessages[].tokensLocked',
    class: 'native coin',
    expected: `the ${given} of the native coin that the call brought in to be burned on the way back`,
    received: 'them locked',
  };
});

const messagesPath = 'response.outMessages';
const maxExactInteger = 2n ** 53n;

function totalsSent({ simulation }: CaseSimulation): Map<string, bigint> {
  return tokenTotals(amountsSent(simulation.outMessages));
}

function totalsGiven({ request }: CaseSimulation): Map<string, bigint> {
  return tokenTotals(request.betaAssets ?? []);
}

/** Finds an amount that comes back as the double nearest to the amount that was given. */
function roundedAmount({ simulation, request }: CaseSimulation): AnswerViolation | undefined {
  const given = (request.betaAssets ?? []).map(({ amount, tokenAddress = '' }) => ({
    amount: amountOf(amount) ?? 0n,
    token: rawBetaAddress(tokenAddress),
  }));
  for (const { amount, tokenAddress = '' } of amountsSent(simulation.outMessages)) {
    const sent = amountOf(amount);
    if (sent === undefined || sent < maxExactInteger || sent !== BigInt(Number(sent))) continue;
    const ofToken = given.filter(({ token }) => token === rawBetaAddress(tokenAddress));
    if (ofToken.some((asset) => asset.amount === sent)) continue;
    const meant = ofToken.find((asset) => BigInt(Number(asset.amount)) === sent);
    if (meant === undefined) continue;
    return {
      path: messagesPath,
      class: 'rounded to a double',
      expected: `${meant.amount} to leave unchanged`,
      received: `${sent}, which is its value as a double`,
    };
  }
  return undefined;
}

function gainBetween(one: CaseSimulation, other: CaseSimulation): AnswerViolation | undefined {
  if (!areOnOneBlock(one, other) || !isSameBut('betaAssets', one.request, other.request)) return undefined;
  const [given, otherGiven] = [totalsGiven(one), totalsGiven(other)];
  const changed = [...new Set([...given.keys(), ...otherGiven.keys()])].filter(
    (token) => (given.get(token) ?? 0n) !== (otherGiven.get(token) ?? 0n),
  );
  const [token] = changed;
  // Only this asset is compared: the target may swap it for another one that it held.
  if (token === undefined || changed.length > 1) return undefined;
  const added = (otherGiven.get(token) ?? 0n) - (given.get(token) ?? 0n);
  const left = (totalsSent(other).get(token) ?? 0n) - (totalsSent(one).get(token) ?? 0n);
  const [more, moreLeft] = added > 0n ? [added, left] : [-added, -left];
  if (moreLeft >= 0n && moreLeft <= more) return undefined;
  return {
    path: messagesPath,
    class: moreLeft < 0n ? 'less for more' : 'more than came in',
    expected: `at most ${more} more of ${tokenName(token)} to leave when ${more} more are sent`,
    received: `${moreLeft}`,
  };
}

/** In smaller amounts, rounding may explain the difference. In base units. Assumption. */
const minAmount = 10_000n;
