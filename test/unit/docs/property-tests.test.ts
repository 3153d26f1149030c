import { readFile } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { checkProperty, requestMutations } from 'crosscheck/arbitraries';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { clientAt, fullRequest, rejectionOf } from '../client/calls.js';

const read = (path: string): Promise<string> =>
  readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
const page = await read('docs/property-tests.md');
const namesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** Returns whether a property whose run gets a status is inconclusive. */
async function isInconclusive(status: number): Promise<boolean> {
  const { origin } = await startRawServer(answerOf(status, '{"error":"no"}'));
  const client = clientAt(origin, { retries: 0 });
  const property = fc.asyncProperty(fc.constant(fullRequest), async (request) => {
    await client.simulate(request);
  });
  const { code } = await rejectionOf<Error & { code: string }>(checkProperty(property, { numRuns: 1 }));
  expect(['INCONCLUSIVE', 'PROPERTY_FAILED']).toContain(code);
  return code === 'INCONCLUSIVE';
}

it('lists the statuses that end a property as inconclusive', async () => {
  const [, list = ''] = /a redirect \(3xx\) or status (\d.*?)\. \|/.exec(page) ?? [];
  const listed = (list.match(/\d+/g) ?? []).map(Number);
  // Of a 404, a request to another path decides.
  const failures = Object.keys(STATUS_CODES)
    .map(Number)
    .filter((status) => status >= 300 && status !== 404);
  const judged = await Promise.all(
    failures.map(async (status) => ((await isInconclusive(status)) ? [status] : [])),
  );
  const isRedirect = (status: number): boolean => status < 400;
  expect(judged.flat()).toEqual([...failures.filter(isRedirect), ...listed]);
});

it('lists the arbitrary of each format', async () => {
  const [, list = ''] = /arbitraries for single values too: (.+)\./.exec(page) ?? [];
  const [, exported = ''] =
    /export \{([^}]*)\} from '\.\/values\/values\.js'/.exec(await read('src/arbitraries/index.ts')) ?? [];
  const values = exported.split(',').map((name) => name.trim());
  expect(namesIn(list).sort()).toEqual(values.filter((name) => /^\w+$/.test(name)).sort());
});

it('lists the mutations of requests', () => {
  const [, table = ''] = /\| applies to \| `requestMutations` \|\n(.+?)\n\n/s.exec(page) ?? [];
  expect(namesIn(table).sort()).toEqual([...requestMutations].sort());
});
