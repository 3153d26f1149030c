import { isDeepStrictEqual } from 'node:util';
import { rawBetaAddress } from '../../../contract/addresses.js';
import { amountOf } from '../../../contract/integer-range.js';
import { formatText } from '../../../internal/print.js';
import { areOnOneBlock, type CaseSimulation, caseSuccesses, pairsOf } from '../../case/case-simulations.js';
import type { Check, Violation } from '../../case/check.js';
import type { AnswerViolation } from '../../case/judge-each.js';
import { amountsSent, tokenTotals } from '../../token-totals.js';

const path = 'response.outMessages';
const largestExact = 2n ** 53n;

/**
 * No call makes assets, whatever it does. What its target held is not known, but is the same for two calls on one state:
 * where they differ in the amount of one asset only, what leaves of it differs by no more, and not the other way.
 */
export const assetsCreated: Check = {
  name: 'assets-created',
  family: 'meaning',
  severity: 'critical',
  about:
    'If more of an asset is sent, at most that much more of it must leave, and not less than before. Amounts must not be rounded.',
  source: 'what leaves a target came in, or it held it: assumption, the convention conserveAssets',
  judge(observed, { conventions }) {
    if (!conventions.conserveAssets) return [];
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
};

function sentBy({ simulation }: CaseSimulation): Map<string, bigint> {
  return tokenTotals(amountsSent(simulation.outMessages));
}

function givenTo({ request }: CaseSimulation): Map<string, bigint> {
  return tokenTotals(request.betaAssets ?? []);
}

/** What comes back of an asset is what a double makes of it. */
function roundedAmount({ simulation, request }: CaseSimulation): AnswerViolation | undefined {
  const given = (request.betaAssets ?? []).map(({ amount, tokenAddress = '' }) => ({
    amount: amountOf(amount) ?? 0n,
    token: rawBetaAddress(tokenAddress),
  }));
  for (const { amount, tokenAddress = '' } of amountsSent(simulation.outMessages)) {
    const sent = amountOf(amount);
    if (sent === undefined || sent < largestExact || sent !== BigInt(Number(sent))) continue;
    const ofToken = given.filter(({ token }) => token === rawBetaAddress(tokenAddress));
    if (ofToken.some((asset) => asset.amount === sent)) continue;
    const meant = ofToken.find((asset) => BigInt(Number(asset.amount)) === sent);
    if (meant === undefined) continue;
    return {
      path,
      class: 'rounded to a double',
      message: `expected ${meant.amount} to leave as it came, got ${sent}, which is its value as a double`,
    };
  }
  return undefined;
}

function gainBetween(one: CaseSimulation, other: CaseSimulation): AnswerViolation | undefined {
  if (!areOnOneBlock(one, other) || !differInAssetsOnly(one, other)) return undefined;
  const [given, otherGiven] = [givenTo(one), givenTo(other)];
  const changed = [...new Set([...given.keys(), ...otherGiven.keys()])].filter(
    (token) => (given.get(token) ?? 0n) !== (otherGiven.get(token) ?? 0n),
  );
  const [token] = changed;
  // Of an asset that is swapped for another one more may leave, for the target held it.
  if (token === undefined || changed.length > 1) return undefined;
  const added = (otherGiven.get(token) ?? 0n) - (given.get(token) ?? 0n);
  const left = (sentBy(other).get(token) ?? 0n) - (sentBy(one).get(token) ?? 0n);
  const [more, moreLeft] = added > 0n ? [added, left] : [-added, -left];
  if (moreLeft >= 0n && moreLeft <= more) return undefined;
  const name = token === '' ? 'the native coin' : formatText(token);
  return {
    path,
    class: moreLeft < 0n ? 'less for more' : 'more than came in',
    message: `expected at most ${more} more of ${name} to leave for ${more} more that came in, got ${moreLeft}`,
  };
}

function differInAssetsOnly(one: CaseSimulation, other: CaseSimulation): boolean {
  const { betaAssets: _, ...rest } = one.request;
  const { betaAssets: __, ...otherRest } = other.request;
  return isDeepStrictEqual(rest, otherRest);
}
