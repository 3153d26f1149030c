import type { Command } from 'commander';
import { createClient } from '../client/create-client.js';
import type { InclusionRecord } from '../client/results.js';
import type { InclusionState } from '../contract/conventions.js';
import { operationIdIssue } from '../contract/formats.js';
import type { Deployment } from '../deployment/deployment.js';
import { UsageError } from '../errors.js';
import { realClock } from '../internal/clock.js';
import { jsonText } from '../internal/json.js';
import { withOptionNames } from '../internal/option-names.js';
import { boolean } from '../internal/options.js';
import { counted, errorText, formatDuration, formatText } from '../internal/print.js';
import { type Paint, ProgressLine, paintFor, type Style, type TextSink } from '../internal/terminal.js';
import type { WaitReport } from '../polling/inclusion-errors.js';
import { formatPollResult, type Poll } from '../polling/timeline.js';
import type { InclusionOutcome } from '../polling/wait.js';
import {
  type WaitForManyOptions,
  waitForInclusions,
  waitForManyShape,
} from '../polling/wait-for-inclusions.js';
import type { WaitEnding } from '../polling/wait-message.js';
import { waitLines } from '../polling/wait-message.js';
import { waitSettings } from '../polling/wait-options.js';
import { type CommandContext, type ExitCode, exitCodes } from './command/cli-context.js';
import { addFlags, duration, flagNames, flagSet, givenOptions } from './command/flags.js';
import { redactedTexts } from './command/output.js';
import { recordingFlags, targetFlags, targetOf, withRecording } from './command/target.js';

const examples = `
Progress goes to stderr: one line that is updated on a terminal, otherwise a line for each change. SIGINT or SIGTERM stops
the wait and prints its results so far; a second signal ends it at once. Credentials come from the configuration,
CROSSCHECK_AUTHORIZATION or CROSSCHECK_HEADERS, and are never printed.

Exit codes:
  0  included: all operations, or one of them with --any
  1  rejected, or ended on the destination chain: will never be included
  2  usage error
  3  not included in time, or inconclusive: the text and the status in the JSON say which

Examples:
  $ crosscheck wait 0x41c2… --timeout 3m --control-url http://127.0.0.1:8082
  $ crosscheck wait 0x41c2… 0x97a0… --any --interval 10s --simulator-url https://staging.example.org
  $ crosscheck wait 0x41c2… --timeout 0 --json | jq -r '.outcomes[0].status'`;

const plainFlags = flagSet(undefined, {
  any: boolean().meta({ flag: '--any', description: 'stop when the first operation is included' }),
  json: boolean().meta({
    flag: '--json',
    description: 'print one line of JSON: the status and the last record of each operation',
  }),
});
const waitFlags = flagSet('Waiting', waitForManyShape, { intervals: duration });

/** Makes a command `crosscheck wait`. */
export function configureWait(command: Command, context: CommandContext): void {
  command
    .description('Wait until the messages of operations are included in consensus on the source chain.')
    .argument('<operation-id...>', 'ids of the operations', readOperationId)
    .addHelpText('after', examples);
  addFlags(command, plainFlags, waitFlags, targetFlags, recordingFlags);
  command.action((operationIds: readonly string[]) => runWait(operationIds, command, context));
}

function readOperationId(given: string, earlier: readonly string[] = []): string[] {
  if (given.trim() === '') throw new UsageError('<operation-id> must not be empty');
  return [...earlier, given];
}

/** Waits for operations and prints the outcome of each. If it is stopped, it prints what it has seen so far. */
async function runWait(
  operationIds: readonly string[],
  command: Command,
  context: CommandContext,
): Promise<void> {
  const stop = new AbortController();
  void context.untilStopped().then(() => stop.abort(new Error('it was stopped')));
  const { any: isAny = false, json } = givenOptions(command, plainFlags);
  const target = await targetOf(command, context);
  for (const operationId of operationIds) {
    const issue = operationIdIssue(operationId, target.deployment.conventions);
    if (issue) throw new UsageError(`<operation-id> ${issue}, got ${formatText(operationId, 80)}`);
  }
  const options: WaitForManyOptions = {
    ...target.wait,
    ...givenOptions(command, waitFlags),
  };
  const outcomes = await withRecording(command, target, ({ deployment }) =>
    withOptionNames(flagNames(waitFlags), () =>
      outcomesOf(operationIds, { deployment, options, isAny, stop, sink: context.stderr }),
    ),
  );
  const { name: deploymentName } = target.deployment;
  const { timeoutMs } = waitSettings({ timeoutMs: options.timeoutMs });
  const texts = { deploymentName, timeoutMs, paint: paintFor(context.stdout, context.env) };
  context.stdout.write(json ? waitJson(outcomes, deploymentName) : waitText(outcomes, texts));
  const statuses = outcomes.map(({ status }) => status);
  context.endWith(waitExitCode(statuses, isAny));
}

interface Waits {
  readonly deployment: Deployment;
  readonly options: WaitForManyOptions;
  /** Whether the wait ends with the first included operation. */
  readonly isAny: boolean;
  /** Aborts all of them. */
  readonly stop: AbortController;
  /** Where to show progress. */
  readonly sink: TextSink;
}

async function outcomesOf(
  operationIds: readonly string[],
  { deployment, options, isAny, stop, sink }: Waits,
): Promise<InclusionOutcome[]> {
  const ids = [...new Set(operationIds)];
  // `waitForInclusions` returns only when all have ended.
  const groups = isAny ? ids.map((id) => [id]) : [operationIds];
  const progress = new WaitProgress(sink, ids.length);
  const client = createClient(deployment);
  const { ratePerSecond } = options;
  const each: WaitForManyOptions = {
    ...options,
    ...(ratePerSecond !== undefined && { ratePerSecond: ratePerSecond / groups.length }),
    signal: stop.signal,
    onPoll: (poll, operationId) => progress.poll(poll, operationId),
  };
  const outcomesOfGroup = async (group: readonly string[]): Promise<InclusionOutcome[]> => {
    const outcomes = await waitForInclusions(client, group, each);
    if (isAny && outcomes.some(({ status }) => status === 'included'))
      stop.abort(new Error('another operation is included'));
    return outcomes;
  };
  try {
    return (await Promise.all(groups.map(outcomesOfGroup))).flat();
  } catch (error) {
    stop.abort(error);
    throw error;
  } finally {
    progress.end();
  }
}

/** Returns the outcomes of waits as JSON on one line, with exact integers. */
function waitJson(outcomes: readonly InclusionOutcome[], deploymentName: string): string {
  return `${jsonText({ outcomes: outcomes.map((outcome) => described(outcome, deploymentName)) })}\n`;
}

function described(outcome: InclusionOutcome, deploymentName: string): object {
  const { operationId, lastRecord, lastError, durationMs, timeline, inconsistencies, traceId } = waitReport(
    outcome,
    deploymentName,
  );
  return {
    operationId,
    status: outcome.status,
    response: lastRecord === undefined ? null : redactedTexts(wireState(lastRecord), lastRecord.exchange),
    durationMs: Math.round(durationMs),
    ...(traceId !== undefined && { traceId }),
    polls: timeline.length,
    inconsistencies: inconsistencies.map(({ message }) => message),
    ...(outcome.status !== 'included' && { message: outcome.error.summary }),
    ...(lastError !== undefined && { lastError: errorText(lastError) }),
  };
}

/** Returns the observer's record with the deployment's names of stages and chains, as received. */
function wireState({ response, deployment: { dialect } }: InclusionRecord): InclusionState {
  const { stage, transactions } = response;
  return {
    ...response,
    ...(stage !== undefined && { stage: dialect.toWireName(stage) }),
    ...(transactions && { transactions: transactions.map(dialect.toWireTransaction) }),
  };
}

/** What the text contains besides the outcomes. */
interface WaitTextOptions {
  readonly deploymentName: string;
  readonly timeoutMs: number;
  readonly paint: Paint;
}

/** Returns a paragraph for each wait: how it ended and its polls. Contains no secrets. */
function waitText(outcomes: readonly InclusionOutcome[], options: WaitTextOptions): string {
  return outcomes.map((outcome) => `${paragraph(outcome, options)}\n`).join('\n');
}

function paragraph(outcome: InclusionOutcome, { deploymentName, timeoutMs, paint }: WaitTextOptions): string {
  const { status } = outcome;
  const [why, lines] =
    status === 'included'
      ? ['', waitLines(waitReport(outcome, deploymentName), { timeoutMs, expected: status })]
      : [`: ${outcome.error.summary}`, outcome.error.details];
  return [paint(styles[status], status.replaceAll('-', ' ')) + why, ...lines].join('\n');
}

const styles: Readonly<Record<WaitEnding, Style>> = {
  included: 'green',
  rejected: 'red',
  'not-applicable': 'red',
  inconsistent: 'red',
  'timed-out': 'yellow',
  inconclusive: 'yellow',
  aborted: 'yellow',
};

/**
 * Returns the exit code of some waits: 0 if all are included, or one with `isAny`. Otherwise 1 if one was decided
 * negatively, and 3 if none was.
 */
function waitExitCode(statuses: readonly WaitEnding[], isAny: boolean): ExitCode {
  const isIncluded = (status: WaitEnding): boolean => status === 'included';
  if (isAny ? statuses.some(isIncluded) : statuses.every(isIncluded)) return exitCodes.clean;
  return statuses.some((status) => styles[status] === 'red') ? exitCodes.findings : exitCodes.cannotRun;
}

/** Returns the report of a wait, however it ended. */
function waitReport(outcome: InclusionOutcome, deploymentName: string): WaitReport {
  if (outcome.status !== 'included') return outcome.error;
  const { operationId, inclusion } = outcome;
  const { record } = inclusion;
  const { traceId } = record.exchange;
  return {
    ...inclusion,
    operationId,
    deploymentName,
    lastRecord: record,
    lastError: undefined,
    traceId,
  };
}

/**
 * Shows the progress of waits: on a terminal one line that is overwritten, with the stage, the time and the polls; elsewhere
 * a line whenever a poll result changes.
 */
class WaitProgress {
  readonly #line: ProgressLine;
  readonly #startMs = realClock.now();
  readonly #count: number;
  /** The last result of each polled operation. */
  readonly #results = new Map<string, string>();
  readonly #included = new Set<string>();
  #polls = 0;
  #last = 'nothing seen yet';

  /** @param count - The number of operations. */
  constructor(sink: TextSink, count: number) {
    this.#count = count;
    this.#line = new ProgressLine(sink);
    this.#line.repeat(() => this.#text());
  }

  poll({ atMs, result }: Poll, operationId: string): void {
    const text = formatPollResult(result);
    this.#polls++;
    if (result.verdict === 'included') this.#included.add(operationId);
    else this.#included.delete(operationId);
    this.#last = this.#count === 1 ? text : `${shortId(operationId)} ${text}`;
    const isNew = this.#results.get(operationId) !== text;
    this.#results.set(operationId, text);
    if (!this.#line.isTerminal && isNew)
      this.#line.write(`${shortId(operationId)} +${formatDuration(atMs)} ${text}`);
  }

  end(): void {
    this.#line.end();
  }

  #text(): string {
    const elapsed = formatDuration(realClock.now() - this.#startMs);
    const included = this.#count === 1 ? '' : `${this.#included.size} of ${this.#count} included, `;
    return `waiting ${included}${elapsed}, ${counted(this.#polls, 'poll')}, ${this.#last}`;
  }
}

function shortId(operationId: string): string {
  const text = formatText(operationId, 80);
  return text.length > 14 ? `${text.slice(0, 8)}…${text.slice(-4)}` : text;
}
