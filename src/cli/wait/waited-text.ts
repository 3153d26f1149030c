import type { InclusionOutcome, WaitEnding } from '../../polling/wait.js';
import { waitLines } from '../../polling/wait-message.js';
import type { Paint } from '../colours.js';
import { withFlagNames } from '../flag.js';
import { waitFlags } from './wait-flags.js';
import { styleOf } from './wait-status.js';
import { waitedReport } from './waited-report.js';

/** What a reader shall be told of some waits beside their outcomes. */
export interface WaitedText {
  readonly deploymentName: string;
  readonly timeoutMs: number;
  readonly paint: Paint;
}

/** How some waits ended, for a reader: a paragraph for each, with what was seen on the way. No secrets. */
export function waitedText(outcomes: readonly InclusionOutcome[], told: WaitedText): string {
  return outcomes.map((outcome) => `${paragraph(outcome, told)}\n`).join('\n');
}

function paragraph(outcome: InclusionOutcome, { deploymentName, timeoutMs, paint }: WaitedText): string {
  const { status } = outcome;
  const report = waitedReport(outcome, deploymentName);
  const lines =
    outcome.status === 'included'
      ? waitLines(report, { timeoutMs, expected: 'included' })
      : outcome.error.details;
  const why = outcome.status === 'included' ? '' : `: ${outcome.error.summary}`;
  return [paint(styleOf(status), words(status)) + why, ...lines.map(inFlags)].join('\n');
}

function words(status: WaitEnding): string {
  return status.replaceAll('-', ' ');
}

/** The advice is for somebody who writes code. */
function inFlags(line: string): string {
  if (!line.startsWith('What to do:')) return line;
  return withFlagNames(line.replace('failFast: false', '--no-fail-fast'), waitFlags);
}
