import { waitForInclusion } from 'crosscheck';
import { expect, test } from 'vitest';
import { clientAt } from '../client/calls.js';

const here = 'stack-of-failure.test.ts';
const client = clientAt('http://127.0.0.1:1');
const wait = () => waitForInclusion(client, `0x${'01'.repeat(32)}`, { timeoutMs: 0 });

async function stackOf(call: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await call();
  } catch (error) {
    return (error as Error).stack;
  }
}

test.each([
  ['a wait that is awaited', async () => void (await wait())],
  ['one of several', async () => void (await Promise.all([wait(), wait()]))],
  [
    'one that is awaited later',
    async () => {
      const waiting = wait();
      await Promise.resolve();
      await waiting;
    },
  ],
  ['a query', async () => void (await client.inclusion(`0x${'01'.repeat(32)}`))],
])('the stack of what %s ends with names the file of the test', async (_, call) => {
  const stack = await stackOf(call);
  expect(stack).toContain(`${here}:`);
  expect(stack).toMatch(/^(?:InclusionUnknownError|HttpNetworkError|Error): /);
});
