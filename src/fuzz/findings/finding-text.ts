import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'lossless-json';
import { caseRequests, isHttp } from '../../case/case-plan.js';
import { wirePath } from '../../contract/dialect.js';
import { chainsOfVariables } from '../../deployment/environment.js';
import { adviceLabel } from '../../errors.js';
import { isPlainObject } from '../../internal/objects.js';
import { cut, formatDuration, formatText, pathText, withShortHex } from '../../internal/print.js';
import { labelled, textTable, textWidth, wrapped } from '../../internal/terminal.js';
import type { Finding, RecordedCall } from '../model/finding.js';
import { confidenceText } from '../model/finding-certainty.js';
import {
  adviceText,
  classText,
  type FindingGroup,
  findingFacts,
  findingGroups,
  findingTitle,
  occurrencesOf,
  placesOf,
  specialAdvice,
} from './describe-findings.js';
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

const indent = ' '.repeat(14);
const maxPlaces = 3;
/** The length of all bodies of a finding together, in characters. */
const maxBodies = 300;
/** Longer hex in a body is folded. What was expected and received may be two hashes, which stay whole. */
const addressDigits = 40;
/** The length of the member of an answer that the finding is about. */
const maxMember = 90;

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
    String(occurrencesOf({ lead, others })),
  ]);
  const others = [0, 2, 3].map((column) => Math.max(10, ...rows.map((row) => row[column]?.length ?? 0)));
  const left = Math.max(24, textWidth - others.reduce((sum, one) => sum + one + 2, 0));
  return textTable([
    ['Finding', 'Where', 'Confidence', 'Cases'],
    ...rows.map(([id = '', place = '', ...rest]) => [id, cut(place, left - 1), ...rest]),
  ]);
}

/** Options of {@link groupText}. */
export interface GroupTextOptions extends FindingTextOptions {
  readonly repeat?: string | undefined;
  readonly shown?: Map<string, string> | undefined;
}

/**
 * Describes findings with one cause: the first whole, and the places of the others.
 *
 * @param options - With `repeat`, the command that repeats the first one; by default a replay of its case. With `shown`, the
 * requests that the texts of other findings show above, each with its finding, which are not shown again.
 */
export function groupText(
  group: FindingGroup,
  { corpus = false, flags, show = [], repeat, shown }: GroupTextOptions = {},
): string {
  const { lead: finding } = group;
  const { id, severity, signature, isKnown, confidence } = finding;
  const { command, file } = caseReplay(finding, corpus, flags);
  // What was expected says the same as the check, for this case.
  const leftOut = finding.expected === undefined ? ['Case'] : ['Check', 'Case'];
  const title = findingTitle(finding).slice(signature.check.length);
  return [
    wrapped(`${severity.toUpperCase()} ${id}${title}${isKnown ? ' (known, in the baseline)' : ''}`, '  '),
    ...messageLines(finding),
    ...factLines(finding, leftOut),
    ...exchangeLines(finding, shown),
    ...(confidence !== 'stable' || specialAdvice(finding) !== undefined
      ? [line(adviceLabel, adviceText(finding))]
      : []),
    ...placesLines(group),
    ...repeatLines(repeat ?? command, repeat !== undefined || file !== undefined),
    ...(show.includes('curl') ? ['', 'Curl:', curlCommands(finding, corpus, flags)] : []),
    ...(show.includes('test') ? ['', 'Test:', regressionTest(finding, file).trimEnd()] : []),
  ].join('\n');
}

/**
 * Writes the command that repeats a finding on a line of its own, not wrapped, so that it can be copied.
 *
 * @param isComplete - Whether it needs nothing else. A case by its index is generated again, which requires the calls and
 * endpoints of the campaign.
 */
function repeatLines(command: string | undefined, isComplete: boolean): string[] {
  if (command === undefined) return [line('Repeat', 'run its test (--show test, or regressionTest in code)')];
  return [
    `  ${labelled('Repeat', command)}`,
    ...(isComplete ? [] : [`${indent}Add the other options of the campaign, such as its calls.`]),
  ];
}

/** Says what was expected and received. A whole answer that was received is below, and older reports have only the message. */
function messageLines({ message, expected, received }: Finding): string[] {
  if (expected === undefined) return [line('Found', shortened(message))];
  return [
    line('Expected', shortened(expected)),
    ...(received === undefined ? [] : [line('Received', shortened(received))]),
  ];
}

/** Lists the facts that message and exchanges do not show. How often it was seen follows its confidence. */
function factLines(finding: Finding, leftOut: readonly string[]): string[] {
  const { confidence, context, predecessors } = finding;
  const facts = new Map(findingFacts(finding));
  const seen = facts.get('Seen');
  const isPlain = confidence === 'stable' && context === undefined && predecessors === undefined;
  return [...facts].flatMap(([name, text]) => {
    if (name === 'Seen' || leftOut.includes(name)) return [];
    if (name !== 'Confidence' || seen === undefined) return [line(name, text)];
    return [
      line(
        name,
        isPlain ? `${confidenceText({ ...finding, isKnown: false })}, ${seen}` : `${text}; seen ${seen}`,
      ),
    ];
  });
}

function placeOf({ signature, variables }: Finding): string {
  const { endpoint, path } = signature;
  const place =
    path === '' ? classText({ signature, variables }) : wirePath(path, chainsOfVariables(variables));
  return formatText(`${endpoint} ${place}`);
}

/**
 * Describes the request that shows a finding and its answer, numbered if there are several. The one before it is shown if the
 * finding may compare them.
 */
function exchangeLines(finding: Finding, requests = new Map<string, string>()): string[] {
  const { id, exchanges, at = exchanges.length - 1, signature, variables } = finding;
  const maxCalls = comparesRequests(finding) ? 2 : 1;
  const first = Math.max(0, at + 1 - maxCalls);
  const shown = exchanges.slice(first, first + maxCalls);
  const path = wirePath(signature.path, chainsOfVariables(variables));
  const length = maxBodies / 2 / Math.max(1, shown.length);
  const which =
    shown.length > 1 && at === exchanges.length - 1 ? 'these are the last' : `number ${at + 1} shows it`;
  return [
    ...(shown.length < exchanges.length ? [line('Requests', `${exchanges.length}, of which ${which}`)] : []),
    ...shown.flatMap(({ request, response, durationMs, attempts }, index) => {
      const number = exchanges.length === 1 ? '' : ` ${first + index + 1}`;
      const before = index === 0 ? undefined : shown[index - 1]?.request;
      const text = requestText(request, length, path, finding, headersOf(finding, first + index));
      return [
        line(
          `Request${number}`,
          (before && changesText(before, request, first + index)) ??
            shownAbove(request, text, id, requests) ??
            text,
        ),
        line(
          `Response${number}`,
          answerText(response, attempts.at(-1)?.failure, durationMs, (body) =>
            bodyText(body, isShown(response, path) ? length : Math.min(length, maxMember), path),
          ),
        ),
      ];
    }),
  ];
}

/** Returns whether another request of the case may be a reason of a finding. An answer breaks the rules of HTTP and JSON by itself. */
function comparesRequests({ family, context, plan }: Finding): boolean {
  return family !== 'transport' || context !== undefined || plan.relation !== undefined;
}

/** Returns the finding above that shows the same request, if its own text is longer; otherwise undefined. */
function shownAbove(
  request: RecordedCall['request'],
  text: string,
  id: string,
  shown: Map<string, string>,
): string | undefined {
  const key = JSON.stringify(request);
  const above = shown.get(key) ?? id;
  shown.set(key, above);
  return above === id || text.length <= textWidth ? undefined : `that of ${above}`;
}

/** Returns whether a body shows the finding, because of a member or an error text. Of other answers, the start is enough. */
function isShown(response: RecordedCall['response'], path: string): boolean {
  return path.startsWith('response') || (response?.status ?? 0) >= 400;
}

/** Returns the headers that the case sets, as they were sent. */
function headersOf({ plan, exchanges }: Finding, at: number): [name: string, value: string][] {
  const planned = caseRequests(plan)[at];
  if (planned === undefined || !isHttp(planned)) return [];
  const sent = new Map(
    Object.entries(exchanges[at]?.request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return Object.entries(planned.headers ?? {}).map(([name, value]) => [
    name,
    sent.get(name.toLowerCase()) ?? value,
  ]);
}

/** Describes a request: its target, the headers that the case sets, its body in short, and the members that the finding names. */
function requestText(
  { method, url, body }: RecordedCall['request'],
  length: number,
  path: string,
  finding: Finding,
  headers: readonly (readonly [name: string, value: string])[],
): string {
  const set = headers.map(([name, value]) => `${formatText(name)} "${formatText(value, 80)}"`);
  const start = `${method} ${formatText(targetOf(url), 200)}${set.length === 0 ? '' : ` with ${set.join(', ')}`}`;
  if (body === undefined) return start;
  const excerpt = bodyText(body, length, path);
  const hidden = namedMembers(finding, body).flatMap(([path, value]) => {
    const name = path.slice(path.lastIndexOf('.') + 1);
    return excerpt.includes(`"${name}":${value}`) ? [] : [`${formatText(path)} ${formatText(value, 80)}`];
  });
  return `${start} ${excerpt}${hidden.length === 0 ? '' : ` with ${hidden.slice(0, maxChanges).join(', ')}`}`;
}

/** Shorter texts may be in a message by chance. */
const minNamed = 6;

/** Returns the members of a body whose values are in what was expected or received. */
function namedMembers({ expected, received }: Finding, body: string): [path: string, value: string][] {
  const texts = `${expected} ${received}`.toLowerCase();
  return [...(membersOf(body) ?? [])]
    .filter(([, value]) => value.length >= minNamed + 2 && texts.includes(value.slice(1, -1).toLowerCase()))
    .map(([path, value]) => [path, withShortHex(value, addressDigits)]);
}

const maxChanges = 4;

/**
 * Describes a request by the members that differ from those of another one: `as request 1, with extraData "0x00"`. Returns
 * undefined if method, URL or headers differ, or if that would not be short.
 */
function changesText(
  from: RecordedCall['request'],
  to: RecordedCall['request'],
  number: number,
): string | undefined {
  const { body: _, ...target } = to;
  if (!isDeepStrictEqual({ ...target, body: from.body }, { ...from, body: from.body })) return undefined;
  if (from.body === to.body) return `the same as request ${number}`;
  const [before, after] = [membersOf(from.body), membersOf(to.body)];
  if (before === undefined || after === undefined) return undefined;
  const changed = [...after].filter(([path, text]) => before.get(path) !== text);
  const removed = [...before.keys()].filter((path) => !after.has(path));
  if (changed.length + removed.length > maxChanges) return undefined;
  const changes = [
    ...changed.map(
      ([path, text]) => `with ${formatText(path)} ${formatText(withShortHex(text, addressDigits), 80)}`,
    ),
    ...removed.map((path) => `without ${formatText(path)}`),
  ];
  return `as request ${number}, ${changes.length === 0 ? 'written differently' : changes.join(', ')}`;
}

/** Returns the values in the body of a request by their paths; undefined if it is not a JSON object. */
function membersOf(body = ''): ReadonlyMap<string, string> | undefined {
  try {
    const members = new Map<string, string>();
    const add = (path: readonly PropertyKey[], value: unknown): void => {
      const inner = Array.isArray(value) || isPlainObject(value) ? Object.entries(value as object) : [];
      if (inner.length === 0) members.set(pathText(path), stringify(value) ?? '');
      for (const [name, member] of inner) add([...path, Array.isArray(value) ? Number(name) : name], member);
    };
    const value = parse(body);
    if (!isPlainObject(value)) return undefined;
    add([], value);
    return members;
  } catch {
    return undefined;
  }
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

/** Returns an excerpt of a body that has the member at a path, if the body has it. */
function bodyText(body: string, length: number, path: string): string {
  if (body === '') return 'an empty body';
  const text = withShortHex(body, addressDigits);
  const start = memberStart(text, path);
  if (text.length <= length || start + memberLength <= length / 2) return startOf(text, length);
  return `…${startOf(text.slice(start), Math.min(length, maxMember))}`;
}

/** Returns the start of a text on one line. How much is left out does not matter: the report has all of it. */
function startOf(text: string, length: number): string {
  // To leave out a few characters would save no line.
  return text.length <= length + 20
    ? formatText(text, Number.POSITIVE_INFINITY)
    : `${formatText(text.slice(0, length).replace(/…$/, '').toWellFormed(), Number.POSITIVE_INFINITY)}…`;
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
    textTable(rows.slice(0, maxPlaces), { indent: '    ' }).trimEnd(),
  ];
}

function line(name: string, text: string): string {
  return wrapped(`  ${labelled(name, text)}`, indent);
}
