import { wirePath } from '../../contract/dialect.js';
import { chainsOfVariables } from '../../deployment/environment.js';
import { cut, formatDuration, formatText } from '../../internal/print.js';
import { textTable } from '../../internal/terminal.js';
import {
  adviceText,
  type FindingGroup,
  findingFacts,
  findingGroups,
  findingTitle,
  isRaw,
  placesOf,
} from './describe-findings.js';
import type { Finding, RecordedCall } from './finding.js';
import { confidenceText } from './finding-certainty.js';
import { caseReplay, curlCommands, regressionTest } from './reproduction.js';

/** What the text of a finding can have besides its facts: the curl commands and the regression test. */
export const reproductionNames = ['curl', 'test'] as const;

/** Options of {@link findingText}. */
export interface FindingTextOptions {
  /** The folder to which the campaign wrote confirmed findings, or false. Default: false. */
  readonly corpus?: string | false | undefined;
  /** The flags that select the deployment: `--control-url http://127.0.0.1:8082`. Default: its URLs. */
  readonly flags?: string | undefined;
  /** What to show besides the facts: `curl`, `test`. Default: neither. */
  readonly show?: readonly (typeof reproductionNames)[number][] | undefined;
}

const width = 80;
const indent = ' '.repeat(14);
const maxCalls = 2;
const maxPlaces = 5;
/** The length of all bodies of a finding together, in characters. */
const maxBodies = 480;

/**
 * Describes a finding for a terminal of 80 columns: what was expected and received, how certain it is, the request and the
 * answer in short, and one command that repeats it. No secrets.
 */
export function findingText(finding: Finding, options: FindingTextOptions = {}): string {
  return groupText({ lead: finding, others: [] }, options);
}

/** Lists findings in a table, each cause once: where it is, how certain, and how many cases showed it. */
export function findingsTable(findings: readonly Finding[]): string {
  const rows = findingGroups(findings).map(({ lead, others }) => [
    lead.id,
    placeOf(lead) + (others.length === 0 ? '' : `, ${others.length} more`),
    confidenceText(lead),
    String(lead.occurrences),
  ]);
  const others = [0, 2, 3].map((column) => Math.max(10, ...rows.map((row) => row[column]?.length ?? 0)));
  const left = Math.max(24, width - others.reduce((sum, one) => sum + one + 2, 0));
  return textTable([
    ['Finding', 'Where', 'Confidence', 'Cases'],
    ...rows.map(([id = '', place = '', ...rest]) => [id, cut(place, left - 1), ...rest]),
  ]);
}

/** Describes findings with one cause: the first whole, and the places of the others. */
export function groupText(
  group: FindingGroup,
  { corpus = false, flags, show = [] }: FindingTextOptions = {},
): string {
  const { lead: finding } = group;
  const { id, severity, signature, exchanges, at = exchanges.length - 1, isKnown, confidence } = finding;
  const { command, file } = caseReplay(finding, corpus, flags);
  const facts = findingFacts(finding).filter(([name]) => name !== 'Case');
  const first = Math.max(0, at + 1 - maxCalls);
  const shown = exchanges.slice(first, first + maxCalls);
  const path = wirePath(signature.path, chainsOfVariables(finding.variables));
  const title = findingTitle(finding).slice(signature.check.length);
  return [
    wrapped(`${severity.toUpperCase()} ${id}${title}${isKnown ? ' (known, in the baseline)' : ''}`, '  '),
    ...messageLines(finding),
    ...facts.map(([name, text]) => line(name, text)),
    ...(shown.length < exchanges.length
      ? [
          line(
            'Requests',
            `${exchanges.length}, of which ${at === exchanges.length - 1 ? 'these are the last' : `number ${at + 1} shows it`}`,
          ),
        ]
      : []),
    ...shown.flatMap((call, index) => callLines(call, first + index, exchanges.length, path)),
    ...(isKnown || confidence !== 'stable' || isRaw(finding.plan)
      ? [line('What to do', adviceText(finding))]
      : []),
    ...placesLines(group),
    // Not wrapped, so that it can be copied.
    `  Repeat:     ${repeatText(command, file)}`,
    ...(show.includes('curl') ? ['', 'Curl:', curlCommands(finding, corpus, flags)] : []),
    ...(show.includes('test') ? ['', 'Test:', regressionTest(finding, file).trimEnd()] : []),
  ].join('\n');
}

/** A case of the corpus is complete. A case by its index is generated again, which requires the calls of the campaign. */
function repeatText(command: string | undefined, file: string | undefined): string {
  if (command === undefined) return 'run its test (--show test, or regressionTest in code)';
  return file === undefined ? `${command} (with the other options of the campaign)` : command;
}

/** Splits the message of a check, see `Violation.message`. */
function messageLines({ message }: Finding): string[] {
  const [, expected, received] = /^(?:expected )?(.+?), got (.+)$/s.exec(message) ?? [];
  if (expected === undefined || received === undefined) return [line('Found', shortened(message))];
  return [line('Expected', shortened(expected)), line('Received', shortened(received))];
}

function placeOf({ signature: { endpoint, path, class: kind }, variables }: Finding): string {
  const place = path === '' ? kind : wirePath(path, chainsOfVariables(variables));
  return formatText(`${endpoint} ${place}`);
}

/** Describes one request of a case and its answer, numbered if there are several. */
function callLines(
  { request, response, durationMs, attempts }: RecordedCall,
  at: number,
  count: number,
  path: string,
): string[] {
  const number = count === 1 ? '' : ` ${at + 1}`;
  const length = maxBodies / 2 / Math.min(count, maxCalls);
  const body = request.body === undefined ? '' : ` ${bodyText(request.body, length, path)}`;
  return [
    line(`Request${number}`, `${request.method} ${formatText(targetOf(request.url), 200)}${body}`),
    line(
      `Response${number}`,
      answerText(response, attempts.at(-1)?.failure, durationMs, (body) => bodyText(body, length, path)),
    ),
  ];
}

/** Only the path and the query: all requests of a campaign go to the same deployment. */
function targetOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]*/, '');
}

function answerText(
  response: RecordedCall['response'],
  failure: string | undefined,
  durationMs: number,
  excerptOf: (body: string) => string,
): string {
  const after = `after ${formatDuration(durationMs)}`;
  if (response === undefined)
    return `none ${after}: ${formatText(failure ?? 'the request was not answered')}`;
  const { status, headers, body } = response;
  const type = headers['content-type'] ?? 'no content type';
  const broken = failure === undefined ? '' : `, incomplete: ${formatText(failure)}`;
  return `${status} ${after}${type.startsWith('application/json') ? '' : `, ${type}`}: ${excerptOf(body)}${broken}`;
}

/** Longer than a hash: encoded calls, which would fill the line. */
const longHex = /0x([\da-f]{65,})/gi;

/** Returns an excerpt of a body that has the member at a path, if the body has it. */
function bodyText(body: string, length: number, path: string): string {
  if (body === '') return 'an empty body';
  const text = withShortHex(body);
  const start = memberStart(text, path);
  return text.length <= length || start + memberLength <= length
    ? formatText(text, length)
    : `(${start} characters) …${formatText(text.slice(start), length)}`;
}

/** The length of a member's name and of the start of its value. */
const memberLength = 40;

/** Returns where the member at a path begins in the text of JSON; 0 if it does not have it. */
function memberStart(text: string, path: string): number {
  let start = 0;
  for (const name of path.replaceAll('[]', '').split('.').filter(Boolean)) {
    const at = text.indexOf(`"${name}":`, start);
    if (at < 0) return 0;
    start = at;
  }
  return start;
}

function shortened(text: string): string {
  return formatText(withShortHex(text), 300);
}

function withShortHex(text: string): string {
  return text.replace(
    longHex,
    (_: string, digits: string) => `0x${digits.slice(0, 16)}… (${digits.length} digits)`,
  );
}

/** Lists the other findings of a group. */
function placesLines(group: FindingGroup): string[] {
  const rows = placesOf(group);
  if (rows.length === 0) return [];
  const more = rows.length - maxPlaces;
  return [
    line(
      'Also',
      `${rows.length} more, probably with the same cause${more > 0 ? '; all are in the report' : ''}`,
    ),
    textTable(rows.slice(0, maxPlaces), '    ').trimEnd(),
  ];
}

function line(name: string, text: string): string {
  return wrapped(`  ${`${name}:`.padEnd(11)} ${text}`, indent);
}

/** Breaks a line to fit the terminal: at spaces, and within words that are longer than a line. */
function wrapped(text: string, hanging: string): string {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(/(?<=\S) /).flatMap(chunksOf)) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current);
      current = hanging + word;
    } else current += current === '' ? word : ` ${word}`;
  }
  return [...lines, current].join('\n');
}

/** Breaks after commas where it can, because long words are JSON. */
function chunksOf(word: string): string[] {
  return word.match(/.{1,65},|.{1,66}/gsu) ?? [word];
}
