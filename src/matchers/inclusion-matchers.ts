import { z } from 'zod';
import type { AnyClient } from '../client/create-client.js';
import type { InclusionRecord } from '../client/results.js';
import type { InclusionState } from '../contract/conventions.js';
import type { Stage } from '../contract/names.js';
import { goalVerdict } from '../contract/verdicts.js';
import { type Deployment, definedDeployment } from '../deployment/deployment.js';
import { UsageError } from '../errors.js';
import { closest } from '../internal/closest.js';
import { boolean, checkedValue, durationMs, parseOptions } from '../internal/options.js';
import { formatText, formatValue } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import { pollerOf } from '../polling/poller.js';
import { assertOperationIds, inclusionGoal, Wait, type WaitGoal } from '../polling/wait.js';
import { endText, type WaitEnd, waitError } from '../polling/wait-message.js';
import {
  settingsWithinTest,
  type WaitOptions,
  type WaitSettings,
  waitSettings,
  waitShape,
} from '../polling/wait-options.js';
import { currentTest } from '../running-test/test-context.js';
import { type Assertion, matcher, type Verdict } from './matcher.js';
import {
  type Awaitable,
  assertSameDeployment,
  clientOf,
  deploymentOfResult,
  recordWrappers,
  wrongSubject,
} from './subject.js';

type OperationSubject = string | Pick<InclusionRecord, 'operationId'>;

/** What the matchers that wait take: an operation id, or a record of it. */
export type InclusionSubject = Awaitable<OperationSubject>;

const deploymentShape = {
  /** The deployment whose observer is polled. Default: the one in force. */
  deployment: definedDeployment.optional(),
};

// A window has the options of a wait that say how it polls, and none that would end it early.
const windowWaitShape = z.object(waitShape).pick({
  intervals: true,
  attemptTimeoutMs: true,
  failOnInconsistency: true,
  ignoreErrors: true,
  onPoll: true,
  signal: true,
  clock: true,
}).shape;
// A stage is reached as soon as a poll finds it, so there is no `stableForMs`.
const { timeoutMs, failFast } = waitShape;
const stageWaitShape = { timeoutMs, failFast, ...windowWaitShape };

const reachInclusionShape = { ...waitShape, ...deploymentShape };
const reachStageShape = { ...stageWaitShape, ...deploymentShape };
const ownWindowShape = {
  /** How long to watch, in milliseconds. */
  forMs: durationMs(1),
  /** Passes at once when the operation is rejected; `false` keeps polling: a rollback may restore it. Default: false. */
  passOnRejection: boolean().default(false),
};
const windowShape = { ...windowWaitShape, ...ownWindowShape, ...deploymentShape };

const forMsOnlyNegated = {
  forMs: checkedValue<undefined>((value) =>
    value === undefined ? undefined : 'is only for .not; did you mean timeoutMs?',
  ).optional(),
};
const reachInclusionOptions = z.strictObject({ ...reachInclusionShape, ...forMsOnlyNegated });
const reachStageOptions = z.strictObject({ ...reachStageShape, ...forMsOnlyNegated });
const windowOptions = z.strictObject(windowShape);

/** Options of `toReachInclusion`: those of `waitForInclusion`, and the deployment. */
export interface ReachInclusionOptions
  extends WaitOptions,
    Readonly<z.input<z.ZodObject<typeof deploymentShape>>> {}

/** Options of `toReachStage`. A stage is reached as soon as a poll finds it, so there is no `stableForMs`. */
export interface ReachStageOptions
  extends Pick<WaitOptions, keyof typeof stageWaitShape>,
    Readonly<z.input<z.ZodObject<typeof deploymentShape>>> {}

/** Options of `toRemainPending`, `.not.toReachInclusion` and `.not.toReachStage`. */
export interface WindowOptions
  extends Pick<WaitOptions, keyof typeof windowWaitShape>,
    Readonly<z.input<z.ZodObject<typeof deploymentShape>>>,
    Readonly<z.input<z.ZodObject<typeof ownWindowShape>>> {}

/** What `toReachStage` takes as a stage: a literal must be the name of a stage, and a text that the compiler does not know is accepted. */
export type StageArgument<Name extends string> = string extends Name ? Name : Stage;

/** The expected state of an operation. */
interface Goal {
  /** The matcher call: `toReachInclusion()`. */
  readonly call: string;
  /** The goal of the wait. */
  readonly wait: WaitGoal;
  /** The expected state in messages: `included`. */
  readonly expected: string;
}

interface WaitingMatcher<Args extends readonly unknown[]> {
  readonly name: string;
  readonly optionsOf: (args: Args) => unknown;
  /** The options of a wait. Without them the matcher only watches a window, and has no `.not`. */
  readonly waitOptions?: z.ZodType;
  /** How messages write the arguments before the options: `stage, `. */
  readonly argumentsBeforeOptions?: string;
  readonly goalOf: (deployment: Deployment, args: Args, assertion: Assertion) => Goal;
}

/** The validated arguments of a waiting matcher. */
interface Given<Args> extends Partial<WindowOptions>, WaitOptions {
  readonly args: Args;
}

/** Creates a matcher that waits for a goal, or, if negated, watches a window in which it must not be reached. */
function waitingMatcher<Args extends readonly unknown[]>(declared: WaitingMatcher<Args>) {
  const { name, optionsOf, waitOptions, argumentsBeforeOptions = '', goalOf } = declared;
  const watchesWindow = ({ isNot }: Assertion): boolean => waitOptions === undefined || isNot;
  return matcher<OperationSubject, Args, Given<Args>, Operation>({
    name,
    about: 'operationId',
    options: (args, assertion) => {
      const options = (optionsOf(args) ?? {}) as Partial<WindowOptions>;
      if (waitOptions === undefined && assertion.isNot) {
        throw new UsageError(`${name} has no .not`, [
          'Write: await expect(operationId).toReachInclusion({ timeoutMs })',
        ]);
      }
      if (waitOptions === undefined || watchesWindow(assertion))
        assertWindow(assertion, options, argumentsBeforeOptions);
      else parseOptions(`${name} has invalid options`, waitOptions, options);
      return { ...options, args };
    },
    subject: (subject, { deployment }, assertion) => operationOf(assertion.name, subject, deployment),
    run: async ({ operationId, deployment }, { args, ...options }, assertion) => {
      const client = clientOf(deployment);
      const goal = goalOf(client.deployment, args, assertion);
      assertOperationIds(client, [operationId]);
      const { deployment: _, ...wait } = options;
      if (watchesWindow(assertion))
        return await watchWindow(client, goal, operationId, wait as WindowOptions, assertion.isNot);
      return await eventually(client, goal, operationId, wait, assertion);
    },
  });
}

/** Throws if the options of a window are invalid, or in `expect.poll`. */
function assertWindow(
  { name, isPolled }: Assertion,
  options: Partial<WindowOptions>,
  argumentsBeforeOptions: string,
): void {
  const write = `Write: await expect(operationId).${name}(${argumentsBeforeOptions}{ forMs: 5_000 })`;
  if (isPolled) {
    throw new UsageError(`${name} watches for a period, and expect.poll stops at its first passing poll`, [
      write,
    ]);
  }
  if (options.forMs === undefined) {
    throw new UsageError(`${name} needs forMs: for how long to watch, in milliseconds`, [
      'Without it the assertion would pass at the first "not yet".',
      write,
    ]);
  }
  parseOptions(`${name} has invalid options`, windowOptions, options);
}

/**
 * An operation and its deployment: the one from the options, else that of the result; undefined for the one in force.
 */
interface Operation {
  readonly operationId: string;
  readonly deployment: Deployment | undefined;
}

function operationOf(name: string, subject: OperationSubject, deployment: Deployment | undefined): Operation {
  const isResult = typeof subject === 'object' && subject !== null;
  const operationId = isResult ? subject.operationId : subject;
  const from = deploymentOfResult(subject);
  // A copy of a record does not know its deployment.
  if (typeof operationId !== 'string' || operationId === '' || (isResult && from === undefined))
    throw wrongSubject(name, 'an operation id, or a record of client.inclusion', subject, [
      ...recordWrappers,
      'operationId',
    ]);
  assertSameDeployment(name, subject, deployment, 'observerUrl');
  return { operationId, deployment: deployment ?? from };
}

/** Asserts that an operation's message is included in consensus. */
export const toReachInclusion = waitingMatcher<[options?: ReachInclusionOptions | WindowOptions]>({
  name: 'toReachInclusion',
  optionsOf: ([options]) => options,
  waitOptions: reachInclusionOptions,
  goalOf: (deployment, _, { name }) => ({
    call: `${name}()`,
    wait: inclusionGoal(deployment),
    expected: 'included',
  }),
});

/** Asserts that an operation's message is not included for a while. */
export const toRemainPending = waitingMatcher<[options: WindowOptions]>({
  name: 'toRemainPending',
  optionsOf: ([options]) => options,
  goalOf: (deployment) => ({
    call: 'toRemainPending()',
    wait: inclusionGoal(deployment),
    expected: 'included',
  }),
});

/** Asserts that an operation reaches a stage, or one after it. */
export const toReachStage = waitingMatcher<[stage: string, options?: ReachStageOptions | WindowOptions]>({
  name: 'toReachStage',
  optionsOf: ([, options]) => options,
  waitOptions: reachStageOptions,
  argumentsBeforeOptions: 'stage, ',
  goalOf: (deployment, [stage], assertion) => stageGoal(deployment, stage, assertion),
});

/**
 * Returns the goal of reaching a stage or a later one. If a stage is not in the deployment's order, only a record at this stage reaches it.
 *
 * @throws {UsageError} if it is not a name or is probably misspelt; if the deployment names no stages; or if the
 * assertion is negated and the stage is unknown, since it would always pass.
 */
function stageGoal(deployment: Deployment, given: string, { name, isNot }: Assertion): Goal {
  const { conventions, dialect } = deployment;
  const { stages } = conventions;
  const stage = knownStage(deployment, given);
  const isInOrder = stages.includes(stage);
  if (isNot && !isInOrder)
    throw unknownStage(
      deployment,
      `${formatText(given)} is not a stage of ${deployment.name}, so it would never be reached`,
    );
  const isOnAlpha =
    isInOrder && stages.indexOf(stage) <= stages.findLastIndex((one) => one.includes('ALPHA'));
  const others = `, which is not one of ${stages.map(dialect.toWireName).join(', ')}`;
  return {
    call: `${name}('${formatText(given)}')`,
    wait: {
      ...inclusionGoal(deployment),
      verdictOf: ({ response }) => {
        const isReached = hasReached(stage, response, stages);
        const verdict = goalVerdict(isReached, response, conventions);
        // An operation that ends on the destination chain may still reach each stage there.
        if (verdict !== 'not-applicable' || !isOnAlpha) return verdict;
        return isReached === undefined ? 'unknown' : 'pending';
      },
    },
    expected: `at stage ${formatText(dialect.toWireName(stage))}${isInOrder ? ' or past it' : others}`,
  };
}

/**
 * Returns whether a stage was reached. `success` is about the stage of the record (assumption): a failed stage was
 * not reached, but earlier ones were. Undefined if the record has no stage, or one that is not in the order.
 */
function hasReached(
  expected: string,
  { stage, success }: InclusionState,
  stages: readonly string[],
): boolean | undefined {
  if (stage === undefined) return undefined;
  if (stage === expected) return success !== false;
  if (!stages.includes(expected)) return false;
  return stages.includes(stage) ? stages.indexOf(stage) > stages.indexOf(expected) : undefined;
}

/** Returns the neutral name of a stage; the deployment may not know it. */
function knownStage(deployment: Deployment, stage: string): string {
  if (typeof stage !== 'string' || stage === '')
    throw new UsageError('toReachStage takes the name of a stage', [
      labelled('Received', formatValue(stage)),
    ]);
  const {
    name,
    conventions: { stages },
    dialect,
  } = deployment;
  if (stages.length === 0) {
    throw new UsageError(`toReachStage does not know which stages follow ${formatText(stage)}`, [
      `The deployment ${name} names no stages: its convention stages is an empty list.`,
      { advice: 'name the stages of the deployment in their order' },
    ]);
  }
  const neutral = dialect.fromWireName(stage);
  if (stages.includes(neutral)) return neutral;
  const near = closest(stage, stages.map(dialect.toWireName)) ?? closest(neutral, stages);
  if (near === undefined) return neutral;
  const meant = dialect.toWireName(dialect.fromWireName(near));
  throw unknownStage(deployment, `${formatText(stage)} is not a stage of ${name}; did you mean ${meant}?`);
}

function unknownStage({ conventions: { stages }, dialect }: Deployment, summary: string): UsageError {
  return new UsageError(summary, [
    `Its stages: ${stages.map(dialect.toWireName).join(', ')}`,
    { advice: 'correct the name, or add it to the conventions of the deployment' },
  ]);
}

/**
 * Judges whether an operation reaches a goal in time. A rejection, an end on the destination chain and a timeout are
 * verdicts; an inconclusive wait throws.
 */
async function eventually(
  client: AnyClient,
  goal: Goal,
  operationId: string,
  options: WaitOptions,
  { isPolled }: Assertion,
): Promise<Verdict> {
  if (!isPolled) {
    const settings = settingsWithinTest(waitSettings(options), currentTest());
    return verdictOfWait(
      await new Wait({ client, settings, goal: goal.wait }, operationId).run(),
      settings,
      goal,
    );
  }
  assertNoDurationOptions(goal.call, options);
  const onePoll = { ...waitSettings(options), timeoutMs: 0, limit: pollLimit };
  const test = currentTest();
  const attempts = attemptsOf(test ?? client);
  const key = `${goal.call} ${operationId}`;
  const earlier = attempts.get(key);
  const latency = pollerOf(client).latency(onePoll.clock);
  const leftMs = test?.remainingMs() ?? Number.POSITIVE_INFINITY;
  if (earlier !== undefined && leftMs < latency.usualMs()) return earlier();

  // A service that never answers must leave time for the last attempt, with which Vitest reports a failure.
  const settings = settingsWithinTest(onePoll, test, latency.isKnown ? 1 : 0.5);
  const end = await new Wait({ client, settings, goal: goal.wait }, operationId).run();
  if (earlier !== undefined && end.kind === 'not-answered' && leftMs < latency.longestMs()) return earlier();
  const outcome = (): Verdict => verdictOfWait(end, settings, goal);
  if (end.kind === 'included') attempts.delete(key);
  else attempts.set(key, outcome);
  return outcome();
}

/**
 * What the last attempt of each `expect.poll` of a test found. Vitest makes one more after the timeout of `expect.poll`; if
 * there is no time for an answer to it, the attempt before it counts.
 */
const attemptsOfTests = new WeakMap<object, Map<string, () => Verdict>>();

function attemptsOf(test: object): Map<string, () => Verdict> {
  const attempts = attemptsOfTests.get(test) ?? new Map<string, () => Verdict>();
  attemptsOfTests.set(test, attempts);
  return attempts;
}

/**
 * Returns the verdict of a wait, or of a window, in which the goal must not be reached.
 *
 * @throws {InclusionUnknownError} if it is inconclusive, and the other errors of ends that say nothing of the operation.
 */
function verdictOfWait(
  end: WaitEnd,
  settings: WaitSettings,
  { call, expected }: Goal,
  isNot = false,
): Verdict {
  const { isWindow } = settings;
  const isReached = end.kind === 'included';
  if (isReached && !isWindow) return { pass: true, actual: end.report.lastRecord, lines: () => [] };
  const text = () => endText(end, settings, expected);
  const { outcome, isVerdict } = text();
  const summary = `expect(operationId).${call} ${outcome}`;
  if (!isReached && !isVerdict) throw waitError(end, settings, expected, summary);
  // A window belongs to a negated matcher, or to toRemainPending, which has no .not.
  // Later, when the state of a local deployment is known, which the advice follows from.
  const lines = () => text().lines;
  return { pass: isWindow && !isNot ? !isReached : isReached, summary, lines };
}

const pollLimit = { name: 'one poll, as expect.poll asks', raise: 'the timeout of expect.poll' };

/** Throws for options of duration in `expect.poll`, which makes one poll at a time. */
function assertNoDurationOptions(call: string, { stableForMs, minConsecutivePolls }: WaitOptions): void {
  if (!stableForMs && (minConsecutivePolls ?? 1) === 1) return;
  throw new UsageError(`${call} makes one poll inside expect.poll, which cannot check a duration`, [
    { advice: 'wait without expect.poll, or leave out stableForMs and minConsecutivePolls' },
  ]);
}

/**
 * Judges whether an operation does not reach a goal during a window. The window ends early if the goal is reached or
 * can never be reached. A rejection does not end it, since a rollback may follow, unless `passOnRejection` is set.
 *
 * @throws {InconclusiveError} if fewer than two polls were conclusive, or the last one was not.
 */
async function watchWindow(
  client: AnyClient,
  goal: Goal,
  operationId: string,
  { forMs: windowMs, passOnRejection = false, ...options }: WindowOptions,
  isNot: boolean,
): Promise<Verdict> {
  const watching = waitSettings({ ...options, failFast: passOnRejection, timeoutMs: windowMs });
  const settings = settingsWithinTest({ ...watching, isWindow: true, limit: windowLimit }, currentTest());
  // A 404 is never final, whatever notFoundMeans is, so the whole window is watched.
  const plan = { client, settings, goal: { ...goal.wait, notFoundMeans: 'pending' as const } };
  return verdictOfWait(await new Wait(plan, operationId).run(), settings, goal, isNot);
}

const windowLimit = { raise: 'forMs' };
