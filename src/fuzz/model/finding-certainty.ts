import { type Check, isFor, severities } from '../../checks/check.js';
import {
  type Confidence,
  confidences,
  type Finding,
  type Frequency,
  type ShownTime,
  type Signature,
} from './finding.js';

/**
 * Returns how certain a finding is after reruns of its case. If the deployment does not answer a control request either,
 * nothing is decided: the case or something else may have stopped it.
 */
export function confidenceByRuns({ shown, of }: Finding['runs'], isReachable: boolean): Confidence {
  if (!isReachable || of === 0) return 'unconfirmed';
  if (shown === 0) return 'not-reproduced';
  return shown === of ? 'stable' : 'flaky';
}

/**
 * Returns the confidence of a finding by its occurrences: a finding that no rerun showed is flaky if independent cases of the
 * campaign, or of all its shards, showed it. Failures count only if valid requests have them repeatedly while others are
 * answered. A finding that another one explains keeps its confidence, and so does one that needs reruns.
 */
export function confidenceByOccurrences(
  check: Check,
  { confidence, signature, runs, frequency, isExplained }: Finding,
): Confidence {
  if (confidence !== 'not-reproduced' || isExplained) return confidence;
  const isFailed = isFailure(check, signature);
  if (isFor(check.needsRerun, signature.class)) return confidence;
  if (isFailed && frequency?.requests !== 'valid requests') return confidence;
  const seen = timesShown(frequency) + (isFailed ? runs.shown : 0);
  return seen >= (check.minOccurrences ?? 2) ? 'flaky' : confidence;
}

/** Returns how often a finding was seen. Requests in a row count once, also those of several shards, so that an outage does. */
function timesShown({ times = [] }: Partial<Frequency> = {}): number {
  let count = 0;
  let overMs = Number.NEGATIVE_INFINITY;
  for (const { fromMs, untilMs = Number.POSITIVE_INFINITY } of times.toSorted(byStart)) {
    if (fromMs > overMs) count++;
    overMs = Math.max(overMs, untilMs);
  }
  return Math.max(1, count);
}

/** Orders times by their start. */
export function byStart(one: ShownTime, other: ShownTime): number {
  return one.fromMs - other.fromMs;
}

/** Returns whether a finding is a failure to answer, which may also be an outage, see {@link Check.isFailure}. */
export function isFailure(
  { needsControl, isFailure = needsControl }: Check,
  { class: kind }: Signature,
): boolean {
  return isFor(isFailure, kind);
}

/** Returns whether reruns of its case reproduced a finding, always or at times. */
export function isReproduced(confidence: Confidence): boolean {
  return confidence === 'stable' || confidence === 'flaky';
}

/** Returns whether a finding fails the campaign: it is reproduced and not in the baseline. */
export function failsCampaign({ confidence, isKnown }: Pick<Finding, 'confidence' | 'isKnown'>): boolean {
  return !isKnown && isReproduced(confidence);
}

/** Returns whether a campaign has found as much as it may: `maxFindings`. */
export function hasEnoughFindings(findings: readonly Finding[], maxFindings: number): boolean {
  return findings.filter(failsCampaign).length >= maxFindings;
}

/** Returns whether a finding is new and not reproduced. A campaign that has one is not called clean. */
export function isNotConfirmed({ confidence, isKnown }: Finding): boolean {
  return !isKnown && !isReproduced(confidence);
}

/** Returns whether a finding is new and could not be rerun. A campaign that has one is inconclusive. */
export function isNotRerun({ confidence, isKnown }: Finding): boolean {
  return !isKnown && confidence === 'unconfirmed';
}

/** The minimum for a flaky finding, because a few runs say little about its frequency. */
export const minRunsOfFlaky = 20;

/** The probability with which chance alone may explain a difference. Assumption. */
const maxChance = 0.01;

/**
 * Returns whether runs of one case show a finding more often than runs of another, and not by chance: Fisher's exact test. Of five
 * runs each, only 5 against 0 are clear; of 20, for example, 7 against 0 and 18 against 10.
 */
export function isShownMoreOften(one: Finding['runs'], other: Finding['runs']): boolean {
  const shown = one.shown + other.shown;
  const all = logCombinations(one.of + other.of, shown);
  let chance = 0;
  for (let ofOne = one.shown; ofOne <= Math.min(one.of, shown); ofOne++)
    chance += Math.exp(logCombinations(one.of, ofOne) + logCombinations(other.of, shown - ofOne) - all);
  return chance < maxChance;
}

/** Returns the logarithm of the number of ways to choose some of all. */
function logCombinations(of: number, chosen: number): number {
  if (chosen < 0 || chosen > of) return Number.NEGATIVE_INFINITY;
  let log = 0;
  for (let at = 1; at <= chosen; at++) log += Math.log((of - chosen + at) / at);
  return log;
}

/** Returns how many runs that do not show a finding prove, with a certainty of 95 %, that it is fixed. */
export function runsToProveFixed({
  confidence,
  runs,
  frequency,
}: Pick<Finding, 'confidence'> & {
  readonly runs?: Finding['runs'] | undefined;
  readonly frequency?: Pick<Frequency, 'shown' | 'of'> | undefined;
}): number {
  if (confidence === 'stable') return 1;
  const { shown, of } = runs !== undefined && runs.shown > 0 ? runs : (frequency ?? { shown: 0, of: 0 });
  return Math.max(minRunsOfFlaky, shown === 0 ? 0 : Math.ceil((3 * of) / shown));
}

type Runs = Pick<Finding, 'confidence' | 'runs' | 'context'>;

/** Returns whether all reruns showed a finding that its case alone does not show. Otherwise it would be stable. */
export function needsOthers({ confidence, runs: { shown, of }, context }: Runs): boolean {
  return confidence === 'flaky' && of > 0 && shown === of && context === undefined;
}

/** Returns the confidence of a finding in a few words: `stable 5/5`, `flaky 5/5, not alone`, `flaky` if no rerun proved anything. */
export function confidenceText(finding: Runs & Pick<Finding, 'isKnown'>): string {
  const { confidence, runs, isKnown, context } = finding;
  const hasRuns = confidence !== 'unconfirmed' && runs.of > 0;
  const isAlone = context === undefined && !needsOthers(finding);
  return `${confidence}${hasRuns ? ` ${runs.shown}/${runs.of}` : ''}${isAlone ? '' : ', not alone'}${isKnown ? ', known' : ''}`;
}

/** Sorts findings: confirmed before unconfirmed, then new before known, then by severity, certainty and id. */
export function sortedFindings(findings: Iterable<Finding>): Finding[] {
  const rank = ({ isKnown, severity, confidence }: Finding): number[] => [
    Number(!isReproduced(confidence)),
    Number(isKnown),
    severities.indexOf(severity),
    confidences.indexOf(confidence),
  ];
  return [...findings].sort((one, other) => {
    const ranks = rank(other);
    const difference = rank(one)
      .map((each, at) => each - (ranks[at] ?? 0))
      .find((each) => each !== 0);
    return difference ?? (one.id < other.id ? -1 : 1);
  });
}
