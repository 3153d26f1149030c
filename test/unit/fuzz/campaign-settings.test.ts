import { defineDeployment } from 'crosscheck';
import { simulationRequest } from 'crosscheck/arbitraries';
import { type CampaignOptions, knownChecks, phaseNames, runCampaign } from 'crosscheck/fuzz';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { campaignSettings } from '../../../src/fuzz/campaign-settings.js';

const deployment = defineDeployment({
  simulatorUrl: 'http://127.0.0.1:1',
  observerUrl: 'http://127.0.0.1:1',
});

describe('campaignSettings', () => {
  it('fills in the defaults, also for what is undefined', () => {
    const { seed, calls, checks, clock, ...settings } = campaignSettings({ deployment, cases: undefined });
    expect(Number.isSafeInteger(seed)).toBe(true);
    expect(checks).toEqual(knownChecks);
    expect(fc.sample(calls, 1)[0]).toHaveProperty('request.betaCaller');
    expect(settings).toMatchObject({
      deployment,
      cases: 1000,
      concurrency: 8,
      ratePerSecond: 'auto',
      maxFindings: 100,
      maxPredecessors: 64,
      shard: { index: 0, count: 1 },
      limits: { slowThresholdMs: 5000 },
      corpus: undefined,
      connectTimeoutMs: 5000,
      confirmTimeoutMs: 60000,
    });
  });

  it('runs only the phases of a list, and none that is switched off', () => {
    expect(campaignSettings({ deployment, phases: ['smoke', ['valid', 50]] }).phases).toEqual({
      ...Object.fromEntries(phaseNames.map((name) => [name, false])),
      smoke: true,
      valid: 50,
    });
    expect(campaignSettings({ deployment, phases: { wire: false } }).phases).toEqual({ wire: false });
  });

  it('needs no seed for the only shard', () => {
    expect(campaignSettings({ deployment, shard: { index: 0, count: 1 } }).shard.count).toBe(1);
  });

  it('leaves out checks, and uses no corpus for false', () => {
    const { checks, corpus } = campaignSettings({ deployment, skipChecks: ['server-error'], corpus: false });
    expect(checks).toEqual(knownChecks.filter(({ name }) => name !== 'server-error'));
    expect(corpus).toBeUndefined();
  });

  it.each<[object, string]>([
    [{ sede: 7 }, 'sede is not an option; did you mean seed?'],
    [{ seed: 10 ** 15 }, 'seed must be an integer from 0 to 999999999999999, got 1000000000000000'],
    [{ ratePerSecond: 'slow' }, 'ratePerSecond must be auto or a number from 0.001 to 1000000, got "slow"'],
    [{ reruns: 0 }, 'reruns must be an integer from 1 to 1000, got 0'],
    [{ concurrency: 1025 }, 'concurrency must be an integer from 1 to 1024, got 1025'],
    [{ phases: [] }, 'phases must name at least one phase'],
    [
      { phases: ['vaild'] },
      'phases[0] must be the name of a phase, alone or with a number of cases; did you mean valid?',
    ],
    [
      { phases: ['wire', ['valid', -1]] },
      'phases[1] must be the name of a phase, alone or with a number of cases',
    ],
    [{ shard: { index: 0, count: 2 } }, 'seed is required with a shard, and must be the same for all shards'],
    [{ phases: { smok: false } }, 'phases.smok is not an option; did you mean smoke?'],
    [{ phases: { wire: -1 } }, 'phases.wire must be true, false or a number of cases, got -1'],
    [
      { limits: { slowThresholdMs: 0 } },
      'limits.slowThresholdMs must be an integer from 1 to 2147483647, got 0',
    ],
    [{ skipChecks: ['server-errors'] }, 'must be the name of a check; did you mean server-error?'],
    [{ skipChecks: ['internals'] }, 'did you mean leaked-internals?'],
    [{ skipChecks: ['nope'] }, 'must be the name of a check; crosscheck checks lists them'],
    [{ shard: { index: 4, count: 4 } }, 'shard must be one of 4 shards, got shard 5 (index 4)'],
    [{ shard: { index: 0 } }, 'shard.count is missing'],
    [{ calls: [] }, 'calls must be an arbitrary of fast-check'],
    [{ maxInconclusive: 1.1 }, 'maxInconclusive must be a number from 0 to 1, got 1.1'],
    [{ deployment: undefined }, 'deployment is missing'],
    [{ deployment: 'http://127.0.0.1' }, 'deployment must be created with defineDeployment'],
  ])('rejects %o', (options, fault) => {
    expect(() => campaignSettings({ deployment, ...options } as CampaignOptions)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(fault) }),
    );
  });
});

describe('a call that the arbitrary calls generates', () => {
  const request = fc.sample(simulationRequest(), { numRuns: 1, seed: 1 })[0];

  it.each<[string, unknown, string]>([
    ['null', null, 'must be an object, got null'],
    ['a request instead of a call', request, 'shardsKey is not an option'],
    ['a call without a request', { succeeds: true }, 'request is missing'],
    [
      'a misspelt expectation',
      { request, suceeds: true },
      'suceeds is not an option; did you mean succeeds?',
    ],
    ['an expectation of another type', { request, succeeds: 'yes' }, 'succeeds must be true or false'],
    ['an invalid request', { request: { ...(request as object), shardsKey: 5 } }, 'request.shardsKey'],
    ['a request with an unknown member', { request: { ...(request as object), gas: 5 } }, 'request'],
  ])('ends the campaign before it sends anything: %s', async (_, call, message) => {
    const calls = fc.constant(call) as unknown as CampaignOptions['calls'];
    await expect(runCampaign({ deployment, calls })).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining(message),
    });
  });

  it('is accepted with every expectation', () => {
    const call = {
      request,
      succeeds: true,
      returns: [{ amount: '5' }],
      sends: [{ payload: '0x', burned: [] }],
      fails: { errorName: 'Refused', args: ['1'] },
    };
    const { calls } = campaignSettings({ deployment, calls: fc.constant(call) as never });
    expect(fc.sample(calls, 1)).toEqual([call]);
  });
});
