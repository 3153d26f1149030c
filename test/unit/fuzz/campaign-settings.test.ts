import { join } from 'node:path';
import { defineDeployment } from 'crosscheck';
import { simulationRequest } from 'crosscheck/arbitraries';
import {
  type CampaignEvent,
  type CampaignOptions,
  type CampaignStarted,
  knownChecks,
  runCampaign,
} from 'crosscheck/fuzz';
import type { Counts } from 'crosscheck/report';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../../support/project-folder.js';
import { cliRun } from '../cli/cli-run.js';
import { startScriptedService, success } from './scripted-service.js';

const url = 'http://127.0.0.1:1';
const deployment = defineDeployment({ simulatorUrl: url, observerUrl: url });

/** What a campaign says of itself when it starts. */
async function startOf(options: Partial<CampaignOptions>): Promise<CampaignStarted> {
  const { deployment } = await startScriptedService([success()]);
  const stop = new AbortController();
  let start: CampaignEvent | undefined;
  const onEvent = (event: CampaignEvent): void => {
    start ??= event;
    stop.abort();
  };
  await runCampaign({ deployment, ...options, signal: stop.signal, onEvent });
  return start as CampaignStarted;
}

const sumOf = (counts: Counts = {}): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

describe('the settings of a campaign', () => {
  it('have defaults, also for what is undefined', async () => {
    const { seed, phaseCases, ...start } = await startOf({ cases: undefined });
    expect(Number.isSafeInteger(seed)).toBe(true);
    expect(sumOf(phaseCases)).toBe(1000);
    expect(start).toMatchObject({
      checks: knownChecks.map(({ name }) => name),
      shard: { index: 0, count: 1 },
      settings: { maxFindings: 100, maxInconclusive: 0.2, limits: { slowThresholdMs: 5000 } },
      corpus: false,
    });
  });

  it('have only the phases of a list, and none that is switched off', async () => {
    const listed = await startOf({ phases: ['smoke', ['valid', 50]] });
    expect(listed.phaseCases).toEqual({ smoke: expect.any(Number), valid: 50 });
    const { phases } = await startOf({ phases: { wire: false } });
    expect(phases).toContain('valid');
    expect(phases).not.toContain('wire');
  });

  it('need no seed for the only shard', async () => {
    expect((await startOf({ shard: { index: 0, count: 1 } })).shard.count).toBe(1);
  });

  it('leave out checks, and have no corpus for false', async () => {
    const { checks, corpus } = await startOf({ skipChecks: ['server-error'], corpus: false });
    expect(checks).toEqual(knownChecks.map(({ name }) => name).filter((name) => name !== 'server-error'));
    expect(corpus).toBe(false);
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
  ])('must be right: %o', async (options, fault) => {
    await expect(runCampaign({ deployment, ...options } as CampaignOptions)).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining(fault),
    });
  });

  it.each([
    ['{"cases": -4}', 'cases must be an integer from 1 to 999999999999999, got -4'],
    ['{"maxInconclusive": 1.5}', 'maxInconclusive must be a number from 0 to 1, got 1.5'],
    [
      '{"limits": {"slowThresholdMs": 0}}',
      'limits.slowThresholdMs must be an integer from 1 to 2147483647, got 0',
    ],
    ['{"ratePerSecond": -1}', 'ratePerSecond must be auto or a number from 0.001 to 1000000, got -1'],
  ])('must be right in a file too: %s', async (text, fault) => {
    const file = join(await projectFolder({ 'campaign.json': text }), 'campaign.json');
    const { exitCode, stderr } = await cliRun(['fuzz', '--simulator-url', url, '--config', file]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${file}:1: ${fault}`);
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

  it('is accepted with every expectation', async () => {
    const call = {
      request,
      succeeds: true,
      returns: [{ amount: '5' }],
      sends: [{ payload: '0x', burned: [] }],
      fails: { errorName: 'Refused', args: ['1'] },
    };
    const { deployment } = await startScriptedService([success()]);
    const calls = fc.constant(call) as CampaignOptions['calls'];
    const { findings } = await runCampaign({ deployment, calls, phases: [['valid', 1]], shrinkRuns: 0 });
    const [step] = findings[0]?.plan.steps ?? [];
    expect(step?.requests).toMatchObject([{ expect: { kind: 'simulated', ...call } }]);
  });
});
