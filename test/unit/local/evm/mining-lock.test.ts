import { expect, it } from 'vitest';
import { MiningLock } from '../../../../src/local/evm/node-chain.js';

/** A mining or read that ends when it is told to. */
function held<T>() {
  let end: (value: T) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const promise = new Promise<T>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { work: () => promise, end: (value: T) => end(value), fail: (error: Error) => fail(error) };
}

/** Reads that are answered by their number. */
function numbered() {
  let reads = 0;
  return { read: async () => ++reads, count: () => reads };
}

it('reads once if no block is mined', async () => {
  const miningLock = new MiningLock();
  const { read } = numbered();
  expect(await miningLock.read(read)).toBe(1);
  await miningLock.mine(async () => {});
  expect(await miningLock.read(read)).toBe(2);
});

it('reads again after a block that was being mined', async () => {
  const miningLock = new MiningLock();
  const { read, count } = numbered();
  const mining = held<void>();
  const mined = miningLock.mine(mining.work);
  const answer = miningLock.read(read);
  await new Promise(setImmediate);
  expect(count()).toBe(1);
  mining.end();
  expect(await answer).toBe(2);
  await mined;
});

it('reads again when mining began meanwhile', async () => {
  const miningLock = new MiningLock();
  const first = held<string>();
  const answers = [first.work, async () => 'again'];
  const answer = miningLock.read(() => (answers.shift() as () => Promise<string>)());
  await miningLock.mine(async () => {});
  first.end('first');
  expect(await answer).toBe('again');
});

it('reports the failure of a block only to its sender', async () => {
  const miningLock = new MiningLock();
  const { read } = numbered();
  const mining = held<void>();
  const mined = miningLock.mine(mining.work);
  const answer = miningLock.read(read);
  mining.fail(new Error('no block'));
  await expect(mined).rejects.toThrow('no block');
  expect(await answer).toBe(2);
});

it('mines no block while it reads again', async () => {
  const miningLock = new MiningLock();
  const first = held<string>();
  const again = held<string>();
  const reads = [first.work, again.work];
  const answer = miningLock.read(() => (reads.shift() as () => Promise<string>)());
  await miningLock.mine(async () => {});
  first.end('first');
  await new Promise(setImmediate);
  let isMined = false;
  const mined = miningLock.mine(async () => {
    isMined = true;
  });
  await new Promise(setImmediate);
  expect(isMined).toBe(false);
  again.end('again');
  expect(await answer).toBe('again');
  await mined;
});
