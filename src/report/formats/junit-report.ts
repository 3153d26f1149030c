import type { Check } from '../../checks/case/check.js';
import { knownChecks } from '../../checks/known-checks.js';
import { unexercised } from '../../fuzz/counting/exercised.js';
import { inconclusiveReasonText } from '../../fuzz/counting/inconclusive-text.js';
import type { Finding } from '../../fuzz/findings/finding.js';
import { failsCampaign, labelText } from '../../fuzz/findings/finding-certainty.js';
import { type FindingGroup, findingGroups, groupMessage } from '../../fuzz/findings/finding-groups.js';
import { groupText } from '../../fuzz/findings/finding-text.js';
import { verdictText } from '../summary/campaign-facts.js';
import { reportNotes } from '../summary/report-notes.js';
import type { ReportSummary } from '../summary/report-summary.js';
import { caseHead, type JunitSuite, junitDocument, type XmlNode } from './junit-document.js';

/**
 * Writes a report for the test views of build servers: a suite for each family of checks with a case for each check, or
 * for each cause of its findings. A finding that is in the baseline, or that did not show again, is a skipped case; so is a
 * check whose findings have the same cause as those of another one. A campaign
 * that proves nothing has an error, so that its report is not green; and where a part of it was not seen, a check without
 * findings is a skipped case, not a passed one.
 */
export function junitReport(summary: ReportSummary): string {
  const { campaign, durationMs } = summary;
  const suites = [campaignSuite(summary), ...familySuites(summary)];
  return junitDocument({
    name: `crosscheck fuzz ${campaign.deployment.name}`,
    startedAt: campaign.startedAt,
    durationMs,
    suites,
  });
}

function campaignSuite(summary: ReportSummary): JunitSuite {
  const { campaign } = summary;
  const verdict = verdictText(summary);
  const notes = reportNotes(summary);
  const isProof = verdict === 'clean' || verdict === 'findings';
  const error = {
    error: { '@_message': `The campaign is ${verdict}: it proves nothing`, '#text': notes.join('\n') },
  };
  const parts = isProof ? {} : error;
  const out = [`seed ${campaign.seed}`, `${summary.totals.cases} cases`, ...notes].join('\n');
  return {
    name: 'campaign',
    durationMs: summary.durationMs,
    cases: [{ ...caseHead('campaign', 'comes to a verdict'), ...parts, 'system-out': out }],
  };
}

/** Why a check that found nothing may not have looked at everything; undefined when it did. */
function whatIsMissing({ end, missingShards }: ReportSummary): string | undefined {
  if (end === undefined) return 'the campaign was cut off';
  if (missingShards.length > 0) return 'shards are missing';
  return end.verdict === 'inconclusive'
    ? `the campaign is inconclusive: ${inconclusiveReasonText(end)}`
    : undefined;
}

function familySuites(summary: ReportSummary): JunitSuite[] {
  const { campaign, findings, end } = summary;
  const missing = whatIsMissing(summary);
  const phases = summary.phases.flatMap(({ phase, cases }) => (cases > 0 ? phase : []));
  const skippedOf = (check: string): XmlNode => {
    const why = missing ?? unexercised(check, end?.exercised, phases);
    return why === undefined ? {} : { skipped: { '@_message': `found nothing, but ${why}` } };
  };
  const groups = findingGroups(findings);
  const families = new Map<string, Check['family']>([
    ...knownChecks.map(({ name, family }) => [name, family] as const),
    ...findings.map(({ signature, family }) => [signature.check, family] as const),
  ]);
  const checks = new Set([...campaign.checks, ...findings.map(({ signature }) => signature.check)]);
  const suites = new Map<string, XmlNode[]>();
  for (const check of checks) {
    // A check of another version may be of a family that is not known here.
    const family = families.get(check) ?? 'other';
    const isOwn = ({ signature }: Finding): boolean => signature.check === check;
    const own = groups.filter(({ lead }) => isOwn(lead));
    const elsewhere = groups.find(({ others }) => others.some(isOwn));
    const skipped =
      elsewhere === undefined
        ? skippedOf(check)
        : { skipped: { '@_message': `its findings have the same cause as ${elsewhere.lead.id}` } };
    const cases =
      own.length === 0
        ? [{ ...caseHead(family, check), ...skipped }]
        : own.map((group) => groupCase(family, group, campaign.corpus));
    suites.set(family, [...(suites.get(family) ?? []), ...cases]);
  }
  return [...suites].map(([name, cases]) => ({ name, durationMs: 0, cases }));
}

function groupCase(family: string, group: FindingGroup, corpus: string | false): XmlNode {
  const { id, severity } = group.lead;
  const text = groupText(group, corpus);
  const about = { '@_message': `${groupMessage(group)} (${labelText(group.lead)})` };
  return {
    ...caseHead(family, id),
    ...(failsCampaign(group.lead)
      ? { failure: { ...about, '@_type': severity, '#text': text } }
      : { skipped: about, 'system-out': text }),
  };
}
