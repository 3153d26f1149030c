import { createClient, defineDeployment, InconclusiveError, waitForInclusion } from 'crosscheck';
import { checkProperty } from 'crosscheck/arbitraries';
import { runCampaign } from 'crosscheck/fuzz';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startScriptedObserver } from '../../support/scripted-observer.js';

const unanswered = (): InconclusiveError => new InconclusiveError({ summary: 'nobody answered' });

/** What checking a property throws. */
async function thrownBy(check: () => unknown): Promise<Error & { code?: string }> {
  try {
    await check();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

/** A property whose runs throw these in turn, the last one for ever. */
function throwing(...errors: readonly (Error | undefined)[]): fc.IAsyncProperty<[number]> {
  let run = 0;
  return fc.asyncProperty(fc.integer({ min: 1000 }), async (_: number): Promise<void> => {
    const error = errors[Math.min(run++, errors.length - 1)];
    if (error) throw error;
  });
}

test('is inconclusive if a campaign in it cannot run', async () => {
  const url = 'http://127.0.0.1:1';
  const deployment = defineDeployment({ simulatorUrl: url, observerUrl: url });
  const property = fc.asyncProperty(fc.nat(), async () => {
    await runCampaign({ deployment, connectTimeoutMs: 1 });
  });
  const error = await thrownBy(() => checkProperty(property));
  expect(error).toMatchObject({ code: 'INCONCLUSIVE', cause: { code: 'CAMPAIGN_CANNOT_RUN' } });
});

test('passes for a property that holds, asynchronous or not', async () => {
  let runs = 0;
  const counts = (): void => void runs++;
  await checkProperty(
    fc.asyncProperty(fc.nat(), async () => counts()),
    { numRuns: 5 },
  );
  expect(runs).toBe(5);
  void checkProperty(fc.property(fc.nat(), counts), { numRuns: 5 });
  expect(runs).toBe(10);
});

test('shrinks a failure and prints its seed and path', async () => {
  const property = fc.asyncProperty(fc.nat(), async (n) => n < 50);
  const error = await thrownBy(() => checkProperty(property, { seed: 3 }));
  expect(error.code).toBe('PROPERTY_FAILED');
  expect(error.message).toMatch(
    /^Property failed after \d+ tests: the predicate returned false\n(?![\s\S]*Hint: Enable verbose)[\s\S]*seed: 3, path: "[\d:]+"[\s\S]*Counterexample: \[50\]/,
  );
  expect(error.cause).toMatchObject({ message: 'Property failed by returning false' });
  expect(error.stack).toContain('check-property.test.ts');
});

test('names fc.asyncProperty where a synchronous predicate may have returned a promise', async () => {
  const error = await thrownBy(() =>
    checkProperty(fc.property(fc.nat(), (async () => {}) as () => void), { seed: 3 }),
  );
  expect(error.message).toContain('write fc.asyncProperty if the predicate is async');
  const thrown = await thrownBy(() =>
    checkProperty(
      fc.property(fc.nat(), () => {
        throw new Error('oops');
      }),
    ),
  );
  expect(thrown.message).not.toContain('asyncProperty');
});

test('ends with the first run that is inconclusive, and does not shrink it', async () => {
  const error = await thrownBy(() =>
    checkProperty(throwing(undefined, undefined, unanswered()), { seed: 3, numRuns: 20 }),
  );
  expect(error).toBeInstanceOf(InconclusiveError);
  expect(error.message.replace(/\[\d+\]/, '[…]')).toMatchInlineSnapshot(`
    "Property inconclusive after 2 passed runs, not a counterexample: nobody answered

    Passed:     2 of 20 runs, 0 skipped
    Not judged: […]
    Seed:       { seed: 3 }
    What to do: check whether the service answers, and run the property again with its seed"
  `);
  expect(error.cause).toMatchObject({ message: 'nobody answered' });
});

test.each([
  ['a body of the wrong shape', { status: 200, body: '{"response":{"stage":7}}' }, 'PROPERTY_FAILED'],
  ['a status that is no outage', { status: 400, body: '{"error":"bad id"}' }, 'PROPERTY_FAILED'],
  ['an outage', { status: 503, body: '' }, 'INCONCLUSIVE'],
])('judges a wait by the answer that ended it: %s', async (_, answer, code) => {
  await using server = await startScriptedObserver([answer]);
  const client = createClient(server.deployment({ retries: 0 }));
  const property = fc.asyncProperty(fc.nat(), async () => {
    await waitForInclusion(client, `0x${'12'.repeat(32)}`, { timeoutMs: 100, intervals: 30 });
  });
  expect(await thrownBy(() => checkProperty(property, { numRuns: 2 }))).toMatchObject({ code });
});

test('throws for synchronous properties too', async () => {
  const property = fc.property(fc.nat(), () => {
    throw unanswered();
  });
  expect(await thrownBy(() => checkProperty(property))).toMatchObject({ code: 'INCONCLUSIVE' });
});

test.each([
  ['a rejected connection', () => fetch('http://127.0.0.1:9/')],
  ['an aborted signal', () => fetch('http://127.0.0.1:9/', { signal: AbortSignal.abort() })],
  ['an assertion about it', () => expect(Promise.reject(unanswered())).resolves.toBe(1)],
  [
    'an assertion about another error',
    () => expect(Promise.reject(unanswered())).rejects.toThrow(RangeError),
  ],
  ['one of several', () => Promise.any([Promise.reject(unanswered())])],
])('does not report %s as a counterexample', async (_, fail) => {
  const property = fc.asyncProperty(fc.nat(), async () => void (await fail()));
  expect(await thrownBy(() => checkProperty(property))).toMatchObject({ code: 'INCONCLUSIVE' });
});

test('reports the simplest counterexample when the service becomes unreachable during shrinking', async () => {
  const error = await thrownBy(() =>
    checkProperty(throwing(undefined, new Error('wrong'), unanswered()), { seed: 3 }),
  );
  expect(error.code).toBe('PROPERTY_FAILED');
  expect(error.cause).toMatchObject({ message: 'wrong' });
  expect(error.message).toMatch(
    /^Property failed after 2 tests: [\s\S]*Counterexample: \[\d+\][\s\S]*Shrinking stopped early: nobody answered/,
  );
});

test('does not shrink usage errors', async () => {
  const property = fc.asyncProperty(fc.nat(), async () => {
    await checkProperty(throwing(undefined), { numRuns: 1 });
    const { defineDeployment } = await import('crosscheck');
    defineDeployment({ simulatorUrl: 'nowhere', observerUrl: 'nowhere' });
  });
  const error = await thrownBy(() => checkProperty(property));
  expect(error).toMatchObject({ code: 'USAGE' });
  expect(error.message).toMatch(/^The deployment has invalid options/);
});

test.each<[string, fc.Parameters<[number]>, fc.IAsyncProperty<[number]>]>([
  [
    'every value was skipped',
    { numRuns: 3 },
    fc.asyncProperty(fc.nat(), async (_: number): Promise<void> => fc.pre(false)),
  ],
  ['its time limit ended the first run', { interruptAfterTimeLimit: 0 }, throwing(undefined)],
])('is inconclusive when %s', async (_, parameters, property) => {
  expect(await thrownBy(() => checkProperty(property, parameters))).toMatchObject({ code: 'INCONCLUSIVE' });
});

test('is inconclusive when a run takes longer than its timeout', async () => {
  const property = fc.asyncProperty(fc.nat(), () => new Promise<void>(() => {}));
  const error = await thrownBy(() => checkProperty(property, { timeout: 20 }));
  expect(error.message).toMatch(
    /^Property inconclusive after 0 passed runs, not a counterexample: a run took longer than 20 ms/,
  );
});

test('passes failures to a reporter, but not outages', async () => {
  const seen: boolean[] = [];
  const reporter = ({ failed }: fc.RunDetails<[number]>): void => void seen.push(failed);
  await checkProperty(throwing(undefined), { reporter, numRuns: 2 });
  expect(await thrownBy(() => checkProperty(throwing(new Error('wrong')), { reporter }))).toMatchObject({
    code: 'PROPERTY_FAILED',
  });
  expect(await thrownBy(() => checkProperty(throwing(unanswered()), { reporter }))).toMatchObject({
    code: 'INCONCLUSIVE',
  });
  expect(seen).toEqual([false, true]);
});

test.each<[string, object]>([
  ['reporter', { reporter: () => {} }],
  ['asynchronous reporter', { asyncReporter: async () => {} }],
])('fails although a global %s throws nothing', async (_, configured) => {
  const before = fc.readConfigureGlobal();
  fc.configureGlobal({ ...before, ...configured });
  try {
    await checkProperty(throwing(undefined), { numRuns: 2 });
    const failure = await thrownBy(() => checkProperty(throwing(new Error('wrong'))));
    expect(failure).toMatchObject({ code: 'PROPERTY_FAILED' });
    if ('reporter' in configured)
      expect(() => checkProperty(fc.property(fc.nat(), () => false))).toThrow(/^Property failed/);
  } finally {
    fc.configureGlobal(before);
  }
});

test('throws what a reporter throws', async () => {
  const reporter = (): never => {
    throw new Error('told');
  };
  const error = await thrownBy(() => checkProperty(throwing(new Error('wrong')), { reporter }));
  expect(error.message).toBe('told');
});

test.each([0, -1, Number.NaN])('rejects numRuns %s', async (numRuns) => {
  const error = await thrownBy(() => checkProperty(throwing(undefined), { numRuns }));
  expect(error).toMatchObject({ code: 'USAGE', message: expect.stringContaining('numRuns') });
});

test('takes every parameter of the installed fast-check', () => {
  const property = fc.property(fc.constant(0), () => {});
  const { runConfiguration } = fc.check(property, { numRuns: 1 });
  const parameters = Object.fromEntries(Object.keys(runConfiguration).map((name) => [name, undefined]));
  expect(() => checkProperty(property, { ...parameters, numRuns: 1 })).not.toThrow();
});

test('passes parameters on to fast-check', () => {
  const tried: number[] = [];
  const property = fc.property(fc.nat(), (n) => void tried.push(n));
  void checkProperty(property, { examples: [[7], [8]], numRuns: 2 });
  expect(tried).toEqual([7, 8]);
});

test.each([
  [{ numRun: 3 }, 'numRun is not an option; did you mean numRuns?'],
  [null, 'options must be an object, got null'],
  [3, 'options must be an object, got 3'],
  [
    { numRuns: '3' },
    'numRuns must be an integer of at least 1, because without a run nothing is checked, got "3"',
  ],
  [{ seed: 'x' }, 'seed must be a number, got "x"'],
  [{ path: 3 }, 'path must be a text, got 3'],
  [{ timeout: '5' }, 'timeout must be a number from 0 to 2147483647, got "5"'],
])('rejects the parameters %j', async (parameters, message) => {
  const error = await thrownBy(() => checkProperty(throwing(undefined), parameters as never));
  expect(error).toMatchObject({ code: 'USAGE', message: `checkProperty has invalid options: ${message}` });
});

test('accepts every parameter of fc.assert', async () => {
  const parameters: Required<Omit<fc.Parameters<[number]>, 'reporter' | 'asyncReporter' | 'path'>> = {
    seed: 1.5,
    randomType: 'xorshift128plus',
    numRuns: Number.POSITIVE_INFINITY,
    maxSkipsPerRun: 1,
    timeout: 1000,
    skipAllAfterTimeLimit: 1000,
    interruptAfterTimeLimit: 20,
    markInterruptAsFailure: false,
    skipEqualValues: false,
    ignoreEqualValues: false,
    unbiased: false,
    verbose: 2,
    examples: [[1000]],
    endOnFailure: false,
    includeErrorInReport: false,
    plugins: [],
    logger: () => {},
  };
  await checkProperty(throwing(undefined), parameters);
});

test.each([undefined, null, 3, {}, () => true])('rejects %s, which is not a property', async (value) => {
  const error = await thrownBy(() => checkProperty(value as never));
  expect(error).toMatchObject({
    code: 'USAGE',
    message: expect.stringMatching(/^checkProperty takes a property\n\nIt must be what fc\.property or/),
  });
});

test('writes a counterexample like JSON, long hex folded and bigints in decimal', async () => {
  const request = {
    shardsKey: '0',
    alphaCallParams: { arguments: `0x${'ab'.repeat(40)}` },
    amount: 10n ** 20n,
  };
  const property = fc.asyncProperty(fc.constant(request), async () => {
    throw new Error('wrong');
  });
  const { message } = await thrownBy(() => checkProperty(property, { seed: 1 }));
  expect(message.split('\n').slice(0, 12).join('\n')).toMatchInlineSnapshot(`
    "Property failed after 1 tests: wrong

    { seed: 1, path: "0", endOnFailure: true }
    Counterexample: [
      {
        "shardsKey": "0",
        "alphaCallParams": {"arguments": "0xabababababababab… (80 digits)"},
        "amount": 100000000000000000000
      }
    ]
    Shrunk 0 time(s)
    "
  `);
});

test('leaves a counterexample that is not plain data to fast-check', async () => {
  class Account {
    toString(): string {
      return 'the account';
    }
  }
  const property = fc.asyncProperty(fc.constant(new Account()), async () => {
    throw new Error('wrong');
  });
  const { message } = await thrownBy(() => checkProperty(property, { seed: 1 }));
  expect(message).toContain('Counterexample: [the account]');
});
