import type { Simulation } from 'crosscheck/contract';
import { expect, it } from 'vitest';
import { sourceAccounts } from '../../support/source-accounts.js';
import { request, serveWithFaults, simulation } from '../local/faults/serve-with-faults.js';

const [first, second] = sourceAccounts;

const by = (betaCaller: string | undefined, rest: object = {}): string =>
  JSON.stringify({ ...request, betaCaller, ...rest });

it('state-leak simulates for the caller of the valid request before', async () => {
  const { faults, post, simulated } = await serveWithFaults([{ fault: 'state-leak' }]);
  const statuses = [];
  for (const body of [by(first), by(first), by(second), by('nobody'), by(first), by(first)])
    statuses.push((await post(body)).status);
  expect(statuses).toEqual([200, 200, 200, 400, 200, 200]);
  expect(simulated.map(({ caller }) => caller)).toEqual([first, first, first, second, first]);
  expect(faults.list()).toMatchObject([{ triggered: 2 }]);
});

it('parallel-leak names who asked while a call ran as the recipient of what it sends back', async () => {
  let release = (): void => {};
  let holding = Promise.resolve();
  const { faults, post } = await serveWithFaults([{ fault: 'parallel-leak' }], {
    async simulate({ caller }) {
      if (caller === first) await holding;
      return { ...simulation, outMessages: [{ targetAddress: caller }, { targetAddress: caller }] };
    },
  });
  const recipientsOf = async (body: string): Promise<unknown[]> =>
    JSON.parse((await post(body)).text).response.outMessages.map(
      ({ targetAddress }: { targetAddress: string }) => targetAddress,
    );
  expect(await recipientsOf(by(first))).toEqual([first, first]);
  holding = new Promise((resolve) => {
    release = resolve;
  });
  const held = recipientsOf(by(first));
  expect(await recipientsOf(by(second))).toEqual([second, second]);
  release();
  expect(await held).toEqual([second, second]);
  expect(faults.list()).toMatchObject([{ triggered: 1 }]);
});

it('proto-pollution takes what a special name holds for members of every response', async () => {
  const { faults, post } = await serveWithFaults([{ fault: 'proto-pollution' }]);
  const responseTo = async (body: string): Promise<Simulation> =>
    JSON.parse((await post(body)).text).response;
  const polluting = by(first, {
    alphaCallParams: { ...request.alphaCallParams, constructor: { isAdmin: true } },
  });
  expect(await responseTo(by(first))).not.toHaveProperty('isAdmin');
  expect(await responseTo(polluting)).toHaveProperty('isAdmin', true);
  expect(await responseTo(by(first))).toMatchObject({ isAdmin: true, simulationStatus: true });
  const special = by(first).replace('{', '{"__proto__":{"simulationStatus":false,"note":"x"},');
  expect(await responseTo(special)).toMatchObject({ note: 'x', simulationStatus: true });
  expect(await responseTo(by(first, { constructor: 'text' }))).toHaveProperty('note', 'x');
  faults.clear();
  expect(await post(polluting)).toMatchObject({ status: 400 });
  expect(await post(special)).toMatchObject({ status: 400 });
});
