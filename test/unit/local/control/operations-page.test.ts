import { type LocalDeployment, type LocalOperation, startLocalDeployment } from 'crosscheck/local';
import { beforeAll, expect, it } from 'vitest';
import { exchange } from '../../../support/http-exchange.js';

let local: LocalDeployment;
beforeAll(async () => {
  local = await startLocalDeployment({ clock: 'manual' });
  return () => local.stop();
});

const submit = (extraData = '0x'): Promise<string> =>
  local.submit({
    shardsKey: '7',
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [],
    betaCaller: local.accounts[0],
    extraData,
  });

/** Lists operations as the control listener does, by their ids. */
async function listed(query: string) {
  const { text } = await exchange(`${local.controlUrl}/operations${query}`);
  const { operations, isComplete } = JSON.parse(text);
  return { ids: operations.map(({ operationId }: LocalOperation) => operationId), isComplete };
}

it('returns as many operations as there are or as the limit says, and whether these are all', async () => {
  const ids: string[] = [];
  /** Lists operations when there are so many. */
  const listOf = async (count: number, query: string) => {
    while (ids.length < count) ids.unshift(await submit());
    return listed(query);
  };
  expect(await listOf(0, '?limit=5')).toEqual({ ids: [], isComplete: true });
  expect(await listOf(32, '?limit=33')).toEqual({ ids, isComplete: true });
  expect(await listOf(33, '?limit=32')).toEqual({ ids: ids.slice(0, 32), isComplete: false });
  expect(await listOf(64, '?limit=1000')).toEqual({ ids, isComplete: true });
  expect(await listOf(100, '')).toEqual({ ids, isComplete: true });
  expect(await listOf(101, '')).toEqual({ ids: ids.slice(0, 100), isComplete: false });
  expect(await listOf(101, '?limit=1')).toEqual({ ids: ids.slice(0, 1), isComplete: false });
});

it('returns an operation that is too long by itself, so that paging continues', async () => {
  const [older, newer] = [await submit(), await submit(`0x${'00'.repeat(2.2 * 2 ** 20)}`)];
  expect(await listed('')).toEqual({ ids: [newer], isComplete: false });
  expect(await listed(`?before=${newer}&limit=1`)).toMatchObject({ ids: [older] });
});
