import { AsyncResource } from 'node:async_hooks';
import fc from 'fast-check';
import { z } from 'zod';
import { InconclusiveError, isCrosscheckError, PropertyFailedError, UsageError } from '../errors.js';
import { realClock, withTimeLimit } from '../internal/clock.js';
import { durationMs, parseOptions, valueWhere } from '../internal/options.js';
import { counted, formatDuration, formatText, formatValue } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import { type CallSite, currentTest, followed, type TestContext } from '../running-test/test-context.js';
import { withReadableCounterexample } from './counterexample.js';
import { inconclusiveText, notFoundIn, noVerdictIn } from './no-verdict.js';

/**
 * Parameters of {@link checkProperty}: those of `fc.assert`. A run that takes longer than `timeout`, in milliseconds, ends
 * the property as inconclusive, because it was not disproved.
 */
export type PropertyParameters<Values> = fc.Parameters<Values>;

/**
 * Checks a property as `fc.assert` does, and distinguishes an outage from a counterexample. A run that throws an
 * `InconclusiveError`, because the service does not answer or the test times out, ends the property as inconclusive
 * without shrinking. So does a property none of whose runs reaches a verdict. A failure is shrunk and reported with its
 * seed and path; if the service stops answering meanwhile, with the simplest counterexample so far. A Vitest test fails
 * if it does not await the check of an asynchronous property.
 *
 * @throws {PropertyFailedError} with the counterexample.
 * @throws {InconclusiveError} when the property could not be judged.
 * @throws {UsageError} as a run throws it: misuse is not shrunk.
 * @example
 * import { currentDeployment } from 'crosscheck';
 * import { checkProperty, simulationRequest } from 'crosscheck/arbitraries';
 * import fc from 'fast-check';
 * import { expect } from 'vitest';
 *
 * await checkProperty(
 *   fc.asyncProperty(simulationRequest({ deployment: currentDeployment() }), async (request) => {
 *     await expect(request).toMatchSimulation({ simulationStatus: expect.any(Boolean) });
 *   }),
 *   { numRuns: 50 },
 * );
 */
export function checkProperty<Values>(
  property: fc.IAsyncProperty<Values>,
  parameters?: PropertyParameters<Values>,
): Promise<void>;
export function checkProperty<Values>(
  property: fc.IProperty<Values>,
  parameters?: PropertyParameters<Values>,
): void;
export function checkProperty<Values>(
  property: fc.IRawProperty<Values>,
  parameters: PropertyParameters<Values> = {},
): Promise<void> | void {
  if (!isProperty(property))
    throw new UsageError('checkProperty takes a property', [
      `It must be what fc.property or fc.asyncProperty returns, got ${formatValue(property, 80)}`,
    ]);
  const headline = 'checkProperty has invalid options';
  parseOptions(headline, propertyParameters, parameters);
  // fast-check would report its own timeout as a failure, and shrink it.
  const { timeout, ...given } = { ...(fc.readConfigureGlobal() as fc.Parameters<Values>), ...parameters };
  parseOptions(headline, propertyParameters.pick({ numRuns: true }), { numRuns: given.numRuns });
  const runs = new JudgedRuns(property, timeout);
  const call: { stack?: string } = {};
  Error.captureStackTrace(call, checkProperty);
  const check = (): Promise<void> | void => {
    const details = fc.check(runs.property, withoutTimeout(given));
    if (!(details instanceof Promise))
      return report({
        details,
        inconclusiveRun: runs.inconclusiveRun,
        message: fc.defaultReportMessage(details),
        call,
        isPredicateSuspect: (details.errorInstance as Error | null)?.message === returnedFalse,
      });
    return details.then(async (known) => {
      if (known.interrupted) await runs.lastRun;
      const message = await fc.asyncDefaultReportMessage(known);
      return report({ details: known, inconclusiveRun: runs.inconclusiveRun, message, call });
    });
  };
  const site = { text: 'checkProperty(...)', entry: checkProperty };
  if (!property.isAsync()) return checkAtOnce(check, site);
  // The test tracks each call in the property separately, not only this one.
  const apart = AsyncResource.bind(check);
  return followed(site, async () => apart());
}

/**
 * Reports a property as fast-check does, but says in the first line whether a failure is an outage or a counterexample.
 * `fc.assert` still shrinks an outage; `checkProperty` does not, and needs no reporter. With `crosscheck/vitest` in
 * `setupFiles`, `fc.assert` needs none either.
 *
 * @throws {InconclusiveError} when the run that failed could not be judged, or no run ended in time.
 * @throws {PropertyFailedError} with the counterexample.
 * @example
 * import { reportProperty } from 'crosscheck/arbitraries';
 * import fc from 'fast-check';
 *
 * fc.configureGlobal({ reporter: reportProperty });
 */
export function reportProperty<Values>(details: fc.RunDetails<Values>): void {
  const message = fc.defaultReportMessage(details);
  if (message === undefined) return;
  const { errorInstance: cause } = details;
  const text = inconclusiveText(message, cause);
  if (text !== undefined) throw new InconclusiveError({ ...text, cause });
  const { summary, lines } = failureText(message, details);
  throw new PropertyFailedError({ summary, details: lines, cause });
}

/** The parameters that decide what is checked. fast-check ignores bad values of them, or checks nothing. */
const validatedParameters = {
  seed: valueWhere<number>(Number.isFinite, 'must be a number').optional(),
  path: z.string('must be a text').optional(),
  // Infinite runs need a time limit.
  numRuns: valueWhere<number>(
    (value) => value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && Number(value) >= 1),
    'must be an integer of at least 1, because without a run nothing is checked',
  ).optional(),
  timeout: durationMs().optional(),
  skipAllAfterTimeLimit: durationMs().optional(),
  interruptAfterTimeLimit: durationMs().optional(),
};

/** The names of all parameters; fast-check ignores unknown ones, such as a misspelt `numRun`. */
const installedParameters = Object.keys(
  fc.check(
    fc.property(fc.constant(0), () => {}),
    { numRuns: 0 },
  ).runConfiguration,
);

const propertyParameters = z.strictObject({
  ...Object.fromEntries(installedParameters.map((name) => [name, z.unknown().optional()])),
  ...validatedParameters,
});

function isProperty(value: unknown): boolean {
  const methods = ['isAsync', 'generate', 'shrink', 'run'] as const;
  const property = value as Partial<Record<(typeof methods)[number], unknown>> | null | undefined;
  return methods.every((method) => typeof property?.[method] === 'function');
}

/** Checks synchronously if possible; if the test has already ended, reports that. */
function checkAtOnce(check: () => Promise<void> | void, site: CallSite): Promise<void> | void {
  const tellTest = (outcome: () => Promise<void>): void =>
    void followed(site, outcome).then(undefined, () => {});
  try {
    const reported = check();
    tellTest(async () => {});
    return reported;
  } catch (error) {
    tellTest(() => Promise.reject(error));
    throw error;
  }
}

/** An undefined timeout takes precedence over the global configuration. */
function withoutTimeout<Values>(parameters: fc.Parameters<Values>): fc.Parameters<Values> {
  return Object.assign(parameters, { timeout: undefined });
}

/** The outcome of a run: null if it passed. */
type Outcome = Awaited<ReturnType<fc.IRawProperty<unknown>['run']>>;

/** Why a run could not be judged. */
interface InconclusiveRun {
  readonly reason: string;
  /** The thrown error; undefined if the run timed out. */
  readonly error: unknown;
  readonly values: unknown;
}

/** The runs of a property; they end with the first that is inconclusive. */
class JudgedRuns<Values> {
  readonly property: fc.IRawProperty<Values>;
  inconclusiveRun: InconclusiveRun | undefined;
  /** The test that checks the property; after it has ended, no further run begins. */
  readonly #test = currentTest();
  /** Settles with the last run: `interruptAfterTimeLimit` leaves it under way, and its calls would outlive the test. */
  lastRun: Promise<unknown> | undefined;

  constructor(property: fc.IRawProperty<Values>, timeoutMs: number | undefined) {
    const test = this.#test;
    const run = (values: Values): Outcome | Promise<Outcome> => {
      const leftMs = test?.remainingMs() ?? Number.POSITIVE_INFINITY;
      if (leftMs <= 0 || test?.signal.aborted)
        return this.#end({ reason: testIsOver(test), error: undefined, values });
      const outcome = property.run(values);
      if (!(outcome instanceof Promise)) return this.#judge(outcome, values);
      const limitMs = Math.min(leftMs, timeoutMs ?? Number.POSITIVE_INFINITY);
      if (limitMs === Number.POSITIVE_INFINITY) {
        if (test !== undefined) this.lastRun = outcome.catch(() => undefined);
        return outcome.then((come) => this.#judgeAnswered(come, values));
      }
      const timeUp = (): Outcome => {
        const reason =
          limitMs < leftMs ? `a run took longer than ${formatDuration(limitMs)}` : testIsOver(test);
        return this.#end({ reason, error: undefined, values });
      };
      const run = withTimeLimit(outcome, limitMs, timeUp, realClock);
      this.lastRun = run.catch(() => undefined);
      return run.then((come) => this.#judgeAnswered(come, values));
    };
    this.property = {
      isAsync: () => property.isAsync(),
      generate: (random, runId) => property.generate(random, runId),
      shrink: (value) => property.shrink(value),
      runBeforeEach: () => property.runBeforeEach(),
      runAfterEach: () => property.runAfterEach(),
      run,
    } as fc.IRawProperty<Values>;
  }

  #judge(outcome: Outcome, values: Values): Outcome {
    if (outcome === null || fc.PreconditionFailure.isFailure(outcome)) return outcome;
    const { error } = outcome;
    const cause = isMisuse(error) ? error : noVerdictIn(error);
    if (cause === undefined) return outcome;
    return this.#end({ reason: String(cause.message).split('\n', 1)[0] as string, error, values });
  }

  /** Judges a run that may have met a 404 from a proxy: checks whether the service is there. */
  async #judgeAnswered(outcome: Outcome, values: Values): Promise<Outcome> {
    const judged = this.#judge(outcome, values);
    if (judged === null || fc.PreconditionFailure.isFailure(judged)) return judged;
    const { error } = judged;
    const notFound = notFoundIn(error);
    if (notFound === undefined) return judged;
    const { foreignNotFound } = await import('./foreign-not-found.js');
    const limitMs = Math.max(0, this.#test?.remainingMs() ?? Number.POSITIVE_INFINITY);
    const asked = foreignNotFound(notFound, this.#test?.signal);
    const reason =
      limitMs === Number.POSITIVE_INFINITY
        ? await asked
        : await withTimeLimit(asked, limitMs, () => testIsOver(this.#test), realClock);
    return reason === undefined ? judged : this.#end({ reason, error, values });
  }

  #end(inconclusiveRun: InconclusiveRun): Outcome {
    this.inconclusiveRun ??= inconclusiveRun;
    return new fc.PreconditionFailure(true);
  }
}

function isMisuse(error: unknown): error is Error {
  return isCrosscheckError(error) && error.code === 'USAGE';
}

function testIsOver(test: TestContext | undefined): string {
  if (test?.signal.aborted) return 'its test has ended; await checkProperty';
  return `the test's own timeout of ${formatDuration(test?.timeoutMs ?? 0)} is over`;
}

/** The outcome of a property. */
interface Ended<Values> {
  readonly details: fc.RunDetails<Values>;
  readonly inconclusiveRun: InconclusiveRun | undefined;
  /** The message of fast-check; undefined if the property held. */
  readonly message: string | undefined;
  /** The call site. */
  readonly call: { readonly stack?: string };
  /** Whether the predicate may have returned something else than a boolean. Default: no. */
  readonly isPredicateSuspect?: boolean;
}

/** The message of fast-check for a predicate that returned neither true nor undefined. */
const returnedFalse = 'Property failed by returning false';

/** fast-check says that a predicate returned false whatever it returned, also if that was a promise. */
const predicateLines = [
  { advice: 'write fc.asyncProperty if the predicate is async; fc.property treats a promise as a failure.' },
  'A predicate returns true, false or nothing.',
];

/**
 * Puts the cause of a failure into the first line, makes the counterexample readable, and leaves out the advice of fast-check on
 * its own options.
 */
function failureText(
  message: string,
  {
    errorInstance: thrown,
    counterexample,
  }: { readonly errorInstance: unknown; readonly counterexample: unknown },
): { summary: string; lines: string[] } {
  const [failed = '', ...lines] = message.split('\n');
  const [first = ''] = String((thrown as Error | null)?.message ?? '').split('\n', 1);
  const cause = first === returnedFalse ? 'the predicate returned false' : first;
  return {
    summary: cause === '' ? failed : `${failed}: ${cause}`,
    lines: withReadableCounterexample(
      lines.filter((line) => !line.startsWith('Hint: Enable verbose mode')),
      counterexample,
    ),
  };
}

/** Throws unless the property held. A reporter of the user is called first: a failure that it does not throw is not lost. */
function report<Values>({
  details,
  inconclusiveRun,
  message,
  call,
  isPredicateSuspect = false,
}: Ended<Values>): Promise<void> | void {
  const { reporter, asyncReporter, includeErrorInReport } = details.runConfiguration;
  if (details.counterexamplePath === null) {
    if (isMisuse(inconclusiveRun?.error)) throw inconclusiveRun.error;
    if (inconclusiveRun !== undefined || details.failed || details.numRuns === 0)
      throw at(call, inconclusive(details, inconclusiveRun));
  }
  const throwIfFailed = (): void => {
    if (message === undefined) return;
    const { summary, lines } = failureText(message, details);
    const hints = isPredicateSuspect ? ['', ...predicateLines] : [];
    const stopped = inconclusiveRun === undefined ? [] : ['', ...stoppedLines(inconclusiveRun)];
    const error = new PropertyFailedError({
      summary,
      details: [...lines, ...hints, ...stopped],
      cause: includeErrorInReport ? undefined : details.errorInstance,
    });
    throw at(call, error);
  };
  if (asyncReporter !== undefined) return asyncReporter(details).then(throwIfFailed);
  reporter?.(details);
  throwIfFailed();
}

/** Sets the stack of an error to the call site, which test runners show. */
function at({ stack = '' }: Ended<unknown>['call'], error: Error): Error {
  const frames = stack.indexOf('\n    at ');
  if (frames >= 0) error.stack = `${error.name}: ${error.message}${stack.slice(frames)}`;
  return error;
}

/** Explains that shrinking of a counterexample was stopped early. */
function stoppedLines({ reason }: InconclusiveRun): string[] {
  return [
    `Shrinking stopped early: ${formatText(reason, maxReasonLength)}`,
    'The counterexample is real; there may be a simpler one.',
  ];
}

function inconclusive<Values>(
  details: fc.RunDetails<Values>,
  inconclusiveRun: InconclusiveRun | undefined,
): InconclusiveError {
  const { numRuns: passed, numSkips, seed, runConfiguration, interrupted } = details;
  const reason =
    inconclusiveRun?.reason ??
    (interrupted
      ? 'the time limit was reached'
      : `fc.pre skipped ${counted(numSkips, 'value')}, too many to judge it`);
  const advice =
    inconclusiveRun === undefined
      ? 'generate values that are not skipped, or give it more time'
      : 'check whether the service answers, and run the property again with its seed';
  return new InconclusiveError({
    summary: `Property inconclusive after ${counted(passed, 'passed run')}, not a counterexample: ${formatText(reason, maxReasonLength)}`,
    details: [
      labelled(
        'Passed',
        `${passed} of ${counted(runConfiguration.numRuns ?? 100, 'run')}, ${numSkips} skipped`,
      ),
      ...(inconclusiveRun === undefined
        ? []
        : [`Not judged: ${formatText(fc.stringify(inconclusiveRun.values), longestValue)}`]),
      labelled('Seed', `{ seed: ${seed} }`),
      { advice },
    ],
    cause: inconclusiveRun?.error,
  });
}

const maxReasonLength = 400;
const longestValue = 2_000;
