import type { Hex } from 'crosscheck/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DestinationChain } from '../../../../src/local/evm/destination-chain.js';
import { engines, type StartedEngine } from './engines.js';
import { messageTo } from './message-to.js';

const root: Hex = `0x${'ab'.repeat(32)}`;

describe.each(engines)('on $name', ({ start }) => {
  let engine: StartedEngine;
  let chain: DestinationChain;

  beforeAll(async () => {
    engine = await start({ quorum: 1 });
    chain = engine.chain;
  });

  afterAll(() => engine.stop());

  const rootsOf = async (...epochs: readonly bigint[]): Promise<boolean[]> => {
    const roots = await Promise.all(epochs.map(chain.rootOf));
    return roots.map((found) => found !== undefined);
  };

  it('restores a state repeatedly, also a later one', async () => {
    const empty = await chain.snapshot();
    await chain.voteForRoot(1n, root, 0);
    await chain.setQuorum(2);
    const withOne = await chain.snapshot();
    await chain.setQuorum(1);
    await chain.voteForRoot(2n, root, 0);
    const withTwo = await chain.snapshot();

    for (const [goBack, roots, quorum] of [
      [empty, [false, false], 1],
      [empty, [false, false], 1],
      [withTwo, [true, true], 1],
      [withOne, [true, false], 2],
      [empty, [false, false], 1],
      [withOne, [true, false], 2],
      [withTwo, [true, true], 1],
    ] as const) {
      await goBack();
      expect(await rootsOf(1n, 2n)).toEqual(roots);
      expect(chain.quorum).toBe(quorum);
      await chain.voteForRoot(9n, root, 0);
    }
  });

  it('simulates while it restores a state', async () => {
    const goBack = await chain.snapshot();
    for (const epoch of [31n, 32n, 33n]) await chain.voteForRoot(epoch, root, 0);
    const message = messageTo(chain.contracts.targets.gasBurner, '');
    const simulate = () => Array.from({ length: 10 }, () => chain.simulate(message));
    const before = simulate();
    const isBack = goBack();
    const simulations = await Promise.all([...before, ...simulate()]);
    await isBack;
    expect(simulations.map(({ simulationStatus }) => simulationStatus)).toEqual(Array(20).fill(true));
  });

  it('simulates on the restored state', async () => {
    const message = messageTo(chain.contracts.targets.bounce, 'bounce');
    const leaf = chain.leafOf(message);
    await chain.setQuorum(1);
    await chain.voteForRoot(20n, leaf, 0);
    const goBack = await chain.snapshot();
    expect(await chain.execute(message, 20n, [])).toMatchObject({ success: true });
    expect(await chain.simulate(message)).toMatchObject({ simulationStatus: false });
    await goBack();
    expect(await chain.simulate(message)).toMatchObject({ simulationStatus: true });
    expect(await chain.execute(message, 20n, [])).toMatchObject({ success: true });
  });
});
