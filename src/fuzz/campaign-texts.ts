import { staleAdvice } from '../client/evidence.js';
import { counted, formatCount, formatDuration } from '../internal/print.js';
import type { CampaignReport, InconclusiveReason } from './campaign-event.js';
import type { Counts } from './counts.js';

type Counted = Pick<
  CampaignReport,
  'cases' | 'requests' | 'inconclusive' | 'retried' | 'durationMs' | 'seed'
>;

/** Returns one line about the size and results of a campaign. */
export function totalsText({
  cases,
  requests,
  inconclusive,
  retried = {},
  durationMs,
  seed,
}: Counted): string {
  const again = Object.keys(retried).length === 0 ? '' : `; retried: ${retriedText(retried)}`;
  return `${counted(cases, 'case')}, ${counted(requests, 'request')} (${formatCount(inconclusive)} inconclusive${again}) in ${formatDuration(durationMs)}, seed ${seed}`;
}

/** Returns how many requests were inconclusive: `12 of 400 requests were inconclusive`. */
export function inconclusiveText({
  requests,
  inconclusive,
}: Pick<Counted, 'requests' | 'inconclusive'>): string {
  const verb = inconclusive === 1 ? 'was' : 'were';
  return `${formatCount(inconclusive)} of ${counted(requests, 'request')} ${verb} inconclusive`;
}

const inconclusiveReasons: Readonly<Record<InconclusiveReason, string>> = {
  unreachable: 'the deployment gave no more answers that can be judged',
  stopped: 'the campaign was stopped before its end',
  'no-cases': 'no case was sent: its phases have 0 cases; the phase corpus has those in its folder',
  'inconclusive-requests': 'too many requests got no answer that could be judged',
  'no-evidence': 'what its phases are about was never seen',
  unconfirmed: 'a candidate could not be rerun',
  'missing-shards': 'shards are missing',
};

type Inconclusive = Pick<CampaignReport, 'because' | 'endedBy' | 'gaps' | 'inconclusiveOutcomes'>;

/** Returns why a campaign is inconclusive, as a text that follows a colon. */
export function inconclusiveReasonText({
  because,
  endedBy,
  gaps = [],
  inconclusiveOutcomes = {},
}: Inconclusive): string {
  if (because === undefined) return 'the report gives no reason';
  if (because === 'no-cases' && endedBy === 'time') return 'its time was over before the first case ended';
  if (because === 'unreachable') return unreachableText(inconclusiveOutcomes);
  const [first] = gaps;
  if (first === undefined) return inconclusiveReasons[because];
  if (because === 'no-evidence') return first.text;
  return because === 'inconclusive-requests'
    ? `${inconclusiveReasons[because]}; ${first.text}`
    : inconclusiveReasons[because];
}

const credentialsCause = [
  'the deployment rejects the credentials',
  'renew them in the configuration or in CROSSCHECK_AUTHORIZATION',
] as const;

/** What most inconclusive answers say of a deployment that gives no others, and what to do. */
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
