import type { CampaignEnded, InconclusiveReason } from '../campaign-event.js';

const texts: Readonly<Record<InconclusiveReason, string>> = {
  unreachable:
    'the deployment stopped answering, or lets nobody in any more (401, 403: give new credentials in CROSSCHECK_AUTHORIZATION)',
  stopped: 'the campaign was stopped before its end',
  'no-cases':
    'nothing was asked: its phases have no case to run; corpus has one when its folder is there and has one',
  'inconclusive-requests': 'too many requests got no answer that could be judged',
  'inconclusive-endpoints': 'every request was inconclusive of',
  'unjudged-endpoints': 'no answer could be judged of',
  unconfirmed: 'a candidate could not be rerun',
  'missing-shards': 'shards are missing',
};

/** Says why a campaign is inconclusive, in words that follow a colon. */
export function inconclusiveReasonText({
  because,
  inconclusiveEndpoints = [],
  unjudgedEndpoints = [],
  gaps = [],
}: Pick<CampaignEnded, 'because' | 'inconclusiveEndpoints' | 'unjudgedEndpoints' | 'gaps'>): string {
  if (because === undefined) return 'it does not say why';
  if (because === 'unjudged-endpoints')
    return [`${texts[because]} ${unjudgedEndpoints.join(', ')}`, ...gaps].join('; ');
  return because === 'inconclusive-endpoints'
    ? `${texts[because]} ${inconclusiveEndpoints.join(', ')} (no answer, or 401, 403, 429, 502, 503, 504), or it was left out`
    : texts[because];
}
