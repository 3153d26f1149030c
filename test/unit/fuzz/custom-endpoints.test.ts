import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineEndpoint } from 'crosscheck';
import {
  type CampaignOptions,
  type CampaignReport,
  curlCommands,
  type Finding,
  findingText,
  phaseNames,
  readCorpus,
  regressionTest,
  replayCase,
  runCampaign,
} from 'crosscheck/fuzz';
import { formatReport, readReport, summaryOfEvents } from 'crosscheck/report';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findOperations, resetProfile, shardStatistics } from '../../support/custom-endpoints.js';
import {
  type CustomAnswer,
  type CustomEndpointsService,
  startCustomEndpointsService,
} from '../../support/custom-endpoints-service.js';
import { formatNames } from '../../support/report-formats.js';
import { findingId, sampleFinding, writeCorpusEntry } from '../../support/sample-finding.js';

let service: CustomEndpointsService;
let folder: string;
const statistics = '/beta/observer/shards-statistics';
const find = '/alpha/simulator/find-operations';
const reset = '/beta/observer/time-profiling/reset';

beforeAll(async () => {
  service = await startCustomEndpointsService();
  folder = await mkdtemp(join(tmpdir(), 'custom-endpoints-'));
});
beforeEach(() => {
  service.asked.length = 0;
  service.routes.clear();
  service.routes.set(statistics, answerStatistics);
  service.routes.set(find, answerFind);
  service.routes.set(reset, () => [200, '{"reset":true}']);
});
afterAll(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

/** As its schema says. */
function answerStatistics(url: URL): CustomAnswer {
  const limits = url.searchParams.getAll('limit');
  const froms = url.searchParams.getAll('from');
  const isGood =
    limits.length === 1 &&
    /^[1-9]\d{0,2}$/.test(limits[0] ?? '') &&
    Number(limits[0]) <= 100 &&
    froms.length < 2 &&
    froms.every((from) => /^\d+$/.test(from));
  return isGood
    ? [200, '{"shards":[{"shardsKey":18446744073709551615,"messages":3}]}']
    : [400, '{"error":"limit and from must be integers"}'];
}

function answerFind(_: URL, body: string): CustomAnswer {
  const isGood = findOperations.body.safeParse(
    parsed(body, (_, value) => (Number.isInteger(value) ? BigInt(value as number) : value)),
  ).success;
  return isGood ? [200, '{"ids":["0x1"]}'] : [400, '{"error":"the body is not valid"}'];
}

function parsed(text: string, reviver: (name: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}

function campaign(options: Partial<CampaignOptions> = {}): Promise<CampaignReport> {
  return runCampaign({
    deployment: service.deployment,
    endpoints: [shardStatistics, findOperations, resetProfile],
    phases: ['endpoints'],
    cases: 150,
    seed: 7,
    ...options,
  });
}

function namesOf(findings: readonly Finding[]): string[] {
  return findings.map(({ signature: { check, endpoint, path } }) => `${check} ${endpoint} ${path}`);
}

describe('a campaign with custom endpoints', () => {
  it('finds nothing in a service that keeps to their schemas, and changes nothing', async () => {
    const { findings, verdict, requests } = await campaign();
    expect(namesOf(findings)).toEqual([]);
    expect({ verdict, requests }).toEqual({ verdict: 'clean', requests: 150 });
    // Raw requests have other methods, and targets with an origin.
    const paths = service.asked.map(
      ({ target }) => new URL(target.split(' ')[1] ?? '', 'http://own').pathname,
    );
    expect(new Set(paths)).toEqual(new Set([statistics, find]));
    const bodies = service.asked.flatMap(({ body }) => (body === '' ? [] : [body]));
    expect(bodies.some((body) => parsed(body, (_, value) => value) === undefined)).toBe(true);
  });

  it('finds nothing in one that takes the first of two values and ignores the letter case of names', async () => {
    service.routes.set(statistics, (url) => {
      const first = new URL(url.origin);
      for (const [name, value] of url.searchParams)
        if (!first.searchParams.has(name.toLowerCase())) first.searchParams.set(name.toLowerCase(), value);
      return answerStatistics(first);
    });
    const { findings, verdict } = await campaign({ endpoints: [shardStatistics], cases: 300 });
    expect({ findings: namesOf(findings), verdict }).toEqual({ findings: [], verdict: 'clean' });
    const queries = service.asked.map(({ target }) => target.split('?')[1]);
    expect(queries).toContainEqual(expect.stringMatching(/(?:^|&)limit=[1-9]\d?&limit=/));
    expect(queries).toContainEqual(expect.stringMatching(/(?:^|&)LIMIT=[1-9]\d?(?:&|$)/));
  });

  it('finds nothing in one that ignores an optional parameter that is badly encoded', async () => {
    service.routes.set(statistics, (url) => {
      // As Go's net/url does: what cannot be decoded is left out.
      if (/[?&]from=[^&]*%(?:ff|c0|(?![\da-f]{2}))/i.test(url.search)) url.searchParams.delete('from');
      return answerStatistics(url);
    });
    const { findings, verdict } = await campaign({ endpoints: [shardStatistics], cases: 300 });
    expect({ findings: namesOf(findings), verdict }).toEqual({ findings: [], verdict: 'clean' });
  });

  it('sends its example first, and then among the other requests', async () => {
    const example = { query: { limit: 77, from: 1234567890123n } };
    await campaign({ endpoints: [defineEndpoint({ ...shardStatistics, example })], cases: 60 });
    const asked = service.asked.map(({ target }) => target.split('?')[1]);
    expect(asked[0]).toBe('limit=77&from=1234567890123');
    expect(asked.slice(1)).toContain(asked[0]);
  });

  it('calls those that change something when it may', async () => {
    await campaign({ endpoints: [resetProfile], fuzzUnsafe: true, cases: 3 });
    expect(service.asked.at(-1)?.target).toBe(`POST ${reset}`);
  });

  it('has no such phase without them, and runs it with the others if there are any', async () => {
    const wanted: readonly string[] = ['valid', 'invalid', 'endpoints'];
    const skipped = phaseNames.filter((name) => !wanted.includes(name));
    const phasesOf = async (options: Partial<CampaignOptions>): Promise<string[]> => {
      const phases: string[] = [];
      await campaign({
        phases: Object.fromEntries(skipped.map((name) => [name, false])),
        cases: 20,
        maxFindings: 100,
        shrinkRuns: 0,
        reruns: 1,
        onEvent: (event) => event.event === 'phase' && phases.push(event.phase),
        ...options,
      });
      return phases;
    };
    expect(await phasesOf({ endpoints: [] })).toEqual(['valid', 'invalid']);
    expect(await phasesOf({})).toEqual(['valid', 'invalid', 'endpoints']);
  });

  it.each<[string, string, string, (url: URL, body: string) => CustomAnswer]>([
    [
      'a server error',
      'server-error find-operations body.keys[]',
      find,
      (url, body) => (body.includes('-') ? [500, '{"error":"boom"}'] : answerFind(url, body)),
    ],
    [
      'a server error at a repeated parameter',
      'server-error shard-statistics ',
      statistics,
      (url) =>
        url.searchParams.getAll('limit').length > 1 ? [500, '{"error":"boom"}'] : answerStatistics(url),
    ],
    [
      'a valid request rejected',
      'valid-request-rejected shard-statistics ',
      statistics,
      (url) => (url.search.includes('from') ? [400, '{"error":"no"}'] : answerStatistics(url)),
    ],
    [
      'an invalid request answered',
      'invalid-request-accepted shard-statistics query.limit',
      statistics,
      (url) => {
        url.searchParams.set('limit', '1');
        return answerStatistics(url);
      },
    ],
    [
      'a valid request rejected at its limit',
      'valid-request-rejected shard-statistics ',
      statistics,
      (url) => (url.searchParams.get('limit') === '100' ? [400, '{"error":"no"}'] : answerStatistics(url)),
    ],
    [
      'an answer to the first number beyond a limit',
      'invalid-request-accepted shard-statistics query.limit',
      statistics,
      (url) => {
        if (url.searchParams.get('limit') === '101') url.searchParams.set('limit', '1');
        return answerStatistics(url);
      },
    ],
    [
      'another shape',
      'schema find-operations ids',
      find,
      (url, body) => {
        const answer = answerFind(url, body);
        return answer[0] === 200 ? [200, '{"ids":7}'] : answer;
      },
    ],
    [
      'an integer as text',
      'integer-as-string shard-statistics shards[].shardsKey',
      statistics,
      (url) => {
        const [status, body] = answerStatistics(url);
        return [status, body.replace('18446744073709551615', '"18446744073709551615"')];
      },
    ],
    [
      'a status of its own',
      'undocumented-status shard-statistics ',
      statistics,
      (url) => {
        const answer = answerStatistics(url);
        return answer[0] === 400 ? [418, answer[1]] : answer;
      },
    ],
    [
      'a member that its schema does not name',
      'drift shard-statistics shards[].*',
      statistics,
      (url) => {
        const [status, body] = answerStatistics(url);
        return [status, body.replace('"messages":3', '"messages":3,"more":1')];
      },
    ],
    [
      'no JSON',
      'malformed-json shard-statistics ',
      statistics,
      (url) => {
        const answer = answerStatistics(url);
        return answer[0] === 200 ? [200, '<html>'] : answer;
      },
    ],
  ])('finds %s', async (_, name, path, answer) => {
    service.routes.set(path, answer);
    const { findings } = await campaign({
      endpoints: [path === find ? findOperations : shardStatistics],
      cases: 150,
      reruns: 1,
      shrinkRuns: 5,
    });
    expect(namesOf(findings)).toContain(name);
  });

  it('does not call a finding about a success fixed while the service answers 404', async () => {
    // Not to the example, which is known to exist.
    service.routes.set(statistics, (url) => {
      const answer = answerStatistics(url);
      return answer[0] === 200 && url.search !== '?limit=10' ? [200, '{"shards":"none"}'] : answer;
    });
    const corpus = join(folder, 'successes');
    const { findings } = await campaign({ endpoints: [shardStatistics], corpus, cases: 100 });
    const { id } = findings.find(({ signature }) => signature.check === 'schema') ?? {};
    const replay = () =>
      replayCase({ deployment: service.deployment, corpus, id, endpoints: [shardStatistics] });
    service.routes.set(statistics, () => [404, '{"error":"no statistics"}']);
    await expect(replay()).rejects.toThrow(
      `answers a valid request of the case with 404, not with a success as when ${id} was found, so it cannot be judged`,
    );
    service.routes.set(statistics, answerStatistics);
    expect(await replay()).toMatchObject({ isShown: false });
  });

  it('accepts now what an older version expected to be rejected', async () => {
    const corpus = join(folder, 'older');
    const signature = {
      check: 'invalid-request-accepted',
      endpoint: 'shard-statistics',
      path: 'query.limit',
      class: 'repeated-parameter',
    };
    const reason = 'It occurs twice.';
    const outcome = {
      kind: 'rejected',
      mutation: 'repeated-parameter',
      path: 'query.limit',
      reason,
    } as const;
    const request = { endpoint: 'shard-statistics', query: 'limit=1&limit=2', expect: outcome };
    const plan = {
      phase: 'endpoints',
      kind: 'repeated-parameter',
      steps: [{ requests: [request] }],
    } as const;
    await writeCorpusEntry(corpus, sampleFinding({ id: findingId(signature), signature, plan }));
    service.routes.set(statistics, () => [200, '{"shards":[]}']);
    const report = await campaign({ endpoints: [shardStatistics], corpus, phases: ['corpus'] });
    expect(report).toMatchObject({ cases: 1, findings: [] });
    expect(report.notes).toEqual([
      '1 case of the corpus was found under other conventions: now judged by those of own',
    ]);
  });

  it('shrinks, prints, keeps and replays what it finds', async () => {
    service.routes.set(statistics, (url) =>
      // Not at the limits of the parameter: cases at boundaries have no smaller ones.
      /^(?:4[1-9]|[5-8]\d)$/.test(url.searchParams.get('limit') ?? '')
        ? [500, '{"error":"boom"}']
        : answerStatistics(url),
    );
    const corpus = join(folder, 'corpus');
    const { findings } = await campaign({ endpoints: [shardStatistics], corpus, cases: 100 });
    const finding = findings.find(({ signature }) => signature.class === 'status 500 for a valid request');
    if (finding === undefined) throw new Error('there is no such finding');
    expect(finding.plan.steps).toEqual([
      { requests: [{ endpoint: 'shard-statistics', query: 'limit=41', expect: { kind: 'answered' } }] },
    ]);
    expect(curlCommands(finding)).toContain(`${statistics}?limit=41'`);
    expect(findingText(finding)).toContain('(shard-statistics)');
    expect(findingText(finding)).toContain('Source:     practice');
    expect(regressionTest(finding)).toContain(
      'const { endpoints } = configuredDeployment(await loadConfig()) ?? {};',
    );
    expect(await readdir(corpus)).toContain(`${finding.id}.json`);

    const { deployment } = service;
    const replay = { deployment, corpus, id: finding.id };
    expect((await replayCase({ ...replay, endpoints: [shardStatistics] })).isShown).toBe(true);
    await expect(replayCase(replay)).rejects.toThrow(
      'The case sends requests to the endpoint shard-statistics, which is unknown',
    );
    expect(
      (await replayCase({ deployment, caseId: finding.caseId, endpoints: [shardStatistics] })).isShown,
    ).toBe(true);

    const again = await campaign({ endpoints: [shardStatistics], corpus, phases: ['corpus'] });
    expect(again.findings.map(({ id }) => id)).toContain(finding.id);
    const names = (await readCorpus(corpus)).map(({ signature }) => signature.endpoint);
    expect(new Set(names)).toEqual(new Set(['shard-statistics']));
    const elsewhere = await campaign({ endpoints: [], corpus, phases: ['corpus', ['valid', 3]] });
    expect(elsewhere).toMatchObject({
      cases: 3,
      notes: [
        expect.stringMatching(/ of the corpus asks? shard-statistics, which own does not have: left out$/),
      ],
    });
    service.asked.length = 0;
    const unsafe = defineEndpoint({ ...shardStatistics, readOnly: false });
    await campaign({ endpoints: [unsafe], corpus, phases: ['corpus'] });
    expect(service.asked).toEqual([]);
  });

  it('appears in every form of report', async () => {
    service.routes.set(statistics, () => [500, '{"error":"boom"}']);
    const report = join(folder, 'campaign.ndjson');
    await campaign({ endpoints: [shardStatistics], cases: 20, shrinkRuns: 5, reruns: 1, report });
    const summary = summaryOfEvents(await readReport(report));
    for (const format of formatNames)
      expect(formatReport(summary, format), format).toMatch(/shards?-statistics/);
  });

  it('does not run on an endpoint that is not at its path', async () => {
    service.routes.delete(statistics);
    await expect(campaign()).rejects.toThrow(
      'shard-statistics is not at its path: it answers like an unknown path',
    );
  });

  it('runs on an endpoint that does not know the requested item', async () => {
    service.routes.set(find, () => [404, '{"error":"no such key"}']);
    const { findings } = await campaign({ endpoints: [findOperations], cases: 50 });
    expect(namesOf(findings)).toEqual([]);
  });

  it.each(['valid requests', 'all requests'])(
    'proves nothing on one that answers 404 to %s after its first ones',
    async (what) => {
      let successes = 0;
      service.routes.set(find, (url, body) => {
        const answer = answerFind(url, body);
        const isGone = answer[0] === 200 ? successes++ > 2 : successes > 2 && what === 'all requests';
        return isGone ? [404, '{"error":"no such key"}'] : answer;
      });
      const { verdict, because, gaps } = await campaign({ endpoints: [findOperations], cases: 50 });
      expect({ verdict, because, gaps }).toEqual({
        verdict: 'inconclusive',
        because: 'no-evidence',
        gaps: [{ text: 'find-operations stopped accepting valid requests' }],
      });
    },
  );

  it('proves something on an endpoint that lacks some of the requested items', async () => {
    let requests = 0;
    const some = new Set<string>();
    service.routes.set(find, (url, body) => {
      const answer = answerFind(url, body);
      if (answer[0] === 200 && requests++ < 5) some.add(body);
      return answer[0] === 200 && !some.has(body) ? [404, '{"error":"no such key"}'] : answer;
    });
    const { verdict, gaps } = await campaign({ endpoints: [findOperations], cases: 50 });
    expect({ verdict, gaps }).toEqual({ verdict: 'clean', gaps: undefined });
  });

  it('does not take a 404 for the rejection of a request to what may not exist, without an example', async () => {
    // So many that nearly all requests ask for one of them.
    const gone = Array.from({ length: 20 }, (_, at) => `gone${at}`);
    const timing = defineEndpoint({
      name: 'timing',
      server: 'observer',
      method: 'GET',
      path: '/shards/{shard}/timing',
      params: z.object({ shard: z.enum(['known', ...gone]) }),
      query: z.object({ unit: z.enum(['s', 'ms']) }),
      response: z.object({ ms: z.int() }),
    });
    service.routes.set('/shards/known/timing', ({ searchParams }) =>
      /^m?s$/.test(searchParams.getAll('unit').join())
        ? [200, '{"ms":1}']
        : [400, '{"error":"no such unit"}'],
    );
    for (const shard of gone)
      service.routes.set(`/shards/${shard}/timing`, () => [404, '{"error":"no such shard"}']);
    const of = { phases: ['endpoints'], cases: 100 } as const;
    const without = await campaign({ ...of, endpoints: [timing] });
    const share =
      /^\d+ of \d+ requests to timing were inconclusive; if it answers 404 for params .+ set its example in defineEndpoint$/;
    expect(without).toMatchObject({
      verdict: 'inconclusive',
      because: 'inconclusive-requests',
      findings: [],
    });
    expect(without.gaps).toEqual([{ text: expect.stringMatching(share) }]);
    const example = { params: { shard: 'known' }, query: { unit: 's' } } as const;
    const given = await campaign({ ...of, endpoints: [defineEndpoint({ ...timing, example })] });
    expect(given).toMatchObject({ verdict: 'clean', inconclusive: 0 });
  });

  it('reports the issues of its options', async () => {
    await expect(campaign({ endpoints: [{} as never] })).rejects.toThrow(
      'must be created with defineEndpoint',
    );
    await expect(campaign({ endpoints: [resetProfile, resetProfile] })).rejects.toThrow(
      'endpoints must not have two endpoints of the name reset-profile',
    );
    await expect(campaign({ endpoints: [] })).rejects.toThrow(
      'phases has endpoints, but there is none to call: set endpoints',
    );
    await expect(campaign({ endpoints: [resetProfile] })).rejects.toThrow(
      'none is read-only; set fuzzUnsafe: true, or readOnly: true',
    );
  });
});
