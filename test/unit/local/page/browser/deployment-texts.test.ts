import type { AppliedFault } from 'crosscheck/local';
import { describe, expect, it } from 'vitest';
import {
  brief,
  counted,
  countOfFaults,
  duration,
  moment,
  progressOf,
  shortHash,
  stageStyle,
  textOfFault,
  timeOfDay,
} from '../../../../../src/local/page/browser/deployment-texts.js';

type WireOperation = Parameters<typeof progressOf>[0];

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
  ['start', undefined, 'in progress', false],
  ['start collected included', undefined, 'in progress', false],
  ['start collected included collected', undefined, 'went back', false],
  ['start collected included collected included', undefined, 'in progress', false],
  ['start collected included included!', { errorName: 'Error' }, 'failed', false],
  ['start collected included included! executed', { errorName: 'Error' }, 'rolling back', false],
  ['start collected included included! executed home', { errorName: 'Error' }, 'rolled back', true],
  ['start collected included executed', {}, 'done', true],
  ['start collected included executed', { errorName: 'Error' }, 'in progress', false],
  ['start collected included executed home', undefined, 'done', true],
] as const)('returns how an operation of %s with note %j stands: %s', (path, note, name, isOver) => {
  expect(progressOf(operationThrough(path, note), stages)).toMatchObject({ name, isOver });
});

it('has a colour for each of seven stages, and the last for those beyond', () => {
  expect(stageStyle('start', stages)).toBe('stage-1');
  expect(stageStyle('9', [...'123456789'])).toBe('stage-7');
});

function faultOf(triggered: number, more: Partial<AppliedFault> = {}): AppliedFault {
  return { faultId: '1', fault: 'delay', triggered, ...more };
}

it.each([
  ['no faults', []],
  ['1 fault set', [faultOf(5)]],
  ['2 faults set, 1 over', [faultOf(0), faultOf(1, { times: 1 }), faultOf(1, { times: 2 })]],
  ['no faults, 1 over', [faultOf(3, { times: 3 })]],
])('counts %s', (text, faults) => {
  expect(countOfFaults(faults)).toBe(text);
});

it('describes the rule of a fault, and how often it triggered', () => {
  expect(textOfFault(faultOf(0))).toBe('delay: triggered 0 times');
  expect(textOfFault(faultOf(1, { times: 1 }))).toBe('delay, 1 time: triggered 1 time, over');
  expect(textOfFault(faultOf(2, { fault: 'interceptor', name: 'slow' }))).toBe(
    'interceptor slow: triggered 2 times',
  );
  const operationId = `0x1234${'0'.repeat(56)}abcd`;
  const whole = faultOf(2, { endpoint: 'inclusion', operationId, probability: 0.5, times: 3, ms: 20 });
  expect(textOfFault(whole)).toBe(
    'delay, inclusion, 0x1234…abcd, probability 0.5, 3 times, 20 ms: triggered 2 times',
  );
});

const atMs = Date.UTC(2026, 0, 2, 3, 4, 5, 6);
const lastOfDates = 8.64e15;

it('leaves a text of 300 characters as it is, and cuts a longer one', () => {
  expect(brief('x'.repeat(300))).toBe('x'.repeat(300));
  expect(brief('x'.repeat(301))).toBe(`${'x'.repeat(300)}… (301 characters)`);
  expect(brief('<b>'.repeat(1_000_000)).length).toBeLessThan(350);
  expect(brief(undefined)).toBe('undefined');
});

it('cuts the middle out of a hash', () => {
  expect(shortHash(`0x1234${'0'.repeat(56)}abcd`)).toBe('0x1234…abcd');
  expect(shortHash('0x1234')).toBe('0x1234');
});

it('counts in the singular and the plural', () => {
  expect([0, 1, 2].map((count) => counted(count, 'time'))).toEqual(['0 times', '1 time', '2 times']);
  expect([0, 1, 2].map((count) => counted(count, 'leaf', 'leaves'))).toEqual([
    '0 leaves',
    '1 leaf',
    '2 leaves',
  ]);
});

it.each([
  [999, '999 ms'],
  [1000, '1 s'],
  [59_940, '59.9 s'],
  [61_000, '1 min 1 s'],
  [3_600_000 * 30 + 60_000, '30 h 1 min'],
])('writes a duration of %d ms', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

describe('a moment', () => {
  it('is written in UTC', () => {
    expect(moment(atMs)).toBe('2026-01-02 03:04:05 UTC');
    expect(timeOfDay(atMs)).toBe('03:04:05.006');
  });

  it('may be the last that a date can be', () => {
    expect(moment(lastOfDates)).toBe('+275760-09-13 00:00:00 UTC');
    expect(timeOfDay(lastOfDates)).toBe('00:00:00.000');
  });

  it('beyond dates is written in milliseconds', () => {
    expect(moment(lastOfDates + 2)).toBe('8640000000000002 ms UTC');
    expect(timeOfDay(-lastOfDates - 2)).toBe('-8640000000000002 ms');
    expect(moment(Number.NaN)).toBe('NaN ms UTC');
  });
});
