import { exercisedText, gapText } from '../../fuzz/counting/exercised.js';
import { inconclusiveReasonText } from '../../fuzz/counting/inconclusive-text.js';
import type { ReportSummary } from './report-summary.js';

/** Returns sentences about what a report does not prove. */
export function reportNotes({ end, campaign, missingShards, candidates, totals }: ReportSummary): string[] {
  const notes: string[] = [];
  const { count } = campaign.shard;
  if (end === undefined) notes.push('The report was cut off: it holds for what it says, more may be wrong.');
  if (end?.verdict === 'inconclusive') notes.push(`Nothing is proven: ${inconclusiveReasonText(end)}.`);
  if (end?.exercised !== undefined) notes.push(`Exercised: ${exercisedText(end.exercised)}.`);
  for (const gap of end?.gaps ?? []) notes.push(`Gap: ${gapText(gap, 'flag')}.`);
  if (end?.endedBy === 'unreachable')
    notes.push('The deployment went away before the end: what comes after was never tried.');
  if (missingShards.length > 0)
    notes.push(
      `Of ${count} shards ${missingShards.map((index) => index + 1).join(', ')} ${missingShards.length === 1 ? 'is' : 'are'} missing: what they would find is not in it.`,
    );
  if (campaign.merged === undefined && count > 1)
    notes.push(
      `This is shard ${campaign.shard.index + 1} of ${count}: the cases of the others are not in it.`,
    );
  if (candidates.length > 0)
    notes.push(
      `${candidates.length} ${candidates.length === 1 ? 'candidate' : 'candidates'} could not be rerun: ${candidates.map(({ id }) => id).join(', ')}.`,
    );
  if (totals.inconclusive > 0)
    notes.push(
      `${totals.inconclusive} of ${totals.requests} requests inconclusive: no complete answer, 401, 403, 429, 502, 503 or 504.`,
    );
  if (campaign.expired !== undefined)
    notes.push(`Expired in the baseline, and no longer known by it: ${campaign.expired.join(', ')}.`);
  return [...notes, ...(campaign.notes ?? [])];
}
