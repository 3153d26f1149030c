import {
  type DeploymentOptions,
  InclusionRejectedError,
  InclusionTimeoutError,
  InclusionUnknownError,
  waitForInclusion,
} from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { record, status } from '../../support/scripted-observer.js';
import { waitTimelessly } from '../../support/wait-timelessly.js';
import { caught, id, included, observe, rejected } from './observe.js';

describe('the conventions of the deployment', () => {
  it('decide what is included and what is rejected', async () => {
    const conventions: DeploymentOptions['conventions'] = {
      isIncluded: ({ stage }) => stage === 'rooted',
      isRejected: ({ stage }) => stage === 'dropped',
    };
    const rooted = await observe([included, record({ stage: 'rooted' })], { conventions });
    await expect(waitForInclusion(rooted.client, id, { intervals: 0 })).resolves.toMatchObject({
      record: { response: { stage: 'rooted' } },
    });
    const dropped = await observe([rejected, record({ stage: 'dropped' })], { conventions });
    await expect(waitForInclusion(dropped.client, id, { intervals: 0 })).rejects.toMatchObject({
      lastRecord: { response: { stage: 'dropped' } },
    });
  });

  it('need not know a stage, which is shown', async () => {
    const { client } = await observe([record({ stage: 'rebalancing' }), record({})]);
    const error = await caught<Error>(waitTimelessly(client, id, { timeoutMs: 100, intervals: 50 }).outcome);
    expect(error.message).toContain('Timeline:   +0 ms rebalancing | +50 ms ×2 no stage');
  });

  it('do not take a stage that they do not name for "not yet", and the message says what to check', async () => {
    const { client } = await observe([record({ stage: 'includedInTVMConsensus', success: true })]);
    const error = await caught<Error>(waitTimelessly(client, id, { timeoutMs: 100, intervals: 50 }).outcome);
    expect(error).toBeInstanceOf(InclusionUnknownError);
    expect(error.message).toContain('What to do: check the chain names and the stages of the deployment');
  });

  it('are translated to neutral stage names', async () => {
    const { client, observer } = await observe(
      [record({ stage: 'collectedInTVM' }), record({ stage: 'includedInTVMConsensus', success: true })],
      { chains: { alpha: 'evm', beta: 'tvm' } },
    );
    const { timeline } = await waitForInclusion(client, id, { intervals: 0 });
    expect(timeline.map(({ result }) => result.stage)).toEqual([
      'collectedInBETA',
      'includedInBETAConsensus',
    ]);
    expect(observer.polls[0]?.url).toContain('/tvm/observer/');
  });

  it.each([
    ['pending', InclusionTimeoutError, 3],
    ['rejected', InclusionRejectedError, 1],
    ['error', InclusionUnknownError, 1],
  ] as const)('decide that a 404 means %s', async (notFoundMeans, outcome, polls) => {
    const { client, observer } = await observe([status(404)], { conventions: { notFoundMeans } });
    const error = await caught<Error>(waitTimelessly(client, id, { intervals: 50, timeoutMs: 100 }).outcome);
    expect(error).toBeInstanceOf(outcome);
    expect(error.message).toMatch(/What to do: .*404|check the operation id|fix what/);
    expect(observer.polls).toHaveLength(polls);
  });
});
