import { findingGroups } from '../../fuzz/findings/finding-groups.js';
import { formatDuration } from '../../internal/print.js';
import { campaignFacts, type Fact, headlineText } from '../summary/campaign-facts.js';
import { latencyText } from '../summary/latency-text.js';
import { reportNotes } from '../summary/report-notes.js';
import type { PhaseTotals, ReportSummary, Timeline } from '../summary/report-summary.js';
import { type CoverageGroup, coverageOf } from './coverage.js';
import { type Distribution, distributionOf } from './distribution.js';
import type { Mark } from './mark.js';
import { type PageFinding, pageFinding } from './page-finding.js';

/** What the page shows, as the texts that it shows. */
export interface PageData {
  readonly title: string;
  readonly verdict: Mark;
  /** The campaign in one line. */
  readonly about: string;
  readonly notes: readonly string[];
  readonly facts: readonly Fact[];
  /** One for each cause. */
  readonly findings: readonly PageFinding[];
  readonly phases: readonly PhaseTotals[];
  readonly timeline: Timeline;
  readonly latency: Distribution | undefined;
  readonly gas: Distribution | undefined;
  readonly coverage: readonly CoverageGroup[];
}

const verdictMarks: Readonly<
  Record<ReturnType<typeof headlineText>, readonly [mark: string, style: string]>
> = {
  clean: ['✓', 'done'],
  findings: ['✕', 'failed'],
  'not proven clean': ['?', ''],
  inconclusive: ['?', ''],
  'cut off': ['?', ''],
};

/** Makes what the page shows. */
export function pageData(summary: ReportSummary): PageData {
  const { campaign, durationMs, findings, phases, timeline, latencyUs, gas, coverageClasses } = summary;
  const verdict = headlineText(summary);
  const [mark, style] = verdictMarks[verdict];
  return {
    title: `Fuzz campaign · ${campaign.deployment.name}`,
    verdict: { text: verdict, mark, style },
    about: `${campaign.deployment.name}, seed ${campaign.seed}, ${campaign.startedAt}, ${formatDuration(durationMs)}`,
    notes: reportNotes(summary),
    facts: campaignFacts(summary),
    findings: findingGroups(findings).map((group) => pageFinding(group, campaign.corpus)),
    phases,
    timeline,
    latency: distributionOf(latencyUs, latencyText),
    gas: distributionOf(gas, (value) => Math.round(value).toLocaleString('en')),
    coverage: coverageOf(coverageClasses),
  };
}
