import { parseBetaAddress } from 'crosscheck/contract';
import { expect, it } from 'vitest';
import { createDestinationChain } from '../../../../src/local/evm/destination-chain.js';
import { messageTo } from './message-to.js';

it('produces the same addresses and operation ids each time', async () => {
  const chains = await Promise.all([createDestinationChain(), createDestinationChain()]);
  const [first, second] = await Promise.all(
    chains.map(async (chain) => {
      const operationId = `0x${'05'.repeat(32)}` as const;
      const message = messageTo(chain.contracts.targets.bounce, 'bounce', { operationId });
      const { outMessages } = await chain.simulate(message);
      return { contracts: chain.contracts, tokens: chain.tokens, executors: chain.executors, outMessages };
    }),
  );
  expect(first).toEqual(second);
  await Promise.all(chains.map((chain) => chain.stop()));
});

it('produces different operation ids for another chain', async () => {
  const chains = await Promise.all([createDestinationChain(), createDestinationChain({ chainId: 7 })]);
  const operationIds = await Promise.all(
    chains.map(async (chain) => {
      const operationId = `0x${'05'.repeat(32)}` as const;
      const message = messageTo(chain.contracts.targets.bounce, 'bounce', { operationId });
      return (await chain.simulate(message)).outMessages?.[0]?.operationId;
    }),
  );
  expect(new Set(operationIds).size).toBe(2);
  await Promise.all(chains.map((chain) => chain.stop()));
});

it('has tokens with raw addresses of the source chain, the native coin among them', async () => {
  const chain = await createDestinationChain();
  expect(chain.tokens.map(({ kind }) => kind)).toEqual(['bridged', 'bridged', 'bridged', 'reserve']);
  const [coin, ...others] = chain.tokens.map(({ beta }) => beta);
  expect(coin).toBe('');
  expect(others.map((beta) => parseBetaAddress(beta)?.form)).toEqual(['raw', 'raw', 'raw']);
  await chain.stop();
});

it('rejects calls after its stop, and can be stopped twice', async () => {
  const chain = await createDestinationChain();
  await chain.stop();
  await chain.stop();
  const message = messageTo(chain.contracts.targets.bounce, 'bounce');
  await expect(chain.simulate(message)).rejects.toMatchObject({ code: 'DEPLOYMENT_STOPPED' });
  await expect(chain.execute(message, 1n, [])).rejects.toMatchObject({ code: 'DEPLOYMENT_STOPPED' });
});
