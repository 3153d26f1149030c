import { assertions } from 'crosscheck/assert';
import { type FollowOptions, followTests } from 'crosscheck/matchers';
import { expect, it } from 'vitest';
import { collected, id, included, observed } from '../matchers/observed.js';

/** A runner that follows its tests. */
function runner(options?: FollowOptions) {
  const hooks: { before?: () => void; after?: () => Promise<void> } = {};
  followTests(
    {
      beforeEach: (hook) => {
        hooks.before = hook;
      },
      afterEach: (hook) => {
        hooks.after = hook;
      },
    },
    options,
  );
  return async (test: () => void | Promise<void>): Promise<void> => {
    hooks.before?.();
    try {
      await test();
    } finally {
      await hooks.after?.();
    }
  };
}

it('a test passes if it awaits its assertions', async () => {
  const { often } = await observed([collected, included]);
  await runner()(() => assertions.toReachInclusion(id, often));
});

it('a test fails if it does not await an assertion, and the next one passes', async () => {
  const { deployment } = await observed([collected]);
  const run = runner();
  const withoutAwait = run(() => void assertions.toReachInclusion(id, { deployment, intervals: 10 }));
  await expect(withoutAwait).rejects.toThrow(
    /^expect\(\.\.\.\)\.toReachInclusion\(\.\.\.\) was still waiting when the test ended/,
  );
  await run(() => {});
});

it('a wait ends before the test does, if its timeout is known', async () => {
  const { deployment } = await observed([collected]);
  const run = runner({ timeoutMs: 400 });
  const wait = (): Promise<void> => assertions.toReachInclusion(id, { deployment, intervals: 10 });
  await expect(run(wait)).rejects.toThrow(
    /^expect\(operationId\)\.toReachInclusion\(\) .+ \(the test's own timeout of 400 ms; timeoutMs is 60 s\)/,
  );
  await expect(
    runner()(() => assertions.toReachInclusion(id, { deployment, timeoutMs: 50 })),
  ).rejects.toThrow(/\(matcher timeout\)/);
});

it('tests that run at the same time end together, without a limit', async () => {
  const { deployment } = await observed([collected]);
  const run = runner({ timeoutMs: 200 });
  let end = (): void => {};
  const until = new Promise<void>((resolve) => {
    end = resolve;
  });
  const first = run(() => until);
  const second = run(() => {
    void assertions.toReachInclusion(id, { deployment, intervals: 10, timeoutMs: 400 });
  });
  await expect(second).resolves.toBeUndefined();
  end();
  await expect(first).rejects.toThrow(/was still waiting when the test ended/);
});

it('rejects invalid hooks, and a misspelt option', () => {
  const beforeEach = (): void => {};
  expect(() => followTests({ beforeEach } as never)).toThrow(
    /^followTests was given invalid hooks: afterEach is missing/,
  );
  const hooks = { beforeEach, afterEach: beforeEach };
  expect(() => followTests(hooks, { timeout: 5 } as never)).toThrow(/^followTests has invalid options/);
});
