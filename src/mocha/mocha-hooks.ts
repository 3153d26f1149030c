import { UsageError } from '../errors.js';
import { FollowedTest } from '../running-test/follow-tests.js';
import {
  errorAt,
  type FollowedCall,
  firstLineOf,
  registerTestRunner,
  runInTest,
  type TestContext,
  testOfContext,
  throwAll,
} from '../running-test/test-context.js';

/** The callback of a test that takes one. */
type Done = (error?: unknown) => void;

/** A test of mocha. */
interface MochaTest {
  readonly title: string;
  readonly timedOut?: boolean;
  fn?: ((this: unknown, done: Done) => unknown) | undefined;
  timeout(): number;
}

/** Mocha's `this` in a hook. */
interface MochaContext {
  readonly currentTest?: MochaTest | undefined;
}

/** The attempt of each test that began last. */
const attempts = new WeakMap<MochaTest, FollowedTest>();

/** The errors of code that went on after its test had ended; undefined after the last test. */
let late: Error[] | undefined = [];

/** The assertions that failed outside of tests, in hooks and what they started. */
let failedOutside: (readonly [call: FollowedCall, failure: unknown])[] = [];

/** Code outside of tests. Mocha does not expose the timeout of a hook. An assertion that fails there must be awaited. */
const outside = withoutLimit('the hooks', (call, failure) => {
  if (failure === undefined) return;
  if (late) failedOutside.push([call, failure]);
  else if (!call.isAwaited) report(droppedError(call, failure));
});

/** Returns the context of code whose calls are neither rejected nor limited; `onEnd` is called when one that asserts has ended. */
function withoutLimit(name: string, onEnd: (call: FollowedCall, failure: unknown) => void): TestContext {
  return {
    name,
    timeoutMs: 0,
    signal: new AbortController().signal,
    remainingMs: () => Number.POSITIVE_INFINITY,
    follow: (call) => call.onEnd((failure) => onEnd(call, failure)),
  };
}

/**
 * The root hooks that mocha looks for in a module that it requires. They run each test in a way that shows which calls are its
 * own, so that it fails if it does not await them.
 */
export const mochaHooks = {
  beforeAll(): void {
    late = [];
    failedOutside = [];
    registerTestRunner({ currentTest });
  },
  beforeEach(this: MochaContext): void {
    if (this.currentTest?.fn) follow(this.currentTest, this.currentTest.fn);
  },
  // A test that timed out has not ended its calls.
  async afterEach(this: MochaContext): Promise<void> {
    if (this.currentTest) await attempts.get(this.currentTest)?.end();
  },
  afterAll(): void {
    const dropped = failedOutside.filter(([call]) => !call.isAwaited);
    const errors = [...(late ?? []), ...dropped.map(([call, failure]) => droppedError(call, failure))];
    late = undefined;
    throwAll(errors);
  },
};

/** Fails the run: mocha ignores unhandled rejections, and fails whatever test is running for an uncaught exception. */
function report(error: Error): void {
  if (late) late.push(error);
  else
    setImmediate(() => {
      throw error;
    });
}

function currentTest(): TestContext | undefined {
  const test = testOfContext() as FollowedTest | undefined;
  if (test === undefined) return outside;
  if (!test.signal.aborted) return test;
  // It may be a server that other tests use.
  return withoutLimit(test.name, (call, failure) => test.report(test.lateError(call, failure)));
}

function droppedError(call: FollowedCall, failure: unknown): UsageError {
  const error = new UsageError(
    `${call.text}, outside of the tests, was not awaited and failed`,
    [`It failed:  ${firstLineOf(failure)}`, { advice: `write await before it: await ${call.text}` }],
    failure,
  );
  return errorAt(call, error);
}

/**
 * Replaces the function of a test for one attempt. The test itself throws for a missing `await`, because mocha ends the run when a
 * root `afterEach` hook fails.
 */
function follow(test: MochaTest, fn: NonNullable<MochaTest['fn']>): void {
  let hasFailed = false;
  const begin = (): FollowedTest => {
    // A retry copies the test.
    test.fn = fn;
    const attempt = new FollowedTest({
      name: `the test "${test.title}"`,
      get timeoutMs() {
        return test.timeout();
      },
      get hasFailed() {
        return hasFailed || test.timedOut === true;
      },
      report,
    });
    attempts.set(test, attempt);
    return attempt;
  };
  const end = async (attempt: FollowedTest, error?: unknown): Promise<void> => {
    hasFailed = Boolean(error);
    await attempt.finish();
  };
  const takesDone = fn.length > 0;
  test.fn = takesDone
    ? function withDone(done) {
        const attempt = begin();
        const endAndReport: Done = (error) => void end(attempt, error).then(() => done(error), done);
        return runInTest(attempt, () => fn.call(this, endAndReport));
      }
    : async function withPromise(done) {
        const attempt = begin();
        try {
          await runInTest(attempt, () => fn.call(this, done));
        } catch (error) {
          await end(attempt, error);
          throw error;
        }
        await end(attempt);
      };
}
