import { caseReplay } from '../../fuzz/findings/case-replay.js';
import { curlCommands } from '../../fuzz/findings/curl-commands.js';
import type { Finding, RecordedCall } from '../../fuzz/findings/finding.js';
import { labelText } from '../../fuzz/findings/finding-certainty.js';
import { type FindingGroup, groupMessage, placesOf } from '../../fuzz/findings/finding-groups.js';
import { findingTitle } from '../../fuzz/findings/finding-title.js';
import { regressionTest } from '../../fuzz/findings/regression-test.js';
import { counted, cut, formatDuration } from '../../internal/print.js';
import type { Fact } from '../summary/campaign-facts.js';
import type { Mark } from './mark.js';

/** A finding and others with the same cause, as the texts that the page shows. */
export interface PageFinding {
  readonly id: string;
  readonly severity: string;
  readonly message: string;
  readonly label: Mark;
  readonly occurrences: number;
  readonly facts: readonly Fact[];
  /** The others: id, certainty and place of each. */
  readonly places: readonly (readonly string[])[];
  readonly exchanges: readonly PageExchange[];
  /** Undefined where only the test runs it again. */
  readonly replay: string | undefined;
  readonly curl: string;
  readonly test: string;
  readonly plan: string;
}

/** One request and what came of it. */
interface PageExchange {
  readonly title: string;
  readonly request: string;
  readonly response: string;
}

// A page with megabytes of one body would not open; the report has all of it.
const longestText = 20_000;
const tooLong = '// Its case is too long for this page: crosscheck report --format text has the test.';

const marks: Readonly<Record<Finding['label'], readonly [mark: string, style: string]>> = {
  stable: ['✕', 'failed'],
  flaky: ['≈', 'rolled-back'],
  unconfirmed: ['?', 'under-way'],
  'not-reproduced': ['○', ''],
};

/**
 * Makes the texts of findings with one cause.
 *
 * @param corpus - The folder that the campaign wrote sure findings to, or false.
 */
export function pageFinding(group: FindingGroup, corpus: string | false): PageFinding {
  const { lead: finding } = group;
  const { id, severity, label, isKnown, occurrences, plan, exchanges } = finding;
  const { command, file } = caseReplay(finding, corpus);
  const planText = JSON.stringify(plan, null, 2);
  const isLong = planText.length > longestText;
  const [mark, style] = isKnown ? ['✓', 'done'] : marks[label];
  return {
    id,
    severity,
    message: groupMessage(group),
    label: { text: labelText(finding), mark, style },
    occurrences,
    facts: factsOf(finding),
    places: placesOf(group),
    exchanges: exchanges.map((exchange, index) => pageExchange(exchange, index, exchanges.length)),
    replay: command,
    curl: curlCommands(finding, corpus),
    test: isLong && file === undefined ? tooLong : regressionTest(finding, isLong ? file : undefined),
    plan: cut(planText, longestText),
  };
}

function factsOf(finding: Finding): Fact[] {
  const { family, severity, occurrences, caseId, firstSeenMs, shrinks, plan } = finding;
  return [
    ['What', findingTitle(finding)],
    ['Severity', `${severity}, a check of ${family}`],
    ['How sure', labelText(finding)],
    ['Seen', `${counted(occurrences, 'case')}, first ${caseId} after ${formatDuration(firstSeenMs)}`],
    ['Case', `${plan.phase}, ${plan.kind}, made simpler ${counted(shrinks, 'time')}`],
  ];
}

function pageExchange(
  { request, response, durationMs, attempts }: RecordedCall,
  index: number,
  count: number,
): PageExchange {
  const { method, url, headers, body } = request;
  const failure = attempts.at(-1)?.failure ?? 'no answer';
  return {
    title: count === 1 ? 'Exchange' : `Exchange ${index + 1} of ${count}`,
    request: messageText(`${method} ${url}`, headers, body),
    response:
      response === undefined
        ? `${failure}, after ${formatDuration(durationMs)}`
        : messageText(
            `${response.status}, after ${formatDuration(durationMs)}`,
            response.headers,
            response.body,
          ),
  };
}

function messageText(head: string, headers: Readonly<Record<string, string>>, body = ''): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return cut([head, ...lines, '', body].join('\n').trimEnd(), longestText);
}
