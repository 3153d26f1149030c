import 'crosscheck/vitest';
import {
  createClient,
  defineDeployment,
  SchemaMismatchError,
  UsageError,
  waitForInclusion,
} from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { record } from '../../support/scripted-observer.js';
import { fullRequest } from '../client/calls.js';
import { messageOf } from './messages.js';
import { id, observed, recordOf } from './observed.js';

const chains = { alpha: 'evm', beta: 'tvm' };
const neutral = /ALPHA|BETA|alphaCallParams|betaAssets|betaCaller/;
const transactions = [
  { blockchainType: 'EVM', hash: `0x${'a1'.repeat(32)}` },
  { blockchainType: 'TVM', hash: `0x${'b2'.repeat(32)}` },
];
const collected = record({ stage: 'collectedInTVM', success: true, transactions });
const executed = record({ stage: 'executedInEVM', success: true });
const nowhere = { simulatorUrl: 'http://127.0.0.1:9', observerUrl: 'http://127.0.0.1:9' };

const {
  alphaCallParams: evmCallParams,
  betaAssets: tvmAssets,
  betaCaller: tvmCaller,
  ...others
} = fullRequest;
const wireRequest = { ...others, evmCallParams, tvmAssets, tvmCaller };

describe('messages show the chain names of the deployment', () => {
  it('for an invalid request', async () => {
    const client = createClient(defineDeployment({ ...nowhere, chains }));
    const bad = { ...fullRequest, alphaCallParams: { target: 'nowhere' }, betaCallr: 'x' };
    const error = await client.simulate(bad).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SchemaMismatchError);
    const { message, issues } = error as SchemaMismatchError;
    expect(issues.map(({ path }) => path)).toEqual(['alphaCallParams.target', 'betaCallr']);
    expect(message).toContain('evmCallParams.target: must be 0x and 40 hex digits');
    expect(message).toContain('tvmCallr: no such field; did you mean tvmCaller?');
    expect(message).not.toMatch(neutral);
  });

  it('for a wait and its inconsistencies', async () => {
    const { deployment: asked, ...often } = (await observed([collected, executed], { chains })).often;
    const wait = waitForInclusion(createClient(asked), id, { ...often, timeoutMs: 3000 });
    const message = await messageOf(wait);
    expect(message).toMatch(
      /Received: {3,}executedInEVM[\s\S]*went back from collectedInTVM to executedInEVM/,
    );
    expect(message).not.toMatch(neutral);
  });

  it('for a stage that was not reached, in either spelling', async () => {
    const { often } = await observed([executed], { chains });
    const message = await messageOf(expect(id).toReachStage('collectedInTVM', { ...often, timeoutMs: 3000 }));
    expect(message).toMatch(/Expected: +at stage collectedInTVM or past it/);
    expect(message).not.toMatch(neutral);
    await expect(expect(id).toReachStage('executedInETM' as string, often)).rejects.toThrow(
      /did you mean executedInEVM\?[\s\S]*collectedInEVM, includedInEVMConsensus/,
    );
  });

  it('for a record', async () => {
    const read = await recordOf(collected, { chains });
    expect(() => expect(read).toBeIncluded()).toThrow(/Received: {3,}pending: collectedInTVM/);
    const wanted = { blockchainType: 'ALPHA', hash: `0x${'00'.repeat(32)}` };
    expect(() => expect(read).toHaveInclusionTransaction(wanted)).toThrow(
      /Closest: +transactions\[0\]\n- hash/,
    );
    const other = { blockchainType: 'ALPHA', hash: transactions[1]?.hash };
    expect(() => expect(read).toHaveInclusionTransaction(other)).toThrow(/expected: "0xb2/);
  });
});

describe('neutral names and those of the deployment are accepted', () => {
  it('in requests', async () => {
    const { origin, requests } = await startRawServer(
      answerOf(200, '{"response":{"simulationStatus":true}}'),
    );
    const deployment = defineDeployment({ simulatorUrl: origin, observerUrl: origin, chains });
    await expect(wireRequest).toSimulateSuccessfully({ deployment });
    await expect(fullRequest).toSimulateSuccessfully({ deployment });
    const bodies = requests.map(({ body }) => JSON.parse(body));
    expect(bodies).toEqual([wireRequest, wireRequest]);
    const both = { ...fullRequest, tvmCaller };
    await expect(createClient(deployment).simulate(both)).rejects.toThrow(UsageError);
  });

  it.each(['EVM', 'ALPHA', expect.stringMatching(/^EVM$/), expect.stringMatching(/^ALPHA$/)])(
    'for the chain of a transaction',
    async (blockchainType) => {
      const read = await recordOf(collected, { chains });
      expect(read).toHaveInclusionTransaction({ blockchainType });
      expect(read).toHaveInclusionTransaction(expect.objectContaining({ blockchainType }));
      const onlyBeta = await recordOf(record({ stage: 'start', transactions: transactions.slice(1) }), {
        chains,
      });
      expect(onlyBeta).not.toHaveInclusionTransaction({ blockchainType });
    },
  );

  it('for a chain that a transaction must not have', async () => {
    const read = await recordOf(record({ stage: 'start', transactions: transactions.slice(0, 1) }), {
      chains,
    });
    for (const name of ['EVM', 'ALPHA'])
      expect(read).not.toHaveInclusionTransaction({ blockchainType: expect.not.stringContaining(name) });
    expect(read).toHaveInclusionTransaction({ blockchainType: expect.not.stringContaining('TVM') });
  });

  it.each(['evm', 'EVN', 'SOLANA'])('and other chains are rejected: %s', async (blockchainType) => {
    const read = await recordOf(collected, { chains });
    const wanted = { blockchainType };
    expect(() => expect(read).not.toHaveInclusionTransaction(wanted)).toThrow(/Its types: +EVM, TVM/);
    expect(() => expect(read).toHaveInclusionTransaction(wanted)).toThrow(UsageError);
  });

  it('for stages, chain types and required fields in conventions', () => {
    const conventions = {
      stages: ['queued', 'executedInEVM', 'includedInBETAConsensus'],
      includedStage: 'includedInTVMConsensus',
      blockchainTypes: ['EVM', 'BETA'],
      requiredRequestFields: ['evmCallParams.target', 'betaCaller'] as never,
    };
    expect(defineDeployment({ ...nowhere, chains, conventions }).conventions).toMatchObject({
      stages: ['queued', 'executedInALPHA', 'includedInBETAConsensus'],
      includedStage: 'includedInBETAConsensus',
      blockchainTypes: ['ALPHA', 'BETA'],
      requiredRequestFields: ['alphaCallParams.target', 'betaCaller'],
    });
  });

  it('and other names are rejected with those that exist', () => {
    const define = (conventions: object) => () => defineDeployment({ ...nowhere, chains, conventions });
    expect(define({ includedStage: 'included' })).toThrow(/which included is not: collectedInEVM, included/);
    expect(define({ requiredRequestFields: ['tvmCallr'] })).toThrow(
      /must be one of shardsKey, evmCallParams,/,
    );
    expect(() => defineDeployment({ ...nowhere, chains: { alpha: 'beta', beta: 'evm' } })).toThrow(
      /must not use the neutral name of one chain for the other/,
    );
  });
});
