import { staleAdvice } from '../client/evidence.js';
import { counted, formatCount, formatDuration } from '../internal/print.js';
import type { EndedBy } from './model/campaign-event.js';
import type { CampaignReport } from './model/campaign-verdict.js';
import type { Counts } from './model/counts.js';
import { gapText } from './model/exercised.js';

type Counted = Pick<
  CampaignReport,
  'cases' | 'requests' | 'inconclusive' | 'retried' | 'durationMs' | 'seed'
>;

/** Returns one line about the size of a campaign. */
export function totalsText({ cases, requests, inconclusive, retried, durationMs, seed }: Counted): string {
  const again = Object.keys(retried).length === 0 ? '' : `; retried: ${retriedText(retried)}`;
  return `${counted(cases, 'case')}, ${counted(requests, 'request')} (${formatCount(inconclusive)} inconclusive${again}) in ${formatDuration(durationMs)}, seed ${seed}`;
}

/** Returns how many requests were inconclusive, and what they got: `12 of 400 requests were inconclusive (503 ×10, timeout ×2)`. */
export function inconclusiveText({
  requests,
  inconclusive,
  inconclusiveOutcomes,
}: Pick<CampaignReport, 'requests' | 'inconclusive' | 'inconclusiveOutcomes'>): string {
  const verb = inconclusive === 1 ? 'was' : 'were';
  return `${formatCount(inconclusive)} of ${counted(requests, 'request')} ${verb} inconclusive${inParentheses(outcomesText(inconclusiveOutcomes))}`;
}

/** Returns a text in parentheses after a space; nothing for an empty one. */
export function inParentheses(text: string): string {
  return text === '' ? '' : ` (${text})`;
}

/** Why a campaign ended, as a text that follows a colon. */
export const endTexts: Readonly<Record<EndedBy, string>> = {
  cases: 'all cases were run',
  time: 'the time limit was reached',
  findings: 'the limit of findings was reached',
  stopped: 'stopped',
  unreachable: 'the deployment stopped giving usable answers',
};

/** Formats a number of cases, with the number that was planned if that is larger: `346 of 20,000`. */
export function casesText(cases: number, planned = cases): string {
  return planned > cases ? `${formatCount(cases)} of ${formatCount(planned)}` : formatCount(cases);
}

/**
 * Returns after how many cases a campaign ended that did not run all of them, and why: `campaign ended after 346 of 20,000
 * cases: the time limit was reached`. Undefined for one that did.
 */
export function endedEarlyText({
  endedBy,
  cases,
  plannedCases,
}: Pick<CampaignReport, 'endedBy' | 'cases' | 'plannedCases'>): string | undefined {
  const noun = Math.max(cases, plannedCases ?? 0) === 1 ? 'case' : 'cases';
  const after = `after ${casesText(cases, plannedCases)} ${noun}`;
  switch (endedBy) {
    case 'cases':
      return undefined;
    case undefined:
      return `campaign was cut off ${after}: the report is complete only up to then`;
    case 'stopped':
      return `campaign was stopped ${after}`;
    default:
      return `campaign ended ${after}: ${endTexts[endedBy]}`;
  }
}

const inconclusiveReasons: Readonly<Record<NonNullable<CampaignReport['because']>, string>> = {
  unreachable: endTexts.unreachable,
  stopped: 'it was stopped',
  'cut-off': 'it was cut off',
  'no-cases': 'no case was sent, because its phases have none; those of the phase corpus are in its folder',
  'inconclusive-requests': 'too many requests were inconclusive',
  'no-evidence': 'the requests did not exercise the selected phases and checks',
  unconfirmed: 'a candidate could not be rerun',
  'missing-shards': 'shards are missing',
};

type Inconclusive = Pick<
  CampaignReport,
  'because' | 'endedBy' | 'gaps' | 'given' | 'exercised' | 'inconclusiveOutcomes'
>;

/** Returns why a campaign is inconclusive, as a text that follows a colon. Its first gap may be the reason. */
export function inconclusiveReasonText(report: Inconclusive): string {
  const { because, endedBy, gaps: [gap] = [], inconclusiveOutcomes } = report;
  if (because === undefined) return 'the report names no reason';
  if (because === 'no-cases' && endedBy === 'time')
    return 'its time limit was reached before the first case ended';
  if (because === 'unreachable') return unreachableText(inconclusiveOutcomes);
  if (gap === undefined || !isGapReason(because)) return inconclusiveReasons[because];
  const text = gapText(gap, report);
  return because === 'no-evidence' ? text : `${inconclusiveReasons[because]}; ${text}`;
}

/** Returns the texts of the gaps of a campaign, without one that {@link inconclusiveReasonText} has. */
export function gapTexts(report: Inconclusive): string[] {
  const { because, gaps = [] } = report;
  return gaps.slice(isGapReason(because) ? 1 : 0).map((gap) => gapText(gap, report));
}

function isGapReason(because: CampaignReport['because']): boolean {
  return because === 'no-evidence' || because === 'inconclusive-requests';
}

const credentialsCause = [
  'the deployment rejects the credentials',
  'renew them in the configuration or in CROSSCHECK_AUTHORIZATION',
] as const;

/** What is wrong with a deployment by most of its inconclusive answers, if it sends no others, and what to do. */
const unreachableCauses: Readonly<Record<string, readonly [fact: string, advice: string]>> = {
  401: credentialsCause,
  403: credentialsCause,
  cache: ['a cache answers in place of the deployment', staleAdvice],
};

function unreachableText(outcomes: Counts): string {
  const [most] = Object.entries(outcomes).toSorted(([, one], [, other]) => other - one);
  if (most === undefined) return inconclusiveReasons.unreachable;
  const [fact, advice] = unreachableCauses[most[0]] ?? [inconclusiveReasons.unreachable];
  return [`${fact} (${outcomesText(outcomes)})`, advice].filter(Boolean).join(': ');
}

/** Lists the answers that were retried: `10 answers with status 503`. */
export function retriedText(retried: Counts): string {
  return Object.entries(retried)
    .map(([status, count]) => `${counted(count, 'answer')} with status ${status}`)
    .join(', ');
}

/** What failures are called that their kinds do not explain. */
const failureNames: Readonly<Record<string, string>> = {
  cache: 'answer from a cache',
  network: 'connection failed',
  closed: 'connection closed',
};

/** Lists what inconclusive requests got: `503 ×10, timeout ×2, connection failed ×1`. */
export function outcomesText(outcomes: Counts): string {
  return Object.entries(outcomes)
    .map(([outcome, count]) => `${failureNames[outcome] ?? outcome} ×${formatCount(count)}`)
    .join(', ');
}
