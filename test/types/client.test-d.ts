import {
  type AnyClient,
  type Client,
  type Clock,
  createClient,
  currentDeployment,
  type Deployment,
  type Drift,
  defaultConventions,
  defineDeployment,
  type Exchange,
  type Inclusion,
  type InclusionError,
  type InclusionOutcome,
  type InclusionRecord,
  type InclusionTimeoutError,
  type InclusionUnknownError,
  type InclusionVerdict,
  type Inconsistency,
  type Intervals,
  type LooseSimulationRequest,
  type Poll,
  type RequestRequiring,
  type SimulationRequest,
  type SimulationResult,
  type WaitEnding,
  type WaitForManyOptions,
  type WaitOptions,
  waitForInclusion,
  waitForInclusions,
} from 'crosscheck';
import { callTo, simulationRequest } from 'crosscheck/arbitraries';
import type { RequestFieldPath } from 'crosscheck/contract';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { expectTypeOf } from 'expect-type';
import type { Arbitrary } from 'fast-check';
import { expect, it } from 'vitest';

/** The paths of what must be there, in the words of the convention. */
type RequiredPaths<Value, Prefix extends string = ''> = {
  [Name in keyof Value & string]-?: undefined extends Value[Name]
    ? never
    :
        | `${Prefix}${Name}`
        | (Value[Name] extends readonly (infer Item)[]
            ? RequiredPaths<Item, `${Prefix}${Name}[].`>
            : Value[Name] extends object
              ? RequiredPaths<Value[Name], `${Prefix}${Name}.`>
              : never);
}[keyof Value & string];

const deployment = defineDeployment({
  simulatorUrl: 'http://localhost:1',
  observerUrl: 'http://localhost:2',
});

it('the client is typed by the contract', () => {
  expectTypeOf(createClient(deployment)).toEqualTypeOf<Client>();
  expectTypeOf<Client['simulate']>().parameter(0).toEqualTypeOf<SimulationRequest>();
  expectTypeOf<Client['simulate']>().returns.resolves.toEqualTypeOf<SimulationResult>();
  expectTypeOf<Client['inclusion']>().parameter(0).toEqualTypeOf<string>();
  expectTypeOf<Client['inclusion']>().returns.resolves.toEqualTypeOf<InclusionRecord>();
  expectTypeOf<SimulationResult['exchange']>().toEqualTypeOf<Exchange>();
});

it('a request needs what the default conventions require', () => {
  const client = createClient(deployment);
  const complete = { shardsKey: '1', alphaCallParams: { target: '0x' }, betaAssets: [], betaCaller: '0:' };
  () => client.simulate(complete);
  // @ts-expect-error there is nothing in it
  () => client.simulate({});
  // @ts-expect-error there is no target
  () => client.simulate({ ...complete, alphaCallParams: {} });
  // @ts-expect-error there is no amount
  () => client.simulate({ ...complete, betaAssets: [{}] });
  // @ts-expect-error it is extraData
  () => client.simulate({ ...complete, extradata: '0x' });
  // @ts-expect-error so does a deployment that is only known at run time
  () => createClient(currentDeployment()).simulate({});
  // @ts-expect-error and a local one
  async () => createClient((await startLocalDeployment()).deployment).simulate({});
  expectTypeOf<RequiredPaths<SimulationRequest>>().toEqualTypeOf<
    | 'shardsKey'
    | 'alphaCallParams'
    | 'alphaCallParams.target'
    | 'betaAssets'
    | 'betaAssets[].amount'
    | 'betaCaller'
  >();
  const required: RequiredPaths<SimulationRequest>[] = [
    'shardsKey',
    'alphaCallParams',
    'alphaCallParams.target',
    'betaAssets',
    'betaAssets[].amount',
    'betaCaller',
  ];
  expect(defaultConventions.requiredRequestFields).toEqual(required);
});

const urls = { simulatorUrl: 'http://localhost:1', observerUrl: 'http://localhost:2' };

it('a request needs what the conventions of its deployment require', () => {
  const fewer = defineDeployment({ ...urls, conventions: { requiredRequestFields: ['betaCaller'] } });
  expectTypeOf(createClient(fewer)).toEqualTypeOf<Client<RequestRequiring<readonly ['betaCaller']>>>();
  () => createClient(fewer).simulate({ betaCaller: '0:' });
  () => createClient(fewer).simulate({ betaCaller: '0:', betaAssets: [{}] });
  // @ts-expect-error there is no betaCaller
  () => createClient(fewer).simulate({ shardsKey: '1' });
  // @ts-expect-error it is shardsKey
  () => createClient(fewer).simulate({ betaCaller: '0:', shardKey: '1' });
  const inner = defineDeployment({
    ...urls,
    conventions: { requiredRequestFields: ['betaAssets[].amount'] },
  });
  () => createClient(inner).simulate({});
  // @ts-expect-error there is no amount
  () => createClient(inner).simulate({ betaAssets: [{}] });
  const more = defineDeployment({
    ...urls,
    conventions: {
      requiredRequestFields: ['alphaCallParams', 'alphaCallParams.methodName', 'feeAssetAddress'],
    },
  });
  () => createClient(more).simulate({ alphaCallParams: { methodName: '' }, feeAssetAddress: '' });
  // @ts-expect-error there is no feeAssetAddress
  () => createClient(more).simulate({ alphaCallParams: { methodName: '' } });
  // @ts-expect-error there is no methodName
  () => createClient(more).simulate({ alphaCallParams: { target: '0x' }, feeAssetAddress: '' });
  const none = defineDeployment({ ...urls, conventions: { requiredRequestFields: [] } });
  () => createClient(none).simulate({});
  const local = () => startLocalDeployment({ conventions: { requiredRequestFields: ['betaCaller'] } });
  expectTypeOf(local).returns.resolves.toEqualTypeOf<
    LocalDeployment<RequestRequiring<readonly ['betaCaller']>>
  >();
});

it('other conventions do not change what a request needs', () => {
  const off = defineDeployment({ ...urls, conventions: { requestValidation: 'off' } });
  expectTypeOf(createClient(off)).toEqualTypeOf<Client>();
  const slow = defineDeployment({ ...urls, conventions: { timestampUnit: 'ms' } });
  expectTypeOf(createClient(slow)).toEqualTypeOf<Client>();
  // @ts-expect-error it is requestValidation
  () => defineDeployment({ ...urls, conventions: { requestValidaton: 'off' } });
  // @ts-expect-error it is betaCaller
  () => defineDeployment({ ...urls, conventions: { requiredRequestFields: ['betaCallr'] } });
});

it('any field may be absent where the list is only known at run time', () => {
  const given = (paths: readonly RequestFieldPath[]) =>
    createClient(defineDeployment({ ...urls, conventions: { requiredRequestFields: paths } }));
  expectTypeOf(given).returns.toEqualTypeOf<Client<LooseSimulationRequest>>();
});

it('a deployment and a client of any requests serve wherever others do', () => {
  type Strict = RequestRequiring<['feeAssetAddress', 'shardsKey']>;
  expectTypeOf<Deployment<LooseSimulationRequest>>().toExtend<Deployment>();
  expectTypeOf<Deployment<Strict>>().toExtend<Deployment>();
  expectTypeOf<Client<LooseSimulationRequest>>().toExtend<Client>();
  expectTypeOf<Client<Strict>>().toExtend<AnyClient>();
  () => waitForInclusion({} as Client<Strict>, '0x01');
  const loose: Client<LooseSimulationRequest> = createClient(deployment);
  () => loose.simulate({});
});

it('generated requests are what the deployment takes', () => {
  type Loose = Deployment<LooseSimulationRequest>;
  expectTypeOf(simulationRequest()).toEqualTypeOf<Arbitrary<SimulationRequest>>();
  expectTypeOf(simulationRequest({ deployment })).toEqualTypeOf<Arbitrary<SimulationRequest>>();
  expectTypeOf(simulationRequest<LooseSimulationRequest>({})).toEqualTypeOf<
    Arbitrary<LooseSimulationRequest>
  >();
  const ofLoose = (given: Loose) => simulationRequest({ deployment: given });
  expectTypeOf(ofLoose).returns.toEqualTypeOf<Arbitrary<LooseSimulationRequest>>();
  const callsOfLoose = (given: Loose) => callTo({ target: '0x', signature: 'a()', deployment: given });
  expectTypeOf(callsOfLoose).returns.toEqualTypeOf<Arbitrary<LooseSimulationRequest>>();
});

it('a request has neutral names; those that the default conventions require are required', () => {
  expectTypeOf<Record<never, never>>().not.toExtend<SimulationRequest>();
  expectTypeOf<Record<never, never>>().toExtend<LooseSimulationRequest>();
  expectTypeOf<SimulationRequest>().toExtend<LooseSimulationRequest>();
  expectTypeOf<keyof SimulationRequest>().toEqualTypeOf<Exclude<RequestFieldPath, `${string}.${string}`>>();
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
  // @ts-expect-error a misspelt member is no member
  expectTypeOf<InclusionRecord['response']['timestmp']>().toEqualTypeOf<bigint | undefined>();
  expectTypeOf<SimulationResult['drift']>().toEqualTypeOf<readonly Drift[]>();
  expectTypeOf<InclusionRecord['drift']>().toEqualTypeOf<readonly Drift[]>();
  expectTypeOf<string extends keyof Simulation ? true : false>().toEqualTypeOf<false>();
  expectTypeOf<string extends keyof InclusionRecord['response'] ? true : false>().toEqualTypeOf<false>();
  expectTypeOf<InclusionRecord['verdict']>().toEqualTypeOf<InclusionVerdict>();
});

it('stages and chain types of answers are the known ones, or any other text', () => {
  type Response = InclusionRecord['response'];
  type Transaction = NonNullable<Response['transactions']>[number];
  expectTypeOf<string>().toExtend<Response['stage']>();
  expectTypeOf<Extract<Response['stage'], 'executedInBETA' | 'start'>>().toEqualTypeOf<
    'executedInBETA' | 'start'
  >();
  expectTypeOf<string>().toExtend<Transaction['blockchainType']>();
  expectTypeOf<Extract<Transaction['blockchainType'], 'ALPHA' | 'BETA'>>().toEqualTypeOf<'ALPHA' | 'BETA'>();
});

it('a wait is typed from its options to its outcome', () => {
  expectTypeOf(waitForInclusion).parameter(0).toEqualTypeOf<AnyClient>();
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
  type Failure = Exclude<InclusionOutcome, { status: 'included' }>;
  expectTypeOf<Failure['error']>().toEqualTypeOf<InclusionError | InclusionUnknownError>();
  expectTypeOf<Failure['status']>().toEqualTypeOf<Exclude<WaitEnding, 'included'>>();
  // @ts-expect-error a failure has no inclusion
  ({}) as Failure satisfies { inclusion: Inclusion };
});
