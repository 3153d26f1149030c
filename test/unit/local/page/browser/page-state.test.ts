import type { EpochRoot } from 'crosscheck/local';
import { describe, expect, it } from 'vitest';
import { maxShown, PageState } from '../../../../../src/local/page/browser/page-state.js';

type WireOperation = PageState['operations'][number];

function operationOf(id: number, changes = 1): WireOperation {
  const history = Array.from({ length: changes }, (_, index) => ({ atMs: id + index }));
  return { operationId: String(id), history } as unknown as WireOperation;
}

function rootOf(
  epoch: number,
  state: EpochRoot['state'],
  direction: EpochRoot['direction'] = 'outbound',
): EpochRoot {
  return { direction, epoch, root: '0x', messages: 1, state, endedAtMs: epoch };
}

const idsOf = ({ operations }: { operations: WireOperation[] }) =>
  operations.map(({ operationId }) => Number(operationId));

describe('an operation of an event', () => {
  it('replaces an older state of it, never a later one', () => {
    const state = new PageState();
    const [first, second, third] = [operationOf(1, 1), operationOf(1, 2), operationOf(1, 3)];
    for (const told of [second, first]) state.takeOperation(told);
    expect(state.operations).toEqual([second]);
    state.takeOperation(third);
    expect(state.operations).toEqual([third]);
  });

  it('replaces the chosen one in the same way', () => {
    const state = new PageState();
    const [first, second, third] = [operationOf(1, 1), operationOf(1, 2), operationOf(1, 3)];
    state.chosen = second;
    for (const told of [first, operationOf(2, 9)]) state.takeOperation(told);
    expect(state.chosen).toBe(second);
    state.takeOperation(third);
    expect(state.chosen).toBe(third);
  });

  it('is put where it belongs, the newest first, and pushes out the oldest', () => {
    const state = new PageState();
    for (const id of [2, 4, 3, 1]) state.takeOperation(operationOf(id));
    expect(idsOf(state)).toEqual([4, 3, 2, 1]);
    expect(state.hasAll).toBe(true);
    for (let id = 5; id <= maxShown + 1; id++) state.takeOperation(operationOf(id));
    expect(state.operations).toHaveLength(maxShown);
    expect(idsOf(state).at(-1)).toBe(2);
    expect(state.hasAll).toBe(false);
  });

  it('does not come back to a list that it was too old for', () => {
    const state = new PageState();
    for (let id = 1; id <= maxShown; id++) state.takeOperation(operationOf(id));
    state.takeOperation(operationOf(0, 2));
    expect(idsOf(state)).not.toContain(0);
    state.takeOperation(operationOf(50.5, 2));
    expect(idsOf(state)).toContain(50.5);
  });

  it('leaves a list of one stage when it leaves the stage', () => {
    const state = new PageState();
    state.stage = 'start';
    const [first, second] = [1, 2].map((changes) => ({ ...operationOf(1, changes), stage: 'start' }));
    state.takeOperation(second as WireOperation);
    state.takeOperation({ ...first, stage: 'before' } as WireOperation);
    expect(state.operations).toEqual([second]);
    state.takeOperation({ ...operationOf(1, 3), stage: 'next' });
    expect(state.operations).toEqual([]);
  });
});

describe('a root of an event', () => {
  it.each([
    ['collected', 'set'],
    ['collected', 'missed'],
    ['set', 'withdrawn'],
  ] as const)('that was %s and is %s stays so', (before, after) => {
    const state = new PageState();
    for (const known of [before, after, before] as const) state.takeRoot(rootOf(1, known));
    expect(state.roots).toEqual([rootOf(1, after)]);
  });

  it('is of one direction', () => {
    const state = new PageState();
    state.takeRoot(rootOf(1, 'set'));
    state.takeRoot(rootOf(1, 'collected', 'inbound'));
    expect(state.roots).toHaveLength(2);
  });
});
