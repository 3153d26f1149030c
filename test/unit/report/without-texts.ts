import { type Finding, findingText } from 'crosscheck/fuzz';

/** Takes the texts of findings out of a report: they have snapshots of their own. */
export function withoutTexts(report: string, findings: readonly Finding[]): string {
  return findings.reduce(
    (text, finding) =>
      text.replace(findingText(finding, { corpus: '.crosscheck/corpus' }), () => `(text of ${finding.id})`),
    report,
  );
}
