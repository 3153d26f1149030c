import 'crosscheck/vitest';
import { createClient, defineDeployment, type WaitOptions, waitForInclusion } from 'crosscheck';
import { runSmoke } from 'crosscheck/smoke';
import { expect, onTestFinished, test } from 'vitest';
import { record, startScriptedObserver, status } from '../../support/scripted-observer.js';

const id = `0x12ab${'0'.repeat(59)}7`;
const pending = record({ stage: 'collectedInBETA', success: true, transactions: [] });

async function observe(...answers: Parameters<typeof startScriptedObserver>[0] & readonly unknown[]) {
  const observer = await startScriptedObserver(answers);
  onTestFinished(async () => observer[Symbol.asyncDispose]());
  return observer;
}

/** What a callback may return that is no answer, and how the error names it. */
const noAnswers: [kind: string, callback: () => never, text: RegExp][] = [
  ['a promise of true', (async () => true) as never, /a promise/],
  ['a promise of false', (async () => false) as never, /a promise/],
  ['a promise that fails', (async () => Promise.reject(new Error('lost'))) as never, /a promise/],
  ['a string', (() => 'false') as never, /"false"/],
  ['undefined', (() => undefined) as never, /undefined/],
  [
    'an error that it throws',
    () => {
      throw new Error('out of order');
    },
    /threw: out of order/,
  ],
];

for (const name of ['isIncluded', 'isRejected', 'endsOnAlpha']) {
  // Of a record that does not say, the first two return undefined.
  const kinds = noAnswers.filter(([kind]) => name === 'endsOnAlpha' || kind !== 'undefined');
  test.for(kinds)(
    `the convention ${name} does not decide when its predicate returns %s`,
    async ([, callback, text]) => {
      const observer = await observe(pending);
      const deployment = observer.deployment({ conventions: { [name]: callback } });
      const says = expect.objectContaining({
        message: expect.stringMatching(new RegExp(`The convention ${name}.*${text.source}`)),
      });
      const wait = { deployment, intervals: 1 };
      await expect(expect(id).toReachInclusion({ ...wait, timeoutMs: 200 })).rejects.toEqual(says);
      await expect(expect(id).not.toReachInclusion({ ...wait, forMs: 20 })).rejects.toEqual(says);
      await expect(waitForInclusion(createClient(deployment), id, { timeoutMs: 200 })).rejects.toEqual(says);
    },
  );
}

test.for(noAnswers)(
  'an asymmetric matcher in a pattern does not match when it returns %s',
  async ([, callback, text]) => {
    const observer = await observe(
      record({ stage: 'start', transactions: [{ hash: `0x${'ab'.repeat(32)}`, blockchainType: 'BETA' }] }),
    );
    const found = await createClient(observer.deployment()).inclusion(id);
    const pattern = { hash: { asymmetricMatch: callback } };
    for (const judge of [expect(found), expect(found).not])
      expect(() => judge.toHaveInclusionTransaction(pattern)).toThrow(text);
  },
);

test.for(noAnswers)(
  'the option ignoreErrors rejects a predicate that returns %s',
  async ([, callback, text]) => {
    const observer = await observe(status(403));
    const client = createClient(observer.deployment());
    const options: WaitOptions = { ignoreErrors: callback, timeoutMs: 200, intervals: 1 };
    await expect(waitForInclusion(client, id, options)).rejects.toThrow(text);
  },
);

test.for(noAnswers)('toFailSimulation rejects a predicate that returns %s', async ([, callback, text]) => {
  const observer = await observe(status(200, { response: { simulationStatus: false } }));
  const deployment = observer.deployment();
  const request = {
    shardsKey: '1',
    alphaCallParams: { target: `0x${'11'.repeat(20)}` },
    betaAssets: [],
    betaCaller: `0:${'22'.repeat(32)}`,
  };
  for (const judge of [expect(request), expect(request).not])
    await expect(judge.toFailSimulation(callback, { deployment })).rejects.toThrow(text);
});

test('an asynchronous schedule ends the wait', async () => {
  const observer = await observe(pending);
  const intervals = (async () => 0.5) as never;
  const waiting = waitForInclusion(createClient(observer.deployment()), id, { intervals, timeoutMs: 200 });
  await expect(waiting).rejects.toThrow(/The pause after poll 0/);
});

test('walk finds nothing with a predicate that returns a promise', async () => {
  const observer = await observe(status(403));
  const failed = await createClient(observer.deployment())
    .inclusion(id)
    .catch((error: { walk(accepts: (cause: unknown) => boolean): unknown }) => error);
  expect('walk' in failed && failed.walk((async () => false) as never)).toBeUndefined();
});

test('an asynchronous onCheck ends a smoke run', async () => {
  const observer = await observe(pending);
  const deployment = defineDeployment({ simulatorUrl: observer.url, observerUrl: observer.url, retries: 0 });
  await expect(runSmoke({ deployment, onCheck: async () => {} })).rejects.toThrow(
    'The option onCheck of a smoke run must not be asynchronous: it returned a promise',
  );
});
