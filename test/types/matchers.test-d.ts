import type { Deployment } from 'crosscheck';
import { assertions } from 'crosscheck/assert';
import type { ConnectedLocalDeployment, LocalDeployment } from 'crosscheck/local';
import type {
  matchers,
  ReachInclusionOptions,
  SimulationMatcherOptions,
  WindowOptions,
} from 'crosscheck/matchers';
import type {} from 'crosscheck/vitest';
import { expectTypeOf } from 'expect-type';
import { type Assertion, type ExpectStatic, expect, it } from 'vitest';
import { z } from 'zod';
import type { AssertionOn } from './assertion-on.js';

declare const local: LocalDeployment;

type ToReachInclusion = AssertionOn<string>['toReachInclusion'];
type ToSimulateSuccessfully = AssertionOn<object>['toSimulateSuccessfully'];

it("the matchers are typed on Vitest's expect", () => {
  expectTypeOf<ToReachInclusion>()
    .parameter(0)
    .toEqualTypeOf<ReachInclusionOptions | WindowOptions | undefined>();
  expectTypeOf<ToReachInclusion>().returns.toEqualTypeOf<Promise<void>>();
  expectTypeOf<ToSimulateSuccessfully>().parameter(0).toEqualTypeOf<SimulationMatcherOptions | undefined>();
  expectTypeOf<ToSimulateSuccessfully>().returns.toEqualTypeOf<Promise<void>>();
  expectTypeOf<Assertion['not']['toSimulateSuccessfully']>().returns.toEqualTypeOf<Promise<void>>();
  type Resolved = ReturnType<AssertionOn<Promise<string>>['resolves']['toReachInclusion']>;
  expectTypeOf<Awaited<Resolved>>().toEqualTypeOf<void>();
  expectTypeOf<ReachInclusionOptions['deployment']>().toEqualTypeOf<Deployment | undefined>();
});

it('each matcher has a type on expect', () => {
  expectTypeOf<Exclude<keyof typeof matchers, keyof Assertion | keyof ExpectStatic>>().toBeNever();
});

it('the compiler rejects a bad name', () => {
  // @ts-expect-error it is timeoutMs
  ({ timeout: 5 }) satisfies Parameters<ToReachInclusion>[0];
  // @ts-expect-error a simulation does not wait
  ({ timeoutMs: 5 }) satisfies Parameters<ToSimulateSuccessfully>[0];
  // @ts-expect-error it is toReachInclusion
  expectTypeOf<Assertion['toReachInclussion']>().toBeAny();
});

it('a matcher of received requests takes a local deployment, and a pattern of a request', () => {
  void [
    () => expect(local).toHaveReceivedRequest({ endpoint: 'simulate', headers: { accept: 'a' } }),
    () => expect(local).not.toHaveReceivedRequest({ request: { shardsKey: 7n } }, { times: 1 }),
    () => expect(local).toHaveReceivedRequest(expect.objectContaining({ method: 'GET' })),
    // @ts-expect-error it is simulate or inclusion
    () => expect(local).toHaveReceivedRequest({ endpoint: 'observe' }),
    // @ts-expect-error it is shardsKey
    () => expect(local).toHaveReceivedRequest({ request: { shardKey: '7' } }),
    // @ts-expect-error it is times
    () => expect(local).toHaveReceivedRequest({ method: 'GET' }, { time: 1 }),
  ];
});

it('a pattern of a received request has the members of the extension that the deployment or the call names', () => {
  const extend = { simulationRequest: { calculateRollbackFee: z.boolean().optional() } };
  type Extend = typeof extend;
  const typed = {} as ConnectedLocalDeployment<Extend>;
  const request = { calculateRollbackFee: true };
  void [
    () => expect(typed).toHaveReceivedRequest({ request, answer: { status: 200 } }),
    () => expect(typed).not.toHaveReceivedRequest({ request: { ...request, shardsKey: '7' } }),
    () => expect(local).toHaveReceivedRequest<Extend>({ request: { calculateRollbackFee: true } }),
    () => expect(local).not.toHaveReceivedRequest<Extend>({ request: { calculateRollbackFee: true } }),
    () => assertions.not.toHaveReceivedRequest(typed, { request: { calculateRollbackFee: true } }),
    // @ts-expect-error nothing declares it
    () => expect(local).toHaveReceivedRequest({ request: { calculateRollbackFee: true } }),
    // @ts-expect-error it is calculateRollbackFee
    () => expect(typed).not.toHaveReceivedRequest({ request: { calculateRollbackFees: true } }),
    // @ts-expect-error it is a boolean
    () => expect(typed).toHaveReceivedRequest({ request: { calculateRollbackFee: 'yes' } }),
    // @ts-expect-error it is shardsKey
    () => expect(local).toHaveReceivedRequest<Extend>({ request: { shardKey: '7' } }),
  ];
});
