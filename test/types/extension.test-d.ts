import {
  createClient,
  type Deployment,
  defineDeployment,
  type SimulationResult,
  waitForInclusion,
  waitForInclusions,
} from 'crosscheck';
import { startLocalDeployment } from 'crosscheck/local';
import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';

const extend = {
  simulationRequest: {
    alphaValidExecutors: z.array(z.string()),
    calculateRollbackFee: z.boolean().optional(),
  },
  betaAsset: { assetType: z.enum(['fungible', 'nft']).optional() },
  simulationResponse: { suggestedAlphaExecutionFee: z.string().optional() },
  outMessage: { queryId: z.bigint().optional() },
  inclusionResponse: { confirmations: z.int().optional() },
};
const deployment = defineDeployment({ simulatorUrl: 'http://a', observerUrl: 'http://b', extend });
const client = createClient(deployment);
const request = {
  shardsKey: '1',
  alphaCallParams: { target: '0x' },
  betaAssets: [{ amount: '1', assetType: 'nft' as const }],
  betaCaller: '0:',
  alphaValidExecutors: ['0x'],
};

it('types the declared members of requests', () => {
  () => client.simulate(request);
  // @ts-expect-error alphaValidExecutors is required
  () => client.simulate({ ...request, alphaValidExecutors: undefined });
  // @ts-expect-error it is calculateRollbackFee
  () => client.simulate({ ...request, calculateRollbakFee: true });
  // @ts-expect-error it is not an asset type
  () => client.simulate({ ...request, betaAssets: [{ amount: '1', assetType: 'coin' }] });
  const plain = createClient(defineDeployment({ simulatorUrl: 'http://a', observerUrl: 'http://b' }));
  // @ts-expect-error another deployment does not have the member
  () => plain.simulate({ ...request, calculateRollbackFee: true });
});

it('types the declared members of answers', async () => {
  type Result = Awaited<ReturnType<typeof client.simulate>>;
  expectTypeOf<Result['response']['suggestedAlphaExecutionFee']>().toEqualTypeOf<string | undefined>();
  type Messages = NonNullable<Result['response']['outMessages']>;
  expectTypeOf<Messages[number]['queryId']>().toEqualTypeOf<bigint | undefined>();
  expectTypeOf<Messages[number]['payload']>().toEqualTypeOf<string | undefined>();
  type Record = Awaited<ReturnType<typeof client.inclusion>>;
  expectTypeOf<Record['response']['confirmations']>().toEqualTypeOf<number | undefined>();
  const wait = () => waitForInclusion(client, '0x01');
  expectTypeOf(wait).returns.resolves.toHaveProperty('record').toEqualTypeOf<Record>();
  const waits = async () =>
    (await waitForInclusions(client, ['0x01'])).map((outcome) =>
      outcome.status === 'included' ? outcome.inclusion.record : undefined,
    );
  expectTypeOf(waits).returns.resolves.toEqualTypeOf<(Record | undefined)[]>();
  // @ts-expect-error it is suggestedAlphaExecutionFee
  () => ({}) as Result['response']['suggestedAlphaFee'];
});

it('types the patterns of assertions on results', () => {
  const result = {} as Awaited<ReturnType<typeof client.simulate>>;
  () => expect(result).toMatchSimulation({ suggestedAlphaExecutionFee: '1', simulationStatus: true });
  () => expect(result).not.toEmitOutMessage({ queryId: 5 });
  // @ts-expect-error it is suggestedAlphaExecutionFee
  () => expect(result).toMatchSimulation({ suggestedAlphaFee: '1' });
  // @ts-expect-error no extension declares it
  () => expect({} as SimulationResult).toMatchSimulation({ suggestedAlphaExecutionFee: '1' });
  () => expect(request).toMatchSimulation<typeof extend>({ suggestedAlphaExecutionFee: '1' });
});

it('serves wherever any deployment does', () => {
  expectTypeOf(deployment).toExtend<Deployment>();
  () => expect(request).toSimulateSuccessfully({ deployment });
  const local = () => startLocalDeployment({ extend });
  expectTypeOf(local).returns.resolves.toHaveProperty('deployment').toExtend<Deployment>();
});
