import { formatDuration, formatText } from '../../internal/print.js';
import { textTable } from '../../internal/terminal.js';
import {
  adviceText,
  type FindingFact,
  type FindingGroup,
  findingFacts,
  findingTitle,
  placesOf,
} from './describe-findings.js';
import type { Finding, RecordedCall } from './finding.js';
import { type CaseReplay, caseReplay, curlCommands, regressionTest } from './reproduction.js';

const maxCalls = 4;

/**
 * Describes a finding for a terminal: what is wrong and how certain it is, requests and answers, how to repeat them from a
 * shell and from a test, and what to do. No secrets.
 *
 * @param corpus - The folder to which the campaign wrote confirmed findings, or false. Default: false.
 * @param flags - The flags that select the deployment: `--control-url http://127.0.0.1:8082`. Default: none.
 */
export function findingText(finding: Finding, corpus: string | false = false, flags = ''): string {
  return groupText({ lead: finding, others: [] }, corpus, flags);
}

/** Describes findings with one cause: the first whole, and the others in a table. */
export function groupText(group: FindingGroup, corpus: string | false = false, flags = ''): string {
  const { lead: finding } = group;
  const replay = caseReplay(finding, corpus, flags);
  const { severity, message, exchanges, isKnown } = finding;
  const line = ([name, text]: FindingFact): string => `${`${name}:`.padEnd(11)} ${text}`;
  return [
    `${severity.toUpperCase()} ${findingTitle(finding)}${isKnown ? ' (known, in the baseline)' : ''}`,
    '',
    line(['Found', formatText(message, 1_000)]),
    ...findingFacts(finding).map(line),
    ...exchanges.slice(0, maxCalls).flatMap((call, at) => callLines(call, at, exchanges.length)),
    ...(exchanges.length > maxCalls ? [`            and ${exchanges.length - maxCalls} more requests`] : []),
    line(['Replay', replayText(replay, flags)]),
    line(['What to do', adviceText(finding)]),
    ...placesText(group),
    '',
    'Curl:',
    curlCommands(finding, corpus, flags),
    '',
    'Test:',
    regressionTest(finding, replay.file).trimEnd(),
  ].join('\n');
}

/** A case of the corpus is complete. A case by its index is generated again, which requires the calls of the campaign. */
function replayText({ command, file }: CaseReplay, flags: string): string {
  if (file !== undefined)
    return `${command}${flags === '' ? ' (with the flags or variables of the deployment)' : ''}`;
  const byTest = 'replayCase, as in the test below';
  return command === undefined
    ? byTest
    : `${byTest}; of a campaign in the shell also ${command}, with its ${flags && 'other '}flags`;
}

const longestBody = 600;
/** Longer than a hash: encoded calls, which would fill the line. */
const longHex = /0x([\da-f]{65,})/gi;

/** Describes one request of a case and its answer, numbered if there are several. */
function callLines(
  { request, response, durationMs, attempts }: RecordedCall,
  at: number,
  count: number,
): string[] {
  const number = count === 1 ? '' : ` ${at + 1}`;
  return [
    `${`Request${number}:`.padEnd(11)} ${request.method} ${formatText(request.url, 400)}`,
    ...(request.body === undefined ? [] : [`            ${bodyText(request.body)}`]),
    `${`Response${number}:`.padEnd(11)} ${answerText(response, attempts.at(-1)?.failure)}, ${formatDuration(durationMs)}`,
  ];
}

function answerText(response: RecordedCall['response'], failure: string | undefined): string {
  if (response === undefined) return `none: ${formatText(failure ?? 'the request was not answered')}`;
  const { status, headers, body } = response;
  const broken = failure === undefined ? '' : ` and no more: ${formatText(failure)}`;
  return `${status}, ${headers['content-type'] ?? 'no content type'}, ${bodyText(body)}${broken}`;
}

function bodyText(body: string): string {
  return body === '' ? 'an empty body' : formatText(body.replace(longHex, shortHex), longestBody);
}

function shortHex(_: string, digits: string): string {
  return `0x${digits.slice(0, 16)}… (${digits.length} digits)`;
}

/** Lists the other findings of a group as a table in a text. Returns no line if there are none. */
function placesText(group: FindingGroup): string[] {
  const rows = placesOf(group);
  if (rows.length === 0) return [];
  const lines = textTable(rows, '  ').trimEnd().split('\n');
  return [`Also:       ${rows.length} more, probably with the same cause`, ...lines];
}
