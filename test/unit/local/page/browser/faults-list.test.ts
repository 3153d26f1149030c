import { expect, it } from 'vitest';
import type { AppliedFault } from '../../../../../src/local/faults/fault-rule.js';
import { countOfFaults, textOfFault } from '../../../../../src/local/page/browser/faults-list.js';

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

it('tells the rule of a fault, and how often it triggered', () => {
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
