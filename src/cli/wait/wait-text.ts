import type { InclusionOutcome, WaitEnding } from '../../polling/wait.js';
import { waitLines } from '../../polling/wait-message.js';
import type { Paint } from '../colours.js';
import { withFlagNames } from '../flag.js';
import { waitFlags } from './wait-flags.js';
import { waitReport } from './wait-report.js';
import { styleOf } from './wait-status.js';

/** What the text contains besides the outcomes. */
interface WaitTextOptions {
  readonly deploymentName: string;
  readonly timeoutMs: number;
  readonly paint: Paint;
}

/** Returns a paragraph for each wait: how it ended and its polls. Contains no secrets. */
export function waitText(outcomes: readonly InclusionOutcome[], told: WaitTextOptions): string {
  return outcomes.map((outcome) => `${paragraph(outcome, told)}\n`).join('\n');
}

function paragraph(outcome: InclusionOutcome, { deploymentName, timeoutMs, paint }: WaitTextOptions): string {
  const { status } = outcome;
  const report = waitReport(outcome, deploymentName);
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

/** The advice is for people who write code. */
function inFlags(line: string): string {
  if (!line.startsWith('What to do:')) return line;
  return withFlagNames(line.replace('failFast: false', '--no-fail-fast'), waitFlags);
}
