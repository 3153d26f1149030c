import { AsyncLocalStorage } from 'node:async_hooks';
import * as vitest from 'vitest';
import type { RunningTest } from '../matchers/running-test.js';
import { TestAttempt } from './test-attempt.js';

// Concurrent tests that share the global `expect` are told apart by the code that calls it.
const attempts = new AsyncLocalStorage<TestAttempt>();

type Matcher = (this: object, ...args: never[]) => unknown;

/** Follows every try of every test from now on. Vitest tells of them from 4.1; before it, of none. */
export function followTestAttempts(): void {
  if (!('aroundEach' in vitest)) return;
  vitest.aroundEach(async (runTest, { task, signal }) => {
    const attempt = new TestAttempt({ task, signal });
    try {
      await attempts.run(attempt, runTest);
    } finally {
      attempt.end();
    }
  });
}

/** The try that the calling code belongs to. */
export function currentAttempt(): RunningTest | undefined {
  return attempts.getStore();
}

/** Matchers whose assertions fail the test that forgets to await them. */
export function watched<T extends Record<string, Matcher>>(matchers: T): T {
  const entries = Object.entries(matchers).map(([name, matcher]) => [name, watchedMatcher(name, matcher)]);
  return Object.fromEntries(entries) as T;
}

function watchedMatcher(name: string, matcher: Matcher): Matcher {
  return function (this: { isNot?: boolean }, ...args) {
    const result = matcher.apply(this, args);
    const attempt = attempts.getStore();
    if (attempt === undefined || !(result instanceof Promise)) return result;
    return attempt.watch(`expect(...)${this.isNot ? '.not' : ''}.${name}(...)`, result);
  };
}
