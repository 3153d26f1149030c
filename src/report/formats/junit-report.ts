import XMLBuilder from 'fast-xml-builder';
import type { Check } from '../../checks/case/check.js';
import { knownChecks } from '../../checks/known-checks.js';
import { failsCampaign } from '../../fuzz/findings/fails-campaign.js';
import type { Finding } from '../../fuzz/findings/finding.js';
import { findingText } from '../../fuzz/findings/finding-text.js';
import { verdictText } from '../summary/campaign-facts.js';
import { labelText } from '../summary/label-text.js';
import { notesOf } from '../summary/notes-of.js';
import type { ReportSummary } from '../summary/report-summary.js';

// Most control characters, half surrogates, and two that are no characters: XML 1.0 has no way to write them.
const notInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

type XmlNode = { readonly [name: string]: string | number | XmlNode | readonly XmlNode[] };

/**
 * Writes a report for the test views of build servers: a suite for each family of checks with a case for each check, or
 * for each of its findings. A finding that is in the baseline, or that did not show again, is a skipped case. A campaign
 * that proves nothing has an error, so that its report is not green.
 */
export function junitReport(summary: ReportSummary): string {
  const { campaign, durationMs } = summary;
  const suites = [campaignSuite(summary), ...familySuites(summary)];
  const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true });
  const document = {
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    testsuites: {
      '@_name': `crosscheck fuzz ${campaign.deployment.name}`,
      ...countsOf(suites.flatMap(({ cases }) => cases)),
      '@_time': seconds(durationMs),
      testsuite: suites.map(({ name, cases }) => ({
        '@_name': name,
        ...countsOf(cases),
        '@_time': name === 'campaign' ? seconds(durationMs) : '0.000',
        '@_timestamp': campaign.startedAt.replace(/(\.\d+)?Z$/, ''),
        testcase: cases,
      })),
    },
  };
  return builder.build(document).replace(notInXml, '\ufffd');
}

interface Suite {
  readonly name: string;
  readonly cases: readonly XmlNode[];
}

function campaignSuite(summary: ReportSummary): Suite {
  const { campaign } = summary;
  const verdict = verdictText(summary);
  const notes = notesOf(summary);
  const isProof = verdict === 'clean' || verdict === 'findings';
  const error = {
    error: { '@_message': `The campaign is ${verdict}: it proves nothing`, '#text': notes.join('\n') },
  };
  const parts = isProof ? {} : error;
  const out = [`seed ${campaign.seed}`, `${summary.totals.cases} cases`, ...notes].join('\n');
  return {
    name: 'campaign',
    cases: [{ ...caseHead('campaign', 'comes to a verdict'), ...parts, 'system-out': out }],
  };
}

function familySuites({ campaign, findings }: ReportSummary): Suite[] {
  const families = new Map<string, Check['family']>([
    ...knownChecks.map(({ name, family }) => [name, family] as const),
    ...findings.map(({ signature, family }) => [signature.check, family] as const),
  ]);
  const checks = new Set([...campaign.checks, ...findings.map(({ signature }) => signature.check)]);
  const suites = new Map<string, XmlNode[]>();
  for (const check of checks) {
    // A check of another version may be of a family that is not known here.
    const family = families.get(check) ?? 'other';
    const own = findings.filter(({ signature }) => signature.check === check);
    const cases =
      own.length === 0
        ? [caseHead(family, check)]
        : own.map((finding) => findingCase(family, finding, campaign.corpus));
    suites.set(family, [...(suites.get(family) ?? []), ...cases]);
  }
  return [...suites].map(([name, cases]) => ({ name, cases }));
}

function findingCase(family: string, finding: Finding, corpus: string | false): XmlNode {
  const { id, severity, message } = finding;
  const text = findingText(finding, corpus);
  const about = { '@_message': `${message} (${labelText(finding)})` };
  return {
    ...caseHead(family, id),
    ...(failsCampaign(finding)
      ? { failure: { ...about, '@_type': severity, '#text': text } }
      : { skipped: about, 'system-out': text }),
  };
}

function caseHead(family: string, name: string): XmlNode {
  return { '@_classname': `crosscheck.${family}`, '@_name': name, '@_time': '0.000' };
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
