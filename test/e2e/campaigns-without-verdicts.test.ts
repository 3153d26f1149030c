import { defineDeployment, defineEndpoint } from 'crosscheck';
import { type CampaignEvent, type CampaignOptions, runCampaign } from 'crosscheck/fuzz';
import { formatReport, mergeReports, summaryOfEvents } from 'crosscheck/report';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { observerAnswer } from '../support/observer-answer.js';
import { answerOf, startRawServer } from '../support/raw-server.js';
import { cliRun } from '../unit/cli/cli-run.js';

const operationId = `0x${'ab'.repeat(32)}`;
const succeeded = '{"response":{"simulationStatus":true,"estimatedGas":21000}}';
const failed = '{"response":{"simulationStatus":false,"simulationError":"paused"}}';
const empty = '{"response":{}}';

/** A service of which every simulation, and every record of a known operation, has this body. */
async function campaignOf(simulation: string, record = empty, own = answerOf(404, '{"error":"none"}')) {
  const server = await startRawServer((socket, request) => {
    if (request.method === 'POST') return void socket.write(answerOf(200, simulation));
    if (request.target.includes('/number-of-things')) return void socket.write(own);
    const { searchParams } = new URL(request.target, 'http://localhost');
    const isKnown = searchParams.get('operationId')?.toLowerCase() === operationId;
    socket.write(isKnown ? answerOf(200, record) : observerAnswer(request));
  });
  const url = server.origin;
  const deployment = defineDeployment({ name: 'staging', simulatorUrl: url, observerUrl: url });
  const events: CampaignEvent[] = [];
  const run = (options: Partial<CampaignOptions> = {}) =>
    runCampaign({
      deployment,
      cases: 40,
      phases: ['valid'],
      seed: 7,
      onEvent: (event) => events.push(event),
      ...options,
    });
  return { url, deployment, events, run };
}

describe('a campaign proves nothing', () => {
  it('when no simulation gave a verdict', async () => {
    const { run, events } = await campaignOf(empty);
    const expected = {
      verdict: 'inconclusive',
      because: 'unjudged-endpoints',
      unjudgedEndpoints: ['simulate'],
      gaps: ['no simulation gave a verdict', 'no simulation succeeded'],
    };
    expect(await run()).toMatchObject({ ...expected, findings: [], inconclusive: 0 });
    expect(events.at(-1)).toMatchObject(expected);
    expect(formatReport(summaryOfEvents(events), 'text')).toContain(
      'Nothing is proven: no answer could be judged for simulate; no simulation gave a verdict',
    );
  });

  it.each([empty, '{"response":{"transactions":null}}', '{"response":{"note":{}}}'])(
    'when each known operation has the record %s',
    async (record) => {
      const { run } = await campaignOf(succeeded, record);
      const report = await run({
        phases: ['stateful'],
        operationIds: [operationId],
      });
      expect(report).toMatchObject({ verdict: 'inconclusive', unjudgedEndpoints: ['inclusion'] });
      expect(report.gaps).toContain('no record of a known operation had a stage');
    },
  );

  it('when an operation of its own never answers with success', async () => {
    const { run } = await campaignOf(succeeded);
    const things = defineEndpoint({
      name: 'number-of-things',
      server: 'observer',
      method: 'GET',
      path: '/number-of-things',
      query: z.object({ owner: z.string().min(1) }),
      response: z.object({ response: z.int() }),
    });
    const report = await run({ phases: ['valid', 'endpoints'], endpoints: [things] }).catch((error) => error);
    expect(report).toMatchObject({ verdict: 'inconclusive', unjudgedEndpoints: ['number-of-things'] });
  });

  it('in a shard of it', async () => {
    const { run, events } = await campaignOf(empty);
    await run({ shard: { index: 0, count: 2 } });
    const first = events.splice(0);
    await run({ shard: { index: 1, count: 2 } });
    const { end } = summaryOfEvents(mergeReports([first, events]));
    expect(end).toMatchObject({ verdict: 'inconclusive', because: 'unjudged-endpoints' });
    expect(end?.gaps).toContain('no simulation succeeded');
  });
});

describe('a campaign without a single successful simulation', () => {
  it('says so in its result and in each form of report', async () => {
    const { run, events } = await campaignOf(failed);
    expect(await run()).toMatchObject({ verdict: 'clean', gaps: ['no simulation succeeded'] });
    expect(events.at(-1)).toMatchObject({ event: 'end', gaps: ['no simulation succeeded'] });
    const summary = summaryOfEvents(events);
    for (const format of ['text', 'markdown', 'junit', 'json', 'html'] as const)
      expect(formatReport(summary, format)).toContain('no simulation succeeded');
  });

  it('says so in the terminal', async () => {
    const { url } = await campaignOf(failed);
    const flags = [
      '--simulator-url',
      url,
      '--observer-url',
      url,
      '--seed',
      '7',
      '--phase',
      'valid',
      '--cases',
      '20',
      '--no-report',
      '--no-corpus',
    ];
    const { stdout } = await cliRun(['fuzz', ...flags]);
    expect(stdout).toContain('Gap: no simulation succeeded.');
  });

  it('says nothing of it when one succeeded', async () => {
    const { run } = await campaignOf(succeeded);
    expect(await run()).toMatchObject({ verdict: 'clean' });
    expect(await run()).not.toHaveProperty('gaps');
  });
});
