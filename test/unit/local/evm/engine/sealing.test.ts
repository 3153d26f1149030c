import { expect, it } from 'vitest';
import { Sealing } from '../../../../../src/local/evm/engine/sealing.js';

/** A seal or read that ends when it is told to. */
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

it('reads once where no block is made', async () => {
  const sealing = new Sealing();
  const { read } = numbered();
  expect(await sealing.read(read)).toBe(1);
  await sealing.block(async () => {});
  expect(await sealing.read(read)).toBe(2);
});

it('reads again when a block was under way, once it is there', async () => {
  const sealing = new Sealing();
  const { read, count } = numbered();
  const seal = held<void>();
  const sealed = sealing.block(seal.work);
  const answer = sealing.read(read);
  await new Promise(setImmediate);
  expect(count()).toBe(1);
  seal.end();
  expect(await answer).toBe(2);
  await sealed;
});

it('reads again when a block was begun meanwhile', async () => {
  const sealing = new Sealing();
  const first = held<string>();
  const answers = [first.work, async () => 'again'];
  const answer = sealing.read(() => (answers.shift() as () => Promise<string>)());
  await sealing.block(async () => {});
  first.end('first');
  expect(await answer).toBe('again');
});

it('lets the failure of a block be the matter of its sender', async () => {
  const sealing = new Sealing();
  const { read } = numbered();
  const seal = held<void>();
  const sealed = sealing.block(seal.work);
  const answer = sealing.read(read);
  seal.fail(new Error('no block'));
  await expect(sealed).rejects.toThrow('no block');
  expect(await answer).toBe(2);
});
