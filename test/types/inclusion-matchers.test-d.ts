import type { InclusionRecord } from 'crosscheck';
import type {
  CrosscheckMatchers,
  ReachStageOptions,
  RejectedOptions,
  Stage,
  WindowOptions,
} from 'crosscheck/matchers';
import type {} from 'crosscheck/vitest';
import { expectTypeOf } from 'expect-type';
import { type Assertion, expect, it } from 'vitest';
import type { AssertionOn } from './assertion-on.js';

it('the inclusion matchers are typed', () => {
  type StageParameters = Parameters<AssertionOn<string>['toReachStage']>;
  expectTypeOf<StageParameters[0]>().toEqualTypeOf<string>();
  expectTypeOf<StageParameters[1]>().toEqualTypeOf<ReachStageOptions | WindowOptions | undefined>();
  expectTypeOf<AssertionOn<string>['toRemainPending']>().parameters.toEqualTypeOf<[options: WindowOptions]>();
  expectTypeOf<Assertion['not']['toReachStage']>().returns.toEqualTypeOf<Promise<void>>();
  expectTypeOf<Assertion['toBeIncluded']>().returns.toEqualTypeOf<void>();
  expectTypeOf<RejectedOptions>().toExtend<Parameters<Assertion['toBeRejected']>[0]>();
  expectTypeOf<Assertion>().toExtend<CrosscheckMatchers>();
});

declare module 'crosscheck/matchers' {
  interface CustomChains {
    SOLANA: true;
  }
}

declare const record: InclusionRecord;
declare const name: string;
declare const promise: Promise<string>;
declare const recordPromise: Promise<InclusionRecord>;

it('a negated wait needs forMs', () => {
  () => expect('0x01').toReachInclusion();
  () => expect('0x01').not.toReachInclusion({ forMs: 5 });
  // @ts-expect-error forMs is missing
  () => expect('0x01').not.toReachInclusion();
  // @ts-expect-error forMs is missing
  () => expect('0x01').not.toReachInclusion({ timeoutMs: 5 });
  // @ts-expect-error forMs is missing
  () => expect(record).not.toReachInclusion();
  // @ts-expect-error forMs is missing
  () => expect('0x01').not.toReachStage('start');
  () => expect(record).not.toReachStage('start', { forMs: 5 });
  // The other matchers stay as they are, and so do the chains of Vitest and chai.
  () => expect('0x01').not.toBe(name);
  () => expect('0x01').not.toSimulateSuccessfully();
  () => expect(record).not.toBeIncluded();
  () => expect('0x01').to.be.a('string');
  () => expect(promise).resolves.not.toReachInclusion({ forMs: 5 });
  () => expect(promise).resolves.not.toBe(name);
  () => expect(promise).rejects.not.toThrow(name);
  () => expect.soft('0x01').not.toReachInclusion({ forMs: 5 });
});

it('only a negated wait has forMs, and toRemainPending has no .not', () => {
  () => expect('0x01').toReachInclusion({ timeoutMs: 5, stableForMs: 5 });
  () => expect('0x01').toReachStage('start', { timeoutMs: 5 });
  () => expect('0x01').toRemainPending({ forMs: 5 });
  // @ts-expect-error forMs needs .not
  () => expect('0x01').toReachInclusion({ forMs: 5 });
  // @ts-expect-error forMs needs .not
  () => expect(record).toReachInclusion({ forMs: 5 });
  // @ts-expect-error forMs needs .not
  () => expect('0x01').toReachStage('start', { forMs: 5 });
  // @ts-expect-error it is .not.toReachInclusion
  () => expect('0x01').not.toRemainPending({ forMs: 5 });
  // @ts-expect-error it is .not.toReachInclusion
  () => expect(record).not.toRemainPending({ forMs: 5 });
});

it('an operation to come has the same types as one', () => {
  () => expect(promise).toReachInclusion({ timeoutMs: 5 });
  () => expect(promise).not.toReachInclusion({ forMs: 5 });
  () => expect(promise).resolves.toReachInclusion({ timeoutMs: 5 });
  () => expect(() => promise).not.toReachStage('start', { forMs: 5 });
  // @ts-expect-error forMs is missing
  () => expect(promise).not.toReachInclusion();
  // @ts-expect-error forMs is missing
  () => expect(recordPromise).not.toReachInclusion();
  // @ts-expect-error forMs is missing
  () => expect(() => promise).not.toReachInclusion();
  // @ts-expect-error forMs is missing
  () => expect(promise).resolves.not.toReachInclusion();
  // @ts-expect-error forMs is missing
  () => expect(recordPromise).resolves.not.toReachStage('start');
  // @ts-expect-error forMs is missing
  () => expect(promise).rejects.not.toReachInclusion();
  // @ts-expect-error forMs needs .not
  () => expect(promise).toReachInclusion({ forMs: 5 });
  // @ts-expect-error forMs needs .not
  () => expect(promise).resolves.toReachInclusion({ forMs: 5 });
  // @ts-expect-error it is .not.toReachInclusion
  () => expect(promise).not.toRemainPending({ forMs: 5 });
  // @ts-expect-error it is .not.toReachInclusion
  () => expect(() => recordPromise).not.toRemainPending({ forMs: 5 });
  // @ts-expect-error it is .not.toReachInclusion
  () => expect(promise).resolves.not.toRemainPending({ forMs: 5 });
});

it('a stage has the name of one', () => {
  () => expect('0x01').toReachStage('collectedInTVM');
  () => expect('0x01').toReachStage(name);
  () => expect('0x01').toReachStage('collectedInEVM');
  () => expect('0x01').toReachStage('executedInSOLANA');
  // @ts-expect-error it is collectedInALPHA
  () => expect('0x01').toReachStage('collectedInAPLHA');
  // @ts-expect-error it is collectedInALPHA
  () => expect.soft('0x01').toReachStage('collectedInAlpha');
  // @ts-expect-error it is collectedInBETA
  () => expect(promise).resolves.toReachStage('collectedInBTEA');
  // @ts-expect-error it is collectedInBETA
  () => expect('0x01').toReachStage('collectdInBETA');
  // @ts-expect-error it is start
  () => expect('0x01').not.toReachStage('begin', { forMs: 5 });
  expectTypeOf<'executedInALPHA' | 'includedInEVMConsensus'>().toExtend<Stage>();
  expectTypeOf<string>().not.toExtend<Stage>();
});

it('a record may have a stage that nobody declared, and a text that is compared with it can be checked', () => {
  expectTypeOf<string>().toExtend<NonNullable<InclusionRecord['response']['stage']>>();
  () => record.response.stage === ('executedInALPHA' satisfies Stage);
  // @ts-expect-error it is executedInALPHA
  () => record.response.stage === ('executedInAPLHA' satisfies Stage);
});

it('a chain type has the name of a chain', () => {
  () => expect(record).toHaveInclusionTransaction({ blockchainType: 'ALPHA', hash: '0x' });
  () => expect(record).toHaveInclusionTransaction({ blockchainType: 'SOLANA' });
  () => expect(record).toHaveInclusionTransaction({ blockchainType: name });
  () => expect(record).toHaveInclusionTransaction({ blockchainType: expect.any(String) });
  () => expect(record).toHaveInclusionTransaction(expect.objectContaining({ hash: '0x' }));
  // @ts-expect-error it is ALPHA
  () => expect(record).toHaveInclusionTransaction({ blockchainType: 'ALFA' });
  // @ts-expect-error it is EVM
  () => expect(record).not.toHaveInclusionTransaction({ blockchainType: 'evm' });
  () => expect(recordPromise).resolves.toHaveInclusionTransaction({ blockchainType: 'TVM' });
  // @ts-expect-error it is ALPHA
  () => expect(recordPromise).resolves.toHaveInclusionTransaction({ blockchainType: 'ALFA' });
  // @ts-expect-error it is ALPHA
  () => expect(recordPromise).resolves.not.toHaveInclusionTransaction({ blockchainType: 'ALFA' });
});

it('a synchronous matcher takes no promise', () => {
  () => expect(recordPromise).resolves.toBeIncluded();
  () => expect(recordPromise).resolves.not.toBeRejected({ note: 'gas' });
  () => expect(recordPromise).not.toBe(name);
  // @ts-expect-error await is missing
  () => expect(recordPromise).toBeIncluded();
  // @ts-expect-error await is missing
  () => expect(recordPromise).not.toBeRejected();
  // @ts-expect-error it is a function
  () => expect(() => recordPromise).toHaveInclusionTransaction({ blockchainType: 'ALPHA' });
  // @ts-expect-error await is missing
  () => expect(Promise.resolve([])).toBeConsistent();
});

it('the compiler rejects what would say nothing', () => {
  // @ts-expect-error forMs is required
  ({}) satisfies Parameters<Assertion['toRemainPending']>[0];
  // @ts-expect-error a window has no other limit
  ({ forMs: 5, timeoutMs: 5 }) satisfies Parameters<Assertion['toRemainPending']>[0];
  // @ts-expect-error it is passOnRejection
  ({ forMs: 5, failFast: true }) satisfies Parameters<Assertion['toRemainPending']>[0];
  // @ts-expect-error a stage is reached when it is seen
  ({ stableForMs: 5 }) satisfies Parameters<Assertion['toReachStage']>[1];
  // @ts-expect-error it is errorName
  ({ note: { error: 'NotEnoughGas' } }) satisfies Parameters<Assertion['toBeRejected']>[0];
  // @ts-expect-error it is hash
  ({ txHash: '0x' }) satisfies Parameters<Assertion['toHaveInclusionTransaction']>[0];
});
