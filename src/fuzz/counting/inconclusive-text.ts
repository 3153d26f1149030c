import type { CampaignEnded, InconclusiveReason } from '../campaign-event.js';

const texts: Readonly<Record<InconclusiveReason, string>> = {
  unreachable:
    'the deployment stopped answering or rejects the credentials (401, 403: set new ones in CROSSCHECK_AUTHORIZATION)',
  stopped: 'the campaign was stopped before its end',
  'no-cases': 'nothing was sent: its phases have no case to run; the phase corpus needs a folder with a case',
  'inconclusive-requests': 'too many requests got no answer that could be judged',
  'inconclusive-endpoints': 'every request was inconclusive for',
  'unjudged-endpoints': 'no answer could be judged for',
  unconfirmed: 'a candidate could not be rerun',
  'missing-shards': 'shards are missing',
};

/** Returns why a campaign is inconclusive, as a text that follows a colon. */
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
