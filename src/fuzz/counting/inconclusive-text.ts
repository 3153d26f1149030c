import type { CampaignEnded, InconclusiveReason } from '../campaign-event.js';

const texts: Readonly<Record<InconclusiveReason, string>> = {
  unreachable:
    'the deployment stopped answering or rejects the credentials (401, 403: set new ones where the configuration names them, else in CROSSCHECK_AUTHORIZATION)',
  stopped: 'the campaign was stopped before its end',
  'no-cases': 'nothing was sent: its phases have no case to run; the phase corpus needs a folder with a case',
  'inconclusive-requests': 'too many requests got no answer that could be judged',
  'no-evidence': 'what its phases are about was never seen',
  unconfirmed: 'a candidate could not be rerun',
  'missing-shards': 'shards are missing',
};

/** Returns why a campaign is inconclusive, as a text that follows a colon. */
export function inconclusiveReasonText({
  because,
  endedBy,
  gaps = [],
}: Pick<CampaignEnded, 'because' | 'endedBy' | 'gaps'>): string {
  if (because === undefined) return 'it does not say why';
  if (because === 'no-cases' && endedBy === 'time') return 'its time was over before the first case ended';
  const [first] = gaps;
  if (first === undefined) return texts[because];
  if (because === 'no-evidence') return first;
  return because === 'inconclusive-requests' ? `${texts[because]}; ${first}` : texts[because];
}
