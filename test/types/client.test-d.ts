import {
  type Client,
  type Clock,
  createClient,
  defineDeployment,
  type Exchange,
  type Inclusion,
  type InclusionError,
  type InclusionOutcome,
  type InclusionRecord,
  type InclusionTimeoutError,
  type InclusionVerdict,
  type Inconsistency,
  type Intervals,
  type LooseSimulationRequest,
  type Poll,
  type SimulationRequest,
  type SimulationResult,
  type WaitForManyOptions,
  type WaitOptions,
  waitForInclusion,
  waitForInclusions,
} from 'crosscheck';
import { expectTypeOf } from 'expect-type';
import { it } from 'vitest';

const deployment = defineDeployment({
  simulatorUrl: 'http://localhost:1',
  observerUrl: 'http://localhost:2',
});

it('the client is typed by the contract', () => {
  expectTypeOf(createClient(deployment)).toEqualTypeOf<Client<SimulationRequest>>();
  expectTypeOf<Client<SimulationRequest>['simulate']>().parameter(0).toEqualTypeOf<SimulationRequest>();
  expectTypeOf<Client['simulate']>().parameter(0).toEqualTypeOf<LooseSimulationRequest>();
  expectTypeOf<Client['simulate']>().returns.resolves.toEqualTypeOf<SimulationResult>();
  expectTypeOf<Client['inclusion']>().parameter(0).toEqualTypeOf<string>();
  expectTypeOf<Client['inclusion']>().returns.resolves.toEqualTypeOf<InclusionRecord>();
  expectTypeOf<SimulationResult['exchange']>().toEqualTypeOf<Exchange>();
});

it('a deployment with conventions of its own takes requests in which any field may be absent', () => {
  const urls = { simulatorUrl: 'http://localhost:1', observerUrl: 'http://localhost:2' };
  const open = defineDeployment({ ...urls, conventions: { requestValidation: 'off' } });
  expectTypeOf(createClient(open)).toEqualTypeOf<Client>();
  const other = defineDeployment({ ...urls, conventions: { requiredRequestFields: ['betaCaller'] } });
  expectTypeOf(createClient(other)).toEqualTypeOf<Client>();
  const slow = defineDeployment({ ...urls, conventions: { timestampUnit: 'ms' } });
  expectTypeOf(createClient(slow)).toEqualTypeOf<Client<SimulationRequest>>();
  // @ts-expect-error the default conventions require fields
  const empty: Parameters<ReturnType<typeof createClient<SimulationRequest>>['simulate']>[0] = {};
  expectTypeOf(empty).toEqualTypeOf<SimulationRequest>();
});

it('a request has neutral names; those that the default conventions require are required', () => {
  expectTypeOf<Record<never, never>>().not.toExtend<SimulationRequest>();
  expectTypeOf<Record<never, never>>().toExtend<LooseSimulationRequest>();
  expectTypeOf<SimulationRequest>().toExtend<LooseSimulationRequest>();
  expectTypeOf<keyof SimulationRequest>().toEqualTypeOf<
    | 'shardsKey'
    | 'alphaCallParams'
    | 'betaAssets'
    | 'betaCaller'
    | 'executorAddress'
    | 'extraData'
    | 'feeAssetAddress'
  >();
  expectTypeOf<SimulationRequest['shardsKey']>().toEqualTypeOf<string>();
  expectTypeOf<SimulationRequest['extraData']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<SimulationRequest['alphaCallParams']>().toEqualTypeOf<{
    target: string;
    arguments?: string | undefined;
    methodName?: string | undefined;
  }>();
  expectTypeOf<NonNullable<LooseSimulationRequest['alphaCallParams']>>().toEqualTypeOf<{
    target?: string | undefined;
    arguments?: string | undefined;
    methodName?: string | undefined;
  }>();
  // @ts-expect-error a wire name of one deployment is no field
  ({ evmCallParams: {} }) satisfies LooseSimulationRequest;
  // @ts-expect-error amounts are texts, not numbers
  ({ betaAssets: [{ amount: 1 }] }) satisfies LooseSimulationRequest;
});

it('answers keep integers exact, and absent apart from null', () => {
  type Simulation = SimulationResult['response'];
  type Message = NonNullable<Simulation['outMessages']>[number];
  expectTypeOf<Simulation['estimatedGas']>().toEqualTypeOf<bigint | undefined>();
  expectTypeOf<Simulation['simulationStatus']>().toEqualTypeOf<boolean | undefined>();
  // @ts-expect-error a misspelt member is no member
  expectTypeOf<Simulation['simulationSatus']>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<Message['shardsKey']>().toEqualTypeOf<bigint | undefined>();
  expectTypeOf<null>().toExtend<Simulation['outMessages']>();
  expectTypeOf<undefined>().toExtend<Simulation['outMessages']>();
  expectTypeOf<InclusionRecord['response']['timestamp']>().toEqualTypeOf<bigint | undefined>();
  expectTypeOf<InclusionRecord['response']['stage']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<InclusionRecord['verdict']>().toEqualTypeOf<InclusionVerdict>();
});

it('a wait is typed from its options to its outcome', () => {
  expectTypeOf(waitForInclusion).parameter(0).toEqualTypeOf<Client>();
  expectTypeOf(waitForInclusion).parameter(1).toEqualTypeOf<string>();
  expectTypeOf(waitForInclusion).parameter(2).toEqualTypeOf<WaitOptions | undefined>();
  expectTypeOf(waitForInclusion).returns.resolves.toEqualTypeOf<Inclusion>();
  expectTypeOf<Inclusion['record']>().toEqualTypeOf<InclusionRecord>();
  expectTypeOf<Inclusion['timeline']>().toEqualTypeOf<readonly Poll[]>();
  expectTypeOf<Inclusion['inconsistencies']>().toEqualTypeOf<readonly Inconsistency[]>();
  expectTypeOf<InclusionTimeoutError>()
    .toHaveProperty('lastRecord')
    .toEqualTypeOf<InclusionRecord | undefined>();
  expectTypeOf<InclusionTimeoutError>().toHaveProperty('lastError').toBeUnknown();
  expectTypeOf<InclusionTimeoutError['code']>().toEqualTypeOf<'INCLUSION_TIMEOUT'>();
  expectTypeOf<WaitOptions['intervals']>().toEqualTypeOf<Intervals | undefined>();
  expectTypeOf<WaitOptions['clock']>().toEqualTypeOf<Clock | undefined>();
  // @ts-expect-error durations end in Ms
  ({ timeout: 5 }) satisfies WaitOptions;
  // @ts-expect-error so do intervals, which are plural
  ({ interval: 5 }) satisfies WaitOptions;
  // @ts-expect-error a verdict is not a filter of errors
  ({ ignoreErrors: 'all' }) satisfies WaitOptions;
});

it('many waits are typed by how each ended', () => {
  expectTypeOf(waitForInclusions).parameter(1).toEqualTypeOf<readonly string[]>();
  expectTypeOf(waitForInclusions).parameter(2).toEqualTypeOf<WaitForManyOptions | undefined>();
  expectTypeOf(waitForInclusions).returns.resolves.toEqualTypeOf<InclusionOutcome[]>();
  expectTypeOf<WaitOptions>().toExtend<WaitForManyOptions>();
  expectTypeOf<Extract<InclusionOutcome, { status: 'included' }>['inclusion']>().toEqualTypeOf<Inclusion>();
  expectTypeOf<Extract<InclusionOutcome, { status: 'failed' }>['error']>().toEqualTypeOf<InclusionError>();
  // @ts-expect-error a failure has no inclusion
  ({}) as Extract<InclusionOutcome, { status: 'failed' }> satisfies { inclusion: Inclusion };
});
