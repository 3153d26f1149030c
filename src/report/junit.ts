import XMLBuilder from 'fast-xml-builder';
import type { Check } from '../checks/check.js';
import { knownChecks } from '../checks/known-checks.js';
import { endedEarlyText, inconclusiveReasonText } from '../fuzz/campaign-texts.js';
import { type FindingGroup, findingGroups, groupMessage } from '../fuzz/findings/describe-findings.js';
import { groupText } from '../fuzz/findings/finding-text.js';
import { caseFolder } from '../fuzz/findings/reproduction.js';
import type { CampaignReport } from '../fuzz/model/campaign-verdict.js';
import { unexercised } from '../fuzz/model/exercised.js';
import type { Finding } from '../fuzz/model/finding.js';
import { confidenceText, failsCampaign } from '../fuzz/model/finding-certainty.js';
import { counted } from '../internal/print.js';
import { describeCampaign, type ReportOptions } from './describe-campaign.js';

/**
 * Writes the report of a campaign for build servers: a suite for each family of checks, with a case for each check, or for
 * each cause if it has findings. Skipped cases are unconfirmed and known findings, checks whose findings have the same
 * cause as those of another check, and, if the campaign is incomplete, checks without findings. A campaign that proves
 * nothing is an error.
 */
export function junitReport(summary: CampaignReport, options: ReportOptions = {}): string {
  const { deployment, startedAt, durationMs } = summary;
  return junitDocument({
    name: `crosscheck fuzz ${deployment.name}`,
    startedAt,
    durationMs,
    suites: [campaignSuite(summary), ...familySuites(summary, options)],
  });
}

function campaignSuite(summary: CampaignReport): JunitSuite {
  const { seed, durationMs, cases, verdict } = summary;
  const { headline, notes } = describeCampaign(summary);
  const isProof = verdict === 'clean' || verdict === 'findings';
  const error = {
    error: { '@_message': headline, '#text': notes.join('\n') },
  };
  const out = [headline, `seed ${seed}`, counted(cases, 'case'), ...notes].join('\n');
  return {
    name: 'campaign',
    durationMs,
    cases: [{ ...caseHead('campaign', 'verdict'), ...(isProof ? {} : error), 'system-out': out }],
  };
}

function familySuites(summary: CampaignReport, options: ReportOptions): JunitSuite[] {
  const { findings, corpus, checks: selected } = summary;
  const groups = findingGroups(findings);
  const families = new Map<string, Check['family']>([
    ...knownChecks.map(({ name, family }) => [name, family] as const),
    ...findings.map(({ signature, family }) => [signature.check, family] as const),
  ]);
  const checks = new Set([...selected, ...findings.map(({ signature }) => signature.check)]);
  const suites = new Map<string, XmlNode[]>();
  for (const check of checks) {
    // The family of a check of another version may be unknown.
    const family = families.get(check) ?? 'other';
    const own = groups.filter(({ lead }) => lead.signature.check === check);
    const cases =
      own.length > 0
        ? own.map((group) => groupCase(family, group, caseFolder(group.lead, corpus, options.reports)))
        : [checkCase(family, check, groups, summary)];
    suites.set(family, [...(suites.get(family) ?? []), ...cases]);
  }
  return [...suites].map(([name, cases]) => ({ name, durationMs: 0, cases }));
}

function groupCase(family: string, group: FindingGroup, corpus: string | false): XmlNode {
  const { id, severity } = group.lead;
  const text = groupText(group, { corpus, show: ['curl', 'test'] });
  const message = { '@_message': `${groupMessage(group)} (${confidenceText(group.lead)})` };
  const result = failsCampaign(group.lead)
    ? { failure: { ...message, '@_type': severity, '#text': text } }
    : { skipped: message, 'system-out': text };
  return { ...caseHead(family, id), ...result };
}

/** Writes a check without findings of its own. */
function checkCase(
  family: string,
  check: string,
  groups: readonly FindingGroup[],
  summary: CampaignReport,
): XmlNode {
  const isOwn = ({ signature }: Finding): boolean => signature.check === check;
  const sameCause = groups.find(({ others }) => others.some(isOwn));
  const phases = summary.phases.flatMap(({ phase, cases }) => (cases > 0 ? phase : []));
  const gap = incompleteness(summary) ?? unexercised(check, summary.exercised, phases);
  const reason =
    sameCause === undefined
      ? gap && `found nothing, but ${gap}`
      : `its findings have the same cause as ${sameCause.lead.id}`;
  return { ...caseHead(family, check), ...(reason ? { skipped: { '@_message': reason } } : {}) };
}

/** Returns why checks without findings may not have seen everything; undefined if they did. */
function incompleteness(summary: CampaignReport): string | undefined {
  const { missingShards, endedBy, verdict } = summary;
  if (endedBy === undefined) return 'the campaign was cut off';
  if (missingShards.length > 0) return 'shards are missing';
  if (verdict === 'inconclusive') return `the campaign is inconclusive: ${inconclusiveReasonText(summary)}`;
  const endedEarly = endedEarlyText(summary);
  return endedEarly && `the ${endedEarly}`;
}

/** An element: attributes with `@_` before their names, text as `#text`, and elements within it. */
export type XmlNode = { readonly [name: string]: string | number | XmlNode | readonly XmlNode[] };

/** A suite of a JUnit document. */
interface JunitSuite {
  readonly name: string;
  readonly durationMs: number;
  /** Elements `testcase`. */
  readonly cases: readonly XmlNode[];
}

interface JunitRun {
  readonly name: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly suites: readonly JunitSuite[];
}

// XML 1.0 cannot contain most control characters, lone surrogates, and U+FFFE and U+FFFF.
const notInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Writes a JUnit document. Characters that XML cannot contain become U+FFFD. */
export function junitDocument({ name, startedAt, durationMs, suites }: JunitRun): string {
  const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true });
  const document = {
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    testsuites: {
      '@_name': name,
      ...countsOf(suites.flatMap(({ cases }) => cases)),
      '@_time': seconds(durationMs),
      testsuite: suites.map((suite) => ({
        '@_name': suite.name,
        ...countsOf(suite.cases),
        '@_time': seconds(suite.durationMs),
        '@_timestamp': startedAt.replace(/(\.\d+)?Z$/, ''),
        testcase: suite.cases,
      })),
    },
  };
  return builder.build(document).replace(notInXml, '\ufffd');
}

/** The attributes of a case in a suite. */
export function caseHead(suite: string, name: string, durationMs = 0): XmlNode {
  return { '@_classname': `crosscheck.${suite}`, '@_name': name, '@_time': seconds(durationMs) };
}

function countsOf(cases: readonly XmlNode[]): XmlNode {
  const count = (name: string): number => cases.filter((each) => name in each).length;
  return {
    '@_tests': cases.length,
    '@_failures': count('failure'),
    '@_errors': count('error'),
    '@_skipped': count('skipped'),
  };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
