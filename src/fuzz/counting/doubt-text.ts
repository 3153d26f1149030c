import type { CampaignEnded, InconclusiveReason } from '../campaign-event.js';

const texts: Readonly<Record<InconclusiveReason, string>> = {
  unreachable:
    'the deployment stopped answering, or lets nobody in any more (401, 403: give new credentials in CROSSCHECK_AUTHORIZATION)',
  stopped: 'the campaign was stopped before its end',
  'no-cases':
    'nothing was asked: its phases have no case to run; corpus has one when its folder is there and has one',
  unseen: 'too many requests got no answer that says something',
  'unseen-endpoints': 'nothing was seen of',
  'unjudged-endpoints': 'nothing could be judged of',
  unconfirmed: 'what looks wrong could not be run again',
  'missing-shards': 'shards are missing',
};

/** Says why a campaign is inconclusive, in words that follow a colon. */
export function doubtText({
  because,
  unseenEndpoints = [],
  unjudgedEndpoints = [],
  notSeen = [],
}: Pick<CampaignEnded, 'because' | 'unseenEndpoints' | 'unjudgedEndpoints' | 'notSeen'>): string {
  if (because === undefined) return 'it does not say why';
  if (because === 'unjudged-endpoints')
    return [`${texts[because]} ${unjudgedEndpoints.join(', ')}`, ...notSeen].join('; ');
  return because === 'unseen-endpoints'
    ? `${texts[because]} ${unseenEndpoints.join(', ')}: each answer said nothing (none, 401, 403, 429, 502, 503, 504), or it was left out`
    : texts[because];
}
