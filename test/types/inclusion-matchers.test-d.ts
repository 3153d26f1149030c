import '../../src/vitest/assertions.js';
import type {
  CrosscheckMatchers,
  ReachStageOptions,
  RejectedOptions,
  WindowOptions,
} from 'crosscheck/matchers';
import { expectTypeOf } from 'expect-type';
import { type Assertion, it } from 'vitest';

it('the inclusion matchers are typed', () => {
  type StageParameters = Parameters<Assertion<string>['toReachStage']>;
  expectTypeOf<StageParameters[0]>().toEqualTypeOf<string>();
  expectTypeOf<StageParameters[1]>().toEqualTypeOf<ReachStageOptions | undefined>();
  expectTypeOf<Assertion<string>['toRemainPending']>().parameters.toEqualTypeOf<[options: WindowOptions]>();
  expectTypeOf<Assertion['not']['toReachStage']>().returns.toEqualTypeOf<Promise<void>>();
  expectTypeOf<Assertion['toBeIncluded']>().returns.toEqualTypeOf<void>();
  expectTypeOf<RejectedOptions>().toExtend<Parameters<Assertion['toBeRejected']>[0]>();
  expectTypeOf<Assertion>().toExtend<CrosscheckMatchers>();
});

it('the compiler refuses what would say nothing', () => {
  // @ts-expect-error forMs is required
  ({}) satisfies Parameters<Assertion['toRemainPending']>[0];
  // @ts-expect-error a window has no other limit
  ({ forMs: 5, timeoutMs: 5 }) satisfies Parameters<Assertion['toRemainPending']>[0];
  // @ts-expect-error a stage is reached when it is seen
  ({ stableForMs: 5 }) satisfies Parameters<Assertion['toReachStage']>[1];
  // @ts-expect-error it is errorName
  ({ note: { error: 'NotEnoughGas' } }) satisfies Parameters<Assertion['toBeRejected']>[0];
  // @ts-expect-error it is hash
  ({ txHash: '0x' }) satisfies Parameters<Assertion['toHaveInclusionTransaction']>[0];
});
