import { defineEndpoint } from 'crosscheck';
import { simulationRequestSchema } from 'crosscheck/contract';
import { type Finding, runCampaign } from 'crosscheck/fuzz';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type CustomAnswer,
  type CustomEndpointsService,
  startCustomEndpointsService,
} from '../../support/custom-endpoints-service.js';

let service: CustomEndpointsService;

beforeAll(async () => {
  service = await startCustomEndpointsService();
});
afterAll(() => service?.close());

const range = z.object({ low: z.int().min(0).max(50), high: z.int().min(0).max(50) });
const ordered = range.refine(({ low, high }) => low <= high);
const item = z.object({
  id: z.string().min(2).max(5),
  count: z.int32().optional(),
  tags: z.record(z.string().max(3), z.int().min(0).max(9)).nullable(),
});
const shape = {
  items: z.array(item).min(1).max(20),
  share: z.number().gt(0).lt(1).multipleOf(0.25).optional(),
  either: z.union([z.int().min(0).max(7), z.string().length(3), z.array(z.boolean()).max(2)]),
  range: ordered.optional(),
  pair: z.tuple([z.int().min(1), z.string().max(2)]),
  call: simulationRequestSchema().optional(),
};
const ok: CustomAnswer = [200, '{"ok":true}'];
const bad: CustomAnswer = [400, '{"error":"the request is not valid"}'];

/** What a campaign finds in a service that takes the bodies of a schema, where the endpoint is defined with `shape`. */
async function findingsOf(taken: z.ZodType): Promise<readonly Finding[]> {
  service.routes.set('/alpha/convert', (_, text) => (taken.safeParse(parsed(text)).success ? ok : bad));
  const convert = defineEndpoint({
    name: 'convert',
    server: 'simulator',
    method: 'POST',
    path: '/{alpha}/convert',
    readOnly: true,
    body: z.strictObject(shape),
    response: z.object({ ok: z.boolean() }),
  });
  return (await campaign(convert)).findings;
}

function campaign(endpoint: ReturnType<typeof defineEndpoint>): ReturnType<typeof runCampaign> {
  return runCampaign({
    deployment: service.deployment,
    endpoints: [endpoint],
    phases: ['endpoints'],
    cases: 400,
    seed: 7,
    shrinkRuns: 0,
    reruns: 1,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe('a campaign with an endpoint whose schema has limits', () => {
  it('finds nothing in a service that keeps to them in a body', async () => {
    expect(await findingsOf(z.strictObject(shape))).toEqual([]);
  });

  it.each<[string, z.ZodType, string]>([
    ['one item too many', z.array(item).min(1).max(21), 'invalid-request-accepted body.items too-many'],
    ['one item too few', z.array(item).min(1).max(19), 'valid-request-rejected '],
  ])('finds %s', async (_, items, expected) => {
    const findings = await findingsOf(z.strictObject({ ...shape, items }));
    expect(findings.map(signatureText)).toContainEqual(expect.stringMatching(`^${expected}`));
  });

  it('finds a rule between members that the service does not know', async () => {
    const findings = await findingsOf(z.strictObject({ ...shape, range: range.optional() }));
    expect(findings.map(signatureText)).toEqual(['invalid-request-accepted body.range.low broken-rule']);
  });

  it('finds nothing in a service that keeps to them in a query, and reads an empty value as an absent one', async () => {
    const texts = z.array(z.string().min(1).max(4));
    const query = z.object({
      limit: z.int().min(1).max(100),
      name: z.string().min(2).max(6).optional(),
      ids: texts.min(1).max(3).optional(),
      shards: z.array(z.int().min(0).max(5)).max(2),
      flag: z.boolean().optional(),
      from: z
        .bigint()
        .min(0n)
        .max(2n ** 64n - 1n)
        .optional(),
    });
    const integer = (text: string): unknown => (/^-?\d+$/.test(text) ? BigInt(text) : text);
    const number = (text: string): unknown => (/^-?\d+$/.test(text) ? Number(text) : text);
    service.routes.set('/beta/find', ({ searchParams }) => {
      const one = (name: string, read: (text: string) => unknown): unknown => {
        const [value, ...more] = searchParams.getAll(name);
        if (more.length > 0) return more;
        return value === '' || value === undefined ? undefined : read(value);
      };
      const all = (name: string): string[] | undefined =>
        searchParams.has(name) ? searchParams.getAll(name) : undefined;
      const given = {
        limit: one('limit', number),
        name: one('name', String),
        ids: all('ids'),
        shards: all('shards')?.map(number),
        flag: one('flag', (text) => ({ true: true, false: false })[text] ?? text),
        from: one('from', integer),
      };
      const isKnown = [...searchParams.keys()].every((name) => Object.hasOwn(given, name));
      return isKnown && query.safeParse(given).success ? ok : bad;
    });
    const { findings, verdict } = await campaign(
      defineEndpoint({
        name: 'find',
        server: 'observer',
        method: 'GET',
        path: '/{beta}/find',
        query,
        response: z.object({ ok: z.boolean() }),
      }),
    );
    expect(findings).toEqual([]);
    expect(verdict).toBe('clean');
  });
});

function signatureText({ signature }: Finding): string {
  const { check, path, class: kind } = signature;
  return `${check} ${path} ${kind}`;
}
