import { UsageError } from 'crosscheck';
import { type Check, knownChecks } from 'crosscheck/fuzz';
import { formatReport } from 'crosscheck/report';
import { runSmoke, type SmokeOptions } from 'crosscheck/smoke';
import { describe, expect, it } from 'vitest';
import { isAssuming } from '../../support/assuming-checks.js';
import { shardStatistics } from '../../support/custom-endpoints.js';
import { answerOf, type ReceivedRequest } from '../../support/raw-server.js';
import { smokeFormatNames } from '../../support/report-formats.js';
import { rejectionOf } from '../client/calls.js';
import { checkIn, deploymentAt, smokeOf, startService, statuses } from './service.js';

const skipped = { status: 'skipped', message: 'skipped by skipChecks' };
const acceptsEmptyBodies = ({ method, body }: { method: string; body: string }) =>
  method === 'POST' && body === '' ? answerOf(200, '{"response":{}}') : undefined;

describe('skipChecks', () => {
  it('leaves out a check that would fail, and lists it as skipped in every report', async () => {
    expect((await smokeOf(acceptsEmptyBodies)).verdict).toBe('failed');
    const report = await smokeOf(acceptsEmptyBodies, { skipChecks: ['empty-body'] });
    expect(report.verdict).toBe('passed');
    expect(checkIn(report, 'empty-body')).toMatchObject(skipped);
    for (const format of smokeFormatNames)
      expect(formatReport(report, format)).toMatch(/empty-body(?:.|\n)*skipped by skipChecks/);
  });

  it('sends no request of a check that it leaves out', async () => {
    const sent = async (skipChecks: SmokeOptions['skipChecks'] = []) => {
      const { origin, requests } = await startService();
      await runSmoke({ deployment: deploymentAt(origin), samples: 1, skipChecks });
      return requests;
    };
    const isEmpty = ({ method, body }: ReceivedRequest): boolean => method === 'POST' && body === '';
    const [all, some] = [await sent(), await sent(['empty-body', 'simulate-latency', 'inclusion-latency'])];
    expect(all.filter(isEmpty)).toHaveLength(1);
    expect(some.filter(isEmpty)).toEqual([]);
    // The invalid request, the valid one after it, and one sample of each endpoint.
    expect(all.length - some.length).toBe(4);
  });

  it('leaves out all checks of a server with its reachability', async () => {
    const { origin, requests } = await startService();
    const report = await runSmoke({
      deployment: deploymentAt(origin),
      samples: 0,
      skipChecks: ['simulator-reachability'],
    });
    expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(statuses(report)).toMatchObject({
      'simulate-conformance': 'skipped',
      'empty-body': 'skipped',
      'missing-operation-id': 'passed',
    });
    expect(report.verdict).toBe('passed');
  });

  it('leaves out the check of a custom endpoint', async () => {
    const report = await smokeOf(undefined, {
      endpoints: [shardStatistics],
      skipChecks: [`endpoint:${shardStatistics.name}`],
    });
    expect(checkIn(report, `endpoint:${shardStatistics.name}`)).toMatchObject(skipped);
  });

  it('must leave a reachability check', async () => {
    const skipChecks = ['simulator-reachability', 'observer-reachability'] as const;
    expect(await rejectionOf(smokeOf(undefined, { skipChecks }))).toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(/skipChecks must leave one of .*: without both, nothing is sent/),
    });
  });

  it('takes the checks of answers of which the source says that they assume something', async () => {
    const deployment = deploymentAt('http://127.0.0.1:1');
    const signal = AbortSignal.abort();
    const isTaken = async ({ name }: Check): Promise<boolean> => {
      const skipChecks = [name] as SmokeOptions['skipChecks'];
      const run = runSmoke({ deployment, signal, skipChecks }).catch((error: unknown) => error);
      return !((await run) instanceof UsageError);
    };
    const taken = await Promise.all(knownChecks.map(isTaken));
    expect(knownChecks.filter((_, at) => taken[at])).toEqual(knownChecks.filter(isAssuming));
  });

  it.each([
    ['empty-bdy', 'skipChecks[0] must be the name of a check of smoke runs; did you mean empty-body?'],
    ['endpoint:shard-statistic', 'did you mean endpoint:shard-statistics?'],
    ['none', 'must be the name of a check of smoke runs: simulator-reachability, '],
    ['wrong-verdict', 'must be the name of a check of smoke runs'],
    ['other', '; or of one of campaigns that judges answers, such as gas-missing'],
    ['gas-mising', 'did you mean gas-missing?'],
  ])('rejects the name %s', async (name, message) => {
    const skipChecks = [name] as unknown as SmokeOptions['skipChecks'];
    const error = await rejectionOf(smokeOf(undefined, { endpoints: [shardStatistics], skipChecks }));
    expect(error).toMatchObject({ code: 'USAGE', message: expect.stringContaining(message) });
  });
});
