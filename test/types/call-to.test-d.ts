import type { SimulationRequest } from 'crosscheck';
import { type CallToOptions, callTo } from 'crosscheck/arbitraries';
import { expectTypeOf } from 'expect-type';
import type { Arbitrary } from 'fast-check';
import { it } from 'vitest';

const target = '0x00000000000000000000000000000000000000aa';

it('callTo takes either a signature or an ABI', () => {
  expectTypeOf(callTo({ target, signature: 'swap()' })).toEqualTypeOf<Arbitrary<SimulationRequest>>();
  () => callTo({ target, abi: [], functions: ['swap'] });
  // @ts-expect-error: signature or abi is missing.
  () => callTo({ target });
  // @ts-expect-error: the ABI has functions of its own.
  () => callTo({ target, signature: 'swap()', abi: [] });
  // @ts-expect-error: functions chooses from abi.
  () => callTo({ target, signature: 'swap()', functions: ['swap'] });
  expectTypeOf<{ readonly target: string }>().not.toExtend<CallToOptions>();
});
