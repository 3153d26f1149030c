import { checkSource } from '../../checks/case/check-source.js';
import { knownChecks } from '../../checks/known-checks.js';
import { counted, formatDuration, formatText } from '../../internal/print.js';
import { parseCaseId } from '../case-id.js';
import { callLines } from './call-lines.js';
import { type CaseReplay, caseReplay } from './case-replay.js';
import { curlCommands } from './curl-commands.js';
import type { Confidence, Finding, FindingContext, Frequency } from './finding.js';
import { conditionText } from './finding-condition.js';
import { type FindingGroup, placesText } from './finding-groups.js';
import { findingTitle } from './finding-title.js';
import { regressionTest } from './regression-test.js';

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

/** A name and a text about it. */
export type FindingFact = readonly [name: string, text: string];

/** Lists what is known of a finding: its check, how certain it is, what shows it, how often it was seen, and its case. */
export function findingFacts(finding: Finding): FindingFact[] {
  const { signature, condition, caseId } = finding;
  const check = knownChecks.find(({ name }) => name === signature.check);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Check', check && `${check.about} Source: ${checkSource(check, signature.endpoint)}.`],
    ['Confidence', certainty(finding)],
    ['Shown by', condition && `valid calls ${conditionText(condition)}`],
    ['Seen', parseCaseId(caseId) && seen(finding)],
    ['Case', caseText(finding)],
  ];
  return facts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
}

/** Says what to do about a finding. */
export function adviceText({ confidence, isKnown }: Finding): string {
  return isKnown ? adviceForKnown : advice[confidence];
}

const advice: Readonly<Record<Confidence, string>> = {
  stable:
    'give this to whoever runs the service; the replay says whether it is fixed. To live with it until then, put it into a baseline (--write-baseline)',
  flaky:
    'replay it a few times; look for state, order and load in the service: the same requests have different answers',
  'not-reproduced': 'look into the logs of the service at that time',
  unconfirmed: 'replay it when the service can be reached: the case may be what brought it down',
};

const adviceForKnown = 'nothing now, the baseline knows it; the replay says whether it is fixed';

/** A case of the corpus is complete. A case by its index is generated again, which requires the calls of the campaign. */
function replayText({ command, file }: CaseReplay, flags: string): string {
  if (file !== undefined)
    return `${command}${flags === '' ? ' (with the flags or variables of the deployment)' : ''}`;
  const byTest = 'replayCase, as in the test below';
  return command === undefined
    ? byTest
    : `${byTest}; of a campaign in the shell also ${command}, with its ${flags && 'other '}flags`;
}

const contextTexts: Readonly<Record<FindingContext, string>> = {
  contradicted: ', together with the request whose answer it contradicts',
  predecessors: ', after requests of other cases and not alone',
  concurrency: ', beside requests of other cases and not alone',
};

function certainty({ confidence, runs: { shown, of }, context, predecessors, frequency }: Finding): string {
  const notAfter =
    predecessors === undefined
      ? ''
      : `, nor did the case when sent after the ${predecessors === 1 ? 'request' : `${predecessors} requests`} that preceded it`;
  const where = context === undefined ? notAfter : contextTexts[context];
  switch (confidence) {
    case 'stable':
      return `stable, ${of === 1 ? 'the one run again' : `all of ${of} runs`} showed it${where}`;
    case 'flaky':
      return `flaky, ${shown} of ${counted(of, 'run')} showed it${where}${frequency === undefined ? '' : `; in the campaign ${frequencyText(frequency)} did`}`;
    case 'not-reproduced':
      return `not reproduced, ${shown === 0 ? 'none' : shown} of ${of} more ${of === 1 ? 'run' : 'runs'} showed it${where}`;
    case 'unconfirmed':
      return `unconfirmed, ${of === 0 ? 'it was not run again' : `${shown} of ${of} runs showed it, but the deployment stopped answering`}`;
  }
}

/** `10 of 100 valid requests`. */
export function frequencyText({ shown, of, requests }: Frequency): string {
  return `${shown} of ${of} ${requests}`;
}

function seen({ occurrences, caseId, firstSeenMs }: Finding): string {
  const after = `${formatDuration(firstSeenMs)} after the start`;
  return occurrences === 1
    ? `in one case, ${caseId}, ${after}`
    : `in ${occurrences} cases, such as ${caseId}; first ${after}`;
}

function caseText({ plan: { phase, kind }, exchanges, shrinks }: Finding): string {
  const requests = exchanges.length === 1 ? 'one request' : `${exchanges.length} requests`;
  const shrunk = shrinks === 0 ? '' : `, shrunk ${shrinks === 1 ? 'once' : `${shrinks} times`}`;
  return `${phase}, ${kind}: ${requests}${shrunk}`;
}
