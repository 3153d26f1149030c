import { currentDeployment } from '../deployment/current-deployment.js';
import type { Deployment } from '../deployment/deployment.js';
import { addLocalLines, localLines, refreshLocal } from '../deployment/local-state.js';
import { composeMessage, type DetailLine, framesAbove, UsageError, withFrames } from '../errors.js';
import { currentTest, followed, unfollowed } from '../running-test/test-context.js';
import { withinTest } from '../running-test/within-test.js';
import { type Awaitable, deploymentOfResult, resolveSubject } from './subject.js';

/** The members of `this` that a matcher uses, in Vitest and Jest. */
export interface MatcherContext {
  /** Whether the assertion is negated. */
  readonly isNot?: boolean | undefined;
  /** How the assertion unwraps a promise: `''`, `resolves` or `rejects`; missing in asymmetric use. */
  readonly promise?: string | undefined;
  /** Whether `expect.poll` makes the assertion, and repeats it by itself. Vitest only. */
  readonly poll?: boolean | undefined;
  /**
   * The function that the user called, where the stacks of errors begin. Default: the matcher.
   *
   * @internal
   */
  readonly entry?: ((...args: never[]) => unknown) | undefined;
}

/** What a matcher returns to the test runner. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
  readonly actual?: unknown;
  readonly expected?: unknown;
}

/** The outcome of an assertion. */
export interface Verdict {
  /** Whether it holds without `.not`. */
  readonly pass: boolean;
  /** The arguments in the first line: `expect(simulation).toCostAtMost(5)`. Default: none. */
  readonly call?: string;
  /** The fact after the call in the first line, as the service says it: `simulation failed: execution reverted: paused`. */
  readonly fact?: () => string;
  /** The whole first line. Default: the call and the fact. */
  readonly summary?: string;
  /** The message below the first line. */
  readonly lines: () => readonly DetailLine[];
  /** The value that reporters show as received. */
  readonly actual?: unknown;
}

/** One use of a matcher. */
export interface Assertion {
  /** The name with negation: `not.toReachInclusion`. */
  readonly name: string;
  readonly isNot: boolean;
  /** Whether `expect.poll` makes the assertion, and repeats it by itself. */
  readonly isPolled: boolean;
  /**
   * Awaits work, but not beyond the end of the running test.
   *
   * @param what - What the timeout message names: `the subject`.
   */
  within<T>(what: string, work: (signal: AbortSignal | undefined) => Promise<T>): Promise<T>;
}

/** An asynchronous matcher. */
interface MatcherDeclaration<
  Received,
  Args extends readonly unknown[],
  Options extends { readonly signal?: AbortSignal | undefined },
  Subject,
> {
  readonly name: string;
  /** What the headline calls the subject: `simulation`. */
  readonly about: string;
  /**
   * Validates the arguments before anything is sent.
   *
   * @throws {UsageError} if one is invalid.
   */
  readonly options: (args: Args, assertion: Assertion) => Options;
  /** Resolves the subject. */
  readonly subject: (
    received: Received,
    options: Options,
    assertion: Assertion,
  ) => Subject | Promise<Subject>;
  /** Judges the subject. */
  readonly run: (subject: Subject, options: Options, assertion: Assertion) => Verdict | Promise<Verdict>;
}

/**
 * Creates an asynchronous matcher. It rejects use as an asymmetric matcher, ends with the running test, and must be
 * awaited.
 */
export function matcher<
  Received,
  Args extends readonly unknown[],
  Options extends { readonly signal?: AbortSignal | undefined },
  Subject,
>(
  declared: MatcherDeclaration<Received, Args, Options, Subject>,
): (this: MatcherContext, received: Awaitable<Received>, ...args: Args) => Promise<MatcherResult> {
  const { name } = declared;
  return function assertion(received, ...args) {
    if (this.promise === undefined) throw asymmetricUse(name);
    const { isNot = false, poll: isPolled = false, entry = assertion } = this;
    const frames = framesAbove(entry);
    const judge = async (): Promise<MatcherResult> => {
      let options: Options | undefined;
      let subject: Subject | undefined;
      const use: Assertion = {
        name: isNot ? `not.${name}` : name,
        isNot,
        isPolled,
        within: (what, work) =>
          withinTest(
            { call: `expect(received).${use.name}()`, what, signal: options?.signal, test: currentTest() },
            work,
          ),
      };
      try {
        options = declared.options(args, use);
        const resolved = await use.within('the subject', (signal) => resolveSubject(received, signal));
        subject = await declared.subject(resolved, options, use);
        const result = resultOf(declared, await declared.run(subject, options, use), isNot);
        if (result.pass !== isNot) return result;
        const deployment = deploymentOf(subject, options);
        await refreshLocal(deployment);
        return withFaults(result, deployment);
      } catch (error) {
        const deployment = deploymentOf(subject, options);
        await refreshLocal(deployment);
        addLocalLines(deployment, [error]);
        throw withFrames(error, frames);
      }
    };
    // Bun's expect waits for the promise before it returns, so that no await can be missing.
    if (entry === assertion && process.versions.bun !== undefined) return unfollowed(judge);
    return followed(
      {
        text: `expect(...)${isNot ? '.not' : ''}.${name}(...)`,
        entry,
        isWrapped: true,
        failureOf: (value) => {
          const { pass, message } = value as MatcherResult;
          return pass === isNot ? message() : undefined;
        },
      },
      judge,
    );
  };
}

/** A synchronous matcher. */
interface ImmediateDeclaration<Received, Args extends readonly unknown[]> {
  readonly name: string;
  /** What the headline calls the subject: `record`. */
  readonly about: string;
  readonly run: (received: Received, args: Args, assertion: Pick<Assertion, 'isNot'>) => Verdict;
}

/** Creates a synchronous matcher. */
export function immediateMatcher<Received, Args extends readonly unknown[]>(
  declared: ImmediateDeclaration<Received, Args>,
): (this: MatcherContext, received: Received, ...args: Args) => MatcherResult {
  return function assertion(received, ...args) {
    const { isNot = false } = this;
    const result = resultOf(declared, declared.run(received, args, { isNot }), isNot);
    return result.pass === isNot ? withFaults(result, deploymentOf(received)) : result;
  };
}

/** Returns the deployment that an assertion is about; undefined if none is known. */
function deploymentOf(subject: unknown, options: object = {}): Deployment | undefined {
  try {
    const { deployment } = options as { readonly deployment?: Deployment };
    return deploymentOfResult(subject) ?? deployment ?? currentDeployment();
  } catch {
    return undefined;
  }
}

/** Adds the faults that are known to be set on a local deployment to the message of a failure. */
function withFaults(result: MatcherResult, deployment: Deployment | undefined): MatcherResult {
  const lines = localLines(deployment);
  return lines === undefined ? result : { ...result, message: () => `${result.message()}\n${lines}` };
}

function resultOf(
  { name, about }: { readonly name: string; readonly about: string },
  { pass, call = '', fact, summary, lines, actual }: Verdict,
  isNot: boolean,
): MatcherResult {
  const message = (): string => {
    const assertion = `expect(${about})${isNot ? '.not' : ''}.${name}(${call})`;
    return composeMessage(summary ?? (fact ? `${assertion}: ${fact()}` : assertion), lines());
  };
  return { pass, actual, message };
}

/**
 * Inside another assertion, an asynchronous matcher would not be awaited and always pass. So it throws synchronously.
 */
function asymmetricUse(name: string): UsageError {
  return new UsageError(
    `${name} is asynchronous and cannot be used inside another assertion; write: await expect(...).${name}()`,
  );
}
