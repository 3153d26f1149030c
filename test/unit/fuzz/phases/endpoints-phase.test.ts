import { defineEndpoint, type Endpoint, type SimulationRequest } from 'crosscheck';
import { simulationRequestSchema } from 'crosscheck/contract';
import type { CaseRequest, Expectation, HttpCaseRequest } from 'crosscheck/fuzz';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nonEmpty } from '../../../support/non-empty.js';
import { createPhase, onlyRequest, phaseContext, plansOf } from './phase-context.js';

/** The requests at boundaries, which are every fourth. */
function boundariesOf(endpoints: readonly Endpoint[], seed = 1): HttpCaseRequest[] {
  const phase = createPhase('endpoints', { ...phaseContext(), endpoints });
  const plans = Array.from({ length: 300 }, (_, at) => phase.caseAt(seed, 4 * at + 3).plan);
  return plans.filter(({ kind }) => kind === 'boundary').map((plan) => onlyRequest(plan) as HttpCaseRequest);
}

describe('the phase of custom endpoints', () => {
  const statistics = defineEndpoint({
    name: 'statistics',
    server: 'observer',
    method: 'GET',
    path: '/{beta}/shards/{shard}/statistics',
    params: z.object({ shard: z.bigint().min(1n) }),
    query: z.object({
      limit: z.int().min(1).max(100).optional(),
      name: z.string().min(1).max(3).optional(),
      ids: z.array(z.string()).min(1).max(2).optional(),
    }),
    response: z.unknown(),
  });
  const batch = defineEndpoint({
    name: 'batch',
    server: 'simulator',
    method: 'POST',
    path: '/{alpha}/batch',
    body: z.object({ requests: z.array(simulationRequestSchema()).max(2), share: z.number().gt(0).lt(1) }),
    response: z.unknown(),
    readOnly: true,
  });
  /** An endpoint with a query. */
  const withQuery = (query: z.ZodObject): Endpoint =>
    defineEndpoint({
      ...{ name: 'find', server: 'observer', method: 'GET', path: '/{beta}/find' },
      ...{ query, response: z.unknown() },
    });

  /** The outcomes that are expected of an endpoint's requests, by something of each request. */
  function outcomes(endpoint: Endpoint, shown: (request: HttpCaseRequest) => unknown): Set<string> {
    return new Set(
      boundariesOf([endpoint]).map((request) => `${shown(request)}: ${outcomeText(request.expect)}`),
    );
  }
  const outcomeText = (expect: Expectation): string =>
    expect.kind === 'rejected' ? `${expect.mutation} at ${expect.path}` : expect.kind;
  const inQuery = (name: string): Set<string> =>
    outcomes(statistics, ({ query }) => new URLSearchParams(query).getAll(name).join());
  const inBody = (shown: (body: { requests: object[]; share: number }) => unknown): Set<string> =>
    outcomes(batch, ({ body }) => shown(JSON.parse(body as string)));

  it('sends each number at its limits and next to them', () => {
    expect([...inQuery('limit')]).toEqual(
      expect.arrayContaining([
        ...['0: below-minimum at query.limit', '1: answered', '2: answered'],
        ...['99: answered', '100: answered', '101: above-maximum at query.limit'],
      ]),
    );
    const shards = outcomes(statistics, ({ path }) => path?.split('/')[3]);
    expect(shards).toContain('0: below-minimum at params.shard');
    expect(shards).toContain('1: answered');
    const shares = [...inBody(({ share }) => share)].filter((outcome) => /^-?[01]: /.test(outcome));
    expect(shares.filter((outcome) => outcome.includes('share'))).toEqual([
      '-1: below-minimum at body.share',
      '0: below-minimum at body.share',
      '1: above-maximum at body.share',
    ]);
  });

  it('sends texts and lists at the limits of their lengths and next to them', () => {
    expect([...inQuery('name')]).toEqual(
      expect.arrayContaining([
        'a: answered',
        'aa: answered',
        'aaa: answered',
        'aaaa: too-many at query.name',
      ]),
    );
    const counts = inBody(({ requests }) => requests.length);
    expect(counts).toContain('0: answered');
    expect(counts).toContain('2: answered');
    expect(counts).toContain('3: too-many at body.requests');
  });

  it('sends no query that is valid but too long for the head of a request', () => {
    const longestName = (most: number): Set<string> => {
      const endpoint = withQuery(z.object({ name: z.string().max(most) }));
      return outcomes(endpoint, (request) => request.query?.length);
    };
    expect(longestName(3_000)).toEqual(
      new Set(['3004: answered', '3005: answered', '3006: too-many at query.name']),
    );
    expect(longestName(5_000)).toEqual(new Set(['5006: too-many at query.name']));
  });

  it('expects no rejection of a value that a query cannot distinguish from an absent one', () => {
    const empty = [...inQuery('name'), ...inQuery('ids')].filter((outcome) => outcome.startsWith(': '));
    expect(empty).toEqual([': answered']);
  });

  it('sends the formats of the interface at their boundaries, wherever a schema has them', () => {
    const keys = inBody(({ requests: [first] }) => (first as SimulationRequest | undefined)?.shardsKey);
    expect(keys).toContain(`${2n ** 64n - 1n}: answered`);
    expect(keys).toContain(`${2n ** 64n}: overflow at body.requests[].shardsKey`);
  });

  it('sends the boundaries of each endpoint in turn, every fourth case one, the same for every seed', () => {
    const requests = boundariesOf([statistics, batch]);
    expect(requests.slice(0, 4).map(({ endpoint }) => endpoint)).toEqual([
      ...['statistics', 'batch'],
      ...['statistics', 'batch'],
    ]);
    expect(boundariesOf([statistics, batch], 2)).toEqual(requests);
    const phase = createPhase('endpoints', { ...phaseContext(), endpoints: [statistics] });
    const kinds = Array.from({ length: 120 }, (_, at) => phase.caseAt(1, at).plan.kind);
    const at = kinds.flatMap((kind, index) => (kind === 'boundary' ? [index] : []));
    expect(at).toEqual(boundariesOf([statistics]).map((_, index) => 4 * index + 3));
  });

  /** The requests that are not at a boundary, by endpoint and kind. */
  function othersOf(endpoint: Endpoint, count = 1_500): Map<string, CaseRequest[]> {
    const phase = createPhase('endpoints', { ...phaseContext(), endpoints: [endpoint] });
    const plans = plansOf(phase, count).filter(({ kind }) => kind !== 'boundary');
    const kinds = new Map<string, CaseRequest[]>();
    for (const plan of plans) kinds.set(plan.kind, [...(kinds.get(plan.kind) ?? []), onlyRequest(plan)]);
    return kinds;
  }

  it('writes each parameter of a query wrongly, and expects a rejection of what no server can read', () => {
    const kinds = othersOf(withQuery(z.object({ maxCount: z.int().min(1) })));
    const sent = (kind: string): readonly HttpCaseRequest[] =>
      nonEmpty((kinds.get(kind) ?? []) as HttpCaseRequest[]);
    const outcomesOf = (kind: string) => new Set(sent(kind).map(({ expect }) => outcomeText(expect)));
    expect(outcomesOf('missing')).toEqual(new Set(['missing at query.maxCount']));
    expect(outcomesOf('empty-string')).toEqual(new Set(['empty-string at query.maxCount']));
    expect(outcomesOf('bad-percent-encoding')).toEqual(new Set(['bad-percent-encoding at query.maxCount']));
    expect(sent('bad-percent-encoding').some(({ query = '' }) => /^maxCount=\d+%$/.test(query))).toBe(true);
    // Frameworks differ in both.
    expect(outcomesOf('repeated-parameter')).toEqual(new Set(['no-server-error']));
    for (const { query } of sent('repeated-parameter')) expect(query).toMatch(/^maxCount=\d*&maxCount=\d*$/);
    expect(outcomesOf('parameter-name-case')).toEqual(new Set(['no-server-error']));
    for (const { query } of sent('parameter-name-case')) expect(query).toMatch(/^(?:maxcount|MAXCOUNT)=\d+$/);
  });

  it('writes no parameter wrongly if its schema accepts what a server may read', () => {
    const kinds = othersOf(statistics);
    for (const request of nonEmpty(kinds.get('repeated-parameter') ?? []))
      expect((request as HttpCaseRequest).query).toMatch(/(?:^|&)(limit|name)=[^&]*&\1=[^&]*$/);
    // No parameter is required, so that a server may leave out what it cannot read.
    for (const kind of ['missing', 'parameter-name-case', 'bad-percent-encoding'])
      expect(kinds.has(kind), kind).toBe(false);
  });

  it('mutates the query of what the example names, which the service knows', () => {
    const timing = defineEndpoint({
      name: 'timing',
      server: 'observer',
      method: 'GET',
      path: '/operations/{operation}',
      params: z.object({ operation: z.string().regex(/^[a-z]{8}$/) }),
      query: z.object({ unit: z.enum(['s', 'ms']) }),
      response: z.unknown(),
      example: { params: { operation: 'knownone' }, query: { unit: 's' } },
    });
    const missing = nonEmpty(othersOf(timing).get('missing') ?? []);
    expect(new Set(missing.map(({ path }) => path))).toEqual(new Set(['/operations/knownone']));
  });

  it('sends raw requests to the path of the endpoint, with its own methods and content types', () => {
    const [ofStatistics, ofBatch] = [othersOf(statistics), othersOf(batch)];
    const lines = [...ofStatistics.values(), ...ofBatch.values()]
      .flat()
      .filter((request) => 'wire' in request);
    const paths = lines.map(({ endpoint, path }) => `${endpoint} ${path?.replace(/\d+/, '1')}`);
    expect(new Set(paths)).toEqual(new Set(['statistics /{beta}/shards/1/statistics', 'batch undefined']));
    const bodies = nonEmpty(ofBatch.get('chunked-body') ?? []);
    for (const request of bodies) expect(request.expect).toEqual({ kind: 'answered' });
    // What a server reads of invalid HTTP can be a valid request to the endpoint.
    expect(new Set(lines.map(({ expect }) => expect.kind))).toEqual(new Set(['answered', 'no-server-error']));
    const kinds = [...ofStatistics.keys(), ...ofBatch.keys()];
    expect(kinds).toEqual(expect.arrayContaining(['bad-request-line', 'bad-length', 'cut-off-in-string']));
    expect(
      kinds.filter((kind) => /^(?:wrong-method|unusual-method|method-override)$|content-type/.test(kind)),
    ).toEqual([]);
  });
});
