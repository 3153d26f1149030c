import { defineDeployment, HttpNetworkError, InconclusiveError, UsageError } from 'crosscheck';
import { crosscheckChai } from 'crosscheck/chai';
import { matchers } from 'crosscheck/matchers';
import { chai, expect as check, it } from 'vitest';
import { record } from '../../support/scripted-observer.js';
import { collected, id, included, observed, recordOf } from '../matchers/observed.js';
import { request, simulated, simulator } from '../matchers/simulator.js';

const { expect } = chai;
chai.use(crosscheckChai);

const failure = record({ simulationStatus: false, simulationError: 'execution reverted: paused' });

it('adds each matcher that is an assertion', () => {
  for (const name of Object.keys(matchers).filter((matcher) => matcher.startsWith('to')))
    check(chai.Assertion.prototype).toHaveProperty(name);
});

it('passes when an assertion holds, and when its opposite does not', async () => {
  await expect(request).not.toSimulateSuccessfully({ deployment: await simulator(failure) });
  await expect(request).toFailSimulation('paused', { deployment: await simulator(failure) });
  await expect(id).toReachInclusion((await observed([collected, included])).often);
  await expect(id).not.toReachInclusion({ ...(await observed([collected])).often, forMs: 5_000 });
  expect(await recordOf(included)).toBeIncluded();
  expect(await recordOf(collected)).not.toBeIncluded();
});

it("throws chai's AssertionError, with the message given to expect", async () => {
  const deployment = await simulator(failure);
  const assertion = expect(request, 'the first call').toSimulateSuccessfully({ deployment });
  const error = await (assertion as Promise<void>).then(
    () => undefined,
    (thrown: unknown) => thrown as Error,
  );
  check(error).toBeInstanceOf(chai.AssertionError);
  check(error?.message).toMatch(
    /^the first call: expect\(simulation\)\.toSimulateSuccessfully\(\): simulation /,
  );
  check(error).toMatchObject({
    operator: 'toSimulateSuccessfully',
    expected: 'simulationStatus true',
    showDiff: false,
  });
  const [first] = error?.stack?.split(/\n(?= {4}at )/).slice(1) ?? [];
  check(first).toContain('crosscheck-chai.test.ts');
  const read = await recordOf(included);
  check(() => expect(read).not.toBeIncluded()).toThrow(chai.AssertionError);
});

it('throws the own error of an outage, an inconclusive assertion and an invalid call, also when negated', async () => {
  const nobody = defineDeployment({
    simulatorUrl: 'http://127.0.0.1:9',
    observerUrl: 'http://127.0.0.1:9',
    retries: 0,
  });
  const unclear = await simulated({ estimatedGas: 5 });
  for (const of of [(subject: unknown) => expect(subject), (subject: unknown) => expect(subject).not]) {
    await check(of(request).toSimulateSuccessfully({ deployment: nobody })).rejects.toThrow(HttpNetworkError);
    await check(of(unclear).toSimulateSuccessfully()).rejects.toThrow(InconclusiveError);
    await check(of(5).toReachInclusion({ forMs: 5 })).rejects.toThrow(UsageError);
  }
});

it('rejects a negated wait without forMs when it runs, which its types accept', async () => {
  await check(expect(id).not.toReachInclusion()).rejects.toThrow(UsageError);
  await check(expect(id).not.toReachInclusion()).rejects.toThrowErrorMatchingInlineSnapshot(`
    [UsageError: not.toReachInclusion needs forMs: for how long to watch, in milliseconds

    Without it the assertion would pass at the first "not yet".
    Write: await expect(operationId).not.toReachInclusion({ forMs: 5_000 })]
  `);
});

it('rejects a call that is not made by chai', () => {
  check(() => crosscheckChai(undefined as never, undefined as never)).toThrow(
    new UsageError('crosscheckChai is a plugin of chai: write chai.use(crosscheckChai)'),
  );
});
