import { expect, it } from 'vitest';
import type { WireOperation } from '../../../../../src/local/page/browser/page-state.js';
import { stageStyle, standingOf } from '../../../../../src/local/page/browser/standing.js';

const stages = ['start', 'collected', 'included', 'executed', 'home'];

/** An operation that went through stages; a failure at one is written `!`. */
function operationThrough(path: string, note?: object): WireOperation {
  const history = path.split(' ').map((stage, index) => ({
    stage: stage.replace('!', ''),
    success: !stage.endsWith('!'),
    atMs: index,
  }));
  return { ...history.at(-1), history, note } as unknown as WireOperation;
}

it.each([
  ['start', undefined, 'under way', false],
  ['start collected included', undefined, 'under way', false],
  ['start collected included collected', undefined, 'went back', false],
  ['start collected included collected included', undefined, 'under way', false],
  ['start collected included included!', { errorName: 'Error' }, 'failed', false],
  ['start collected included included! executed', { errorName: 'Error' }, 'rolling back', false],
  ['start collected included included! executed home', { errorName: 'Error' }, 'rolled back', true],
  ['start collected included executed', {}, 'done', true],
  ['start collected included executed', { errorName: 'Error' }, 'under way', false],
  ['start collected included executed home', undefined, 'done', true],
] as const)('of %s with note %j is: %s', (path, note, name, isOver) => {
  expect(standingOf(operationThrough(path, note), stages)).toMatchObject({ name, isOver });
});

it('has a colour for each of seven stages, and the last for those beyond', () => {
  expect(stageStyle('start', stages)).toBe('stage-1');
  expect(stageStyle('9', [...'123456789'])).toBe('stage-7');
});
