import type { LocalOperation, OperationsQuery } from 'crosscheck/local';
import { expect, it } from 'vitest';
import { operationsPage } from '../../../../src/local/control/operations-page.js';
import { maxPageText } from '../../../../src/local/model/control-data.js';

/** Lists operations with ids from a number down to 1. */
function lister(count: number) {
  const asked: OperationsQuery[] = [];
  const list = (query: OperationsQuery): LocalOperation[] => {
    asked.push(query);
    const newest = query.before === undefined ? count : Number(query.before) - 1;
    const length = Math.min(query.limit ?? 0, newest);
    return Array.from({ length }, (_, at) => ({ operationId: `${newest - at}` }) as LocalOperation);
  };
  return { list, asked };
}
type WireOperation = ReturnType<Parameters<typeof operationsPage>[1]>;
const brief = (operation: LocalOperation) => operation as WireOperation;

it.each([
  [100, 1000, undefined],
  [100, 100, undefined],
  [64, 64, 1000],
  [32, 32, 33],
  [32, 33, 32],
  [1, 1000, 1],
  [0, 0, 5],
])('returns %i of %i operations with the limit %s, and whether these are all', (given, count, limit) => {
  const { operations, isComplete } = operationsPage(lister(count).list, brief, { limit });
  expect(operations.map(({ operationId }) => Number(operationId))).toEqual(
    Array.from({ length: given }, (_, at) => count - at),
  );
  expect(isComplete).toBe(given === count);
});

it('ends before the text is too long, and reads few more operations than it returns', () => {
  const { list, asked } = lister(1000);
  const note = { content: 'x'.repeat(maxPageText / 4) };
  const page = operationsPage(list, (operation) => ({ ...brief(operation), note }), { limit: 1000 });
  expect(page).toMatchObject({
    operations: [{ operationId: '1000' }, { operationId: '999' }, { operationId: '998' }],
    isComplete: false,
  });
  expect(asked).toMatchObject([{ limit: 32 }]);
});

it('returns an operation that is too long by itself, so that paging continues', () => {
  const note = { content: 'x'.repeat(maxPageText) };
  const write = (operation: LocalOperation) => ({ ...brief(operation), note });
  expect(operationsPage(lister(2).list, write, {}).operations).toMatchObject([{ operationId: '2' }]);
});
