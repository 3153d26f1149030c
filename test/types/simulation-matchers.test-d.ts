import 'crosscheck/vitest';
import {
  type Client,
  defineDeployment,
  type LooseSimulationRequest,
  type SimulationRequest,
  type SimulationResult,
} from 'crosscheck';
import {
  type Amount,
  type AsymmetricPattern,
  type Ends,
  equalityTesters,
  type FailureReason,
  type Gas,
  type OutMessagePattern,
  type Pattern,
  type SimulationMatcherOptions,
  type SimulationPattern,
  snapshotSerializer,
} from 'crosscheck/matchers';
import { expectTypeOf } from 'expect-type';
import { type Assertion, type ExpectStatic, expect, it } from 'vitest';
import { z } from 'zod';
import type { AssertionOn } from './assertion-on.js';

type Matcher<Name extends keyof Assertion> = AssertionOn<object>[Name];
type Options = SimulationMatcherOptions | undefined;
type Simulation = SimulationResult['response'];

it('the simulation matchers are typed on expect, with options as the last argument', () => {
  expectTypeOf<Parameters<Matcher<'toFailSimulation'>>[0]>().toEqualTypeOf<FailureReason>();
  expectTypeOf<Parameters<Matcher<'toFailSimulation'>>[1]>().toEqualTypeOf<Options>();
  expectTypeOf<AsymmetricPattern>().toExtend<FailureReason>();
  expectTypeOf<Matcher<'toFailSimulation'>>().toBeCallableWith({ signal: AbortSignal.abort() });
  expectTypeOf<Matcher<'toFailSimulation'>>().toBeCallableWith({
    errorName: 'Panic',
    args: [0x11, expect.any(String)],
  });
  expectTypeOf<Matcher<'toFailSimulation'>>().toBeCallableWith((error, simulation) => {
    expectTypeOf(error).toEqualTypeOf<string | undefined>();
    expectTypeOf(simulation).toEqualTypeOf<Simulation>();
    return true;
  });
  expectTypeOf<Parameters<Matcher<'toMatchSimulation'>>[0]>().toEqualTypeOf<SimulationPattern>();
  expectTypeOf<Parameters<Matcher<'toMatchSimulation'>>[1]>().toEqualTypeOf<Options>();
  expectTypeOf<Parameters<Matcher<'toEmitOutMessage'>>[0]>().toEqualTypeOf<OutMessagePattern>();
  expectTypeOf<Parameters<Matcher<'toEmitOutMessage'>>[1]>().toEqualTypeOf<Options>();
  expectTypeOf<Parameters<Matcher<'toHaveOutMessageCount'>>[0]>().toEqualTypeOf<number>();
  expectTypeOf<Parameters<Matcher<'toHaveOutMessageCount'>>[1]>().toEqualTypeOf<Options>();
  expectTypeOf<Parameters<Matcher<'toUseGasWithin'>>[0]>().toEqualTypeOf<Gas | Ends<Gas>>();
  expectTypeOf<Parameters<Matcher<'toUseGasWithin'>>[1]>().toEqualTypeOf<Options>();
  expectTypeOf<Parameters<Matcher<'toCostAtMost'>>[0]>().toEqualTypeOf<Amount>();
  expectTypeOf<Parameters<Matcher<'toCostAtMost'>>[1]>().toEqualTypeOf<Options>();
  expectTypeOf<ReturnType<Assertion['not']['toCostAtMost']>>().toEqualTypeOf<Promise<void>>();
});

it('the asymmetric matchers are typed on expect and expect.not', () => {
  expectTypeOf<ExpectStatic['amount']>().parameters.toEqualTypeOf<[expected: Amount | Ends<Amount>]>();
  expectTypeOf<ExpectStatic['not']['outMessage']>().parameters.toEqualTypeOf<[pattern: OutMessagePattern]>();
  expectTypeOf<ExpectStatic['operationId']>().returns.toEqualTypeOf<AsymmetricPattern>();
  // @ts-expect-error an amount is never a number
  (): unknown => expect.amount(5);
});

declare const client: Client;
declare const complete: SimulationRequest;
declare const loose: LooseSimulationRequest;
declare const text: string;
declare const any: ReturnType<typeof JSON.parse>;

it('an amount is written in decimal digits', () => {
  () => expect(complete).toCostAtMost('250000000');
  () => expect(complete).toCostAtMost(text);
  (): unknown => [expect.amount('5'), expect.amount(text), expect.amount({ min: text, max: 5n })];
  // @ts-expect-error it is no integer
  () => expect(complete).toCostAtMost('abc');
  // @ts-expect-error it is no integer
  () => expect(client.simulate(complete)).not.toCostAtMost('2.5');
  // @ts-expect-error it is no integer
  (): unknown => expect.amount('abc');
  // @ts-expect-error it is no integer
  (): unknown => expect.not.amount({ min: '1e18' });
});

it('a request is complete, unless it is loose or has the names of other chains', () => {
  () => expect({ ...complete, extraData: '0x' }).toSimulateSuccessfully();
  () => expect(loose).not.toSimulateSuccessfully();
  () => expect({ shardsKey: '1', evmCallParams: { target: text } }).toSimulateSuccessfully();
  () => expect(async () => complete).toSimulateSuccessfully();
  () => expect(any).toSimulateSuccessfully();
  () => expect({ shardsKey: '1' }).not.toEqual(loose);
  // @ts-expect-error the call, the assets and the caller are missing
  () => expect({ shardsKey: '1' }).toSimulateSuccessfully();
  // @ts-expect-error the call, the assets and the caller are missing
  () => expect({ shardsKey: '1' }).not.toFailSimulation();
});

it('a request has what the deployment of the assertion requires', () => {
  const urls = { simulatorUrl: 'http://a', observerUrl: 'http://b' };
  const fewer = defineDeployment({ ...urls, conventions: { requiredRequestFields: ['shardsKey'] } });
  const more = defineDeployment({
    ...urls,
    conventions: { requiredRequestFields: ['shardsKey', 'feeAssetAddress'] },
  });
  const extended = defineDeployment({ ...urls, extend: { simulationRequest: { priority: z.int() } } });
  () => expect({ shardsKey: '1' }).toSimulateSuccessfully({ deployment: fewer });
  () => expect({ shardsKey: '1' }).not.toFailSimulation('paused', { deployment: fewer });
  () => expect({ shardsKey: '1' }).toCostAtMost(5n, { deployment: fewer });
  () => expect({ ...complete, feeAssetAddress: '' }).toSimulateSuccessfully({ deployment: more });
  () => expect(loose).toSimulateSuccessfully({ deployment: more });
  () => expect({ ...complete, priority: 1 }).toMatchSimulation({}, { deployment: extended });
  // @ts-expect-error there is no shardsKey
  () => expect({ betaCaller: '0:' }).toSimulateSuccessfully({ deployment: fewer });
  // @ts-expect-error there is no feeAssetAddress
  () => expect({ shardsKey: '1' }).toSimulateSuccessfully({ deployment: more });
  // @ts-expect-error there is no feeAssetAddress
  () => expect(complete).not.toHaveOutMessageCount(1, { deployment: more });
  // @ts-expect-error there is no priority
  () => expect(complete).toSimulateSuccessfully({ deployment: extended });
  // @ts-expect-error it is signal
  () => expect(complete).toSimulateSuccessfully({ deployment: fewer, signl: AbortSignal.abort() });
});

it('a pattern takes every form of a value, and rejects misspelt members', () => {
  expectTypeOf<Pattern<bigint>>().toEqualTypeOf<bigint | number | string | AsymmetricPattern>();
  expectTypeOf<Pattern<string>>().toEqualTypeOf<string | bigint | number | AsymmetricPattern>();
  expectTypeOf<Pattern<boolean>>().toEqualTypeOf<boolean | AsymmetricPattern>();
  const pattern = {
    estimatedGas: 5,
    outMessages: [{ shardsKey: '7', tokensBurned: null }, expect.outMessage({ payload: expect.any(String) })],
    debugInfo: { blockNumber: expect.amount({ min: 1n }) },
    simulationError: undefined,
  } satisfies SimulationPattern;
  expectTypeOf(pattern).toExtend<SimulationPattern>();
  // @ts-expect-error it is estimatedGas
  ({ estimatdGas: 5n }) satisfies SimulationPattern;
  // @ts-expect-error it is payload
  ({ outMessages: [{ payloads: '0x' }] }) satisfies SimulationPattern;
  // @ts-expect-error a verdict is no text
  ({ simulationStatus: 'true' }) satisfies SimulationPattern;
});

it('testers and serializer fit what expect takes', () => {
  expectTypeOf(equalityTesters).toExtend<Parameters<ExpectStatic['addEqualityTesters']>[0]>();
  expectTypeOf(snapshotSerializer).toExtend<Parameters<ExpectStatic['addSnapshotSerializer']>[0]>();
});
