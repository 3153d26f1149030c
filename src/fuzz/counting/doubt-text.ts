import type { InconclusiveReason } from '../campaign-event.js';

const texts: Readonly<Record<InconclusiveReason, string>> = {
  unreachable:
    'the deployment stopped answering, or lets nobody in any more (401, 403: give new credentials in CROSSCHECK_AUTHORIZATION)',
  stopped: 'the campaign was stopped before its end',
  unseen: 'too many requests got no answer that says something',
  unconfirmed: 'what looks wrong could not be run again',
  'missing-shards': 'shards are missing',
};

/** Says why a campaign is inconclusive, in words that follow a colon. */
export function doubtText(because: InconclusiveReason | undefined): string {
  return because === undefined ? 'it does not say why' : texts[because];
}
