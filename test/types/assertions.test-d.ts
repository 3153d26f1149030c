import { createClient, defineDeployment, type InclusionRecord, type SimulationRequest } from 'crosscheck';
import { assertions, patterns } from 'crosscheck/assert';
import type {
  AsymmetricPattern,
  CrosscheckMatchers,
  ReachInclusionOptions,
  WindowOptions,
} from 'crosscheck/matchers';
import { expectTypeOf } from 'expect-type';
import { it } from 'vitest';
import { z } from 'zod';

declare const record: InclusionRecord;
declare const request: SimulationRequest;

it('has the matchers, with the subject first', () => {
  expectTypeOf<Exclude<keyof CrosscheckMatchers, keyof typeof assertions>>().toBeNever();
  expectTypeOf<Exclude<keyof typeof assertions, keyof CrosscheckMatchers>>().toEqualTypeOf<'not'>();
  expectTypeOf(assertions.toReachInclusion).parameter(1).toEqualTypeOf<ReachInclusionOptions | undefined>();
  expectTypeOf(assertions.not.toReachInclusion).parameter(1).toEqualTypeOf<WindowOptions>();
  expectTypeOf(assertions.toReachInclusion).returns.toEqualTypeOf<Promise<void>>();
  expectTypeOf(assertions.toBeIncluded).parameters.toEqualTypeOf<[received: InclusionRecord]>();
  expectTypeOf(assertions.toBeIncluded).returns.toEqualTypeOf<void>();
  expectTypeOf(patterns.not.amount).returns.toEqualTypeOf<AsymmetricPattern>();
});

it('takes what the matchers take', () => {
  () => assertions.toSimulateSuccessfully(request);
  () => assertions.toSimulateSuccessfully(Promise.resolve(request), { signal: AbortSignal.abort() });
  () => assertions.toFailSimulation(request);
  () => assertions.toFailSimulation(request, { signal: AbortSignal.abort() });
  () => assertions.toFailSimulation(request, /paused/, { signal: AbortSignal.abort() });
  () => assertions.toReachStage(record, 'executedInALPHA', { timeoutMs: 5 });
  () => assertions.not.toReachStage('0x01', 'start', { forMs: 5 });
  () => assertions.toHaveInclusionTransaction(record, { blockchainType: 'ALPHA' });
  () => assertions.not.toBeRejected(record, { note: 'paused' });
  () => assertions.toCostAtMost(request, '250');
});

it('rejects what they do not take', () => {
  // @ts-expect-error forMs is missing
  () => assertions.not.toReachInclusion('0x01');
  // @ts-expect-error forMs needs .not
  () => assertions.toReachInclusion('0x01', { forMs: 5 });
  // @ts-expect-error it is collectedInALPHA
  () => assertions.toReachStage('0x01', 'collectedInAPLHA');
  // @ts-expect-error it is not a chain
  () => assertions.toHaveInclusionTransaction(record, { blockchainType: 'ALFA' });
  // @ts-expect-error it is no decimal amount
  () => assertions.toCostAtMost(request, '2.5');
  // @ts-expect-error it is simulationStatus
  () => assertions.toMatchSimulation(request, { simulationSatus: true });
  // @ts-expect-error the record must be awaited first
  () => assertions.toBeIncluded(Promise.resolve(record));
  // @ts-expect-error it takes no options
  () => assertions.toBeIncluded(record, {});
  // @ts-expect-error it is no subject
  () => assertions.toReachInclusion(5);
  // @ts-expect-error it is toReachInclusion
  () => assertions.not.toRemainPending('0x01', { forMs: 5 });
});

it('knows what the extension of a deployment declares', async () => {
  const extend = { simulationResponse: { suggestedFee: z.string().optional() } };
  const urls = { simulatorUrl: 'http://a', observerUrl: 'http://b' };
  const client = createClient(defineDeployment({ ...urls, extend }));
  () =>
    client.simulate(request).then((result) => assertions.toMatchSimulation(result, { suggestedFee: '5' }));
  () => assertions.toMatchSimulation<typeof extend>(request, { suggestedFee: '5' });
  // @ts-expect-error only that deployment declares it
  () => assertions.toMatchSimulation(request, { suggestedFee: '5' });
});
