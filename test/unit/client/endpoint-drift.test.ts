import { createClient, defineEndpoint } from 'crosscheck';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { startScriptedObserver } from '../../support/scripted-observer.js';

const a = z.object({ a: z.int() });
const b = z.object({ b: z.int() });
const tagged = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('x'), x: z.int() }),
  z.object({ kind: z.literal('y'), y: z.object({ z: z.int() }) }),
]);

it.each<[string, z.ZodType, body: string, paths: string[]]>([
  ['a union', z.union([a, b]), '{"a":5,"secret":1}', ['secret']],
  ['a union whose options both fit', z.union([a, a.extend({ b: z.int() })]), '{"a":5,"b":6}', []],
  [
    'a nullable union in a list',
    z.array(z.union([a, b]).nullable()),
    '[null,{"b":5,"secret":1}]',
    ['[1].secret'],
  ],
  ['a discriminated union', tagged, '{"kind":"y","y":{"z":1,"secret":2},"x":3}', ['y.secret', 'x']],
  ['a record', z.record(z.string(), a), '{"one":{"a":5,"secret":1}}', ['one.secret']],
  [
    'a tuple',
    z.tuple([z.string(), a], b),
    '["x",{"a":5,"secret":1},{"b":1,"more":2}]',
    ['[1].secret', '[2].more'],
  ],
  ['an intersection', z.intersection(a, b), '{"a":5,"b":6,"secret":1}', ['secret']],
  [
    'nested members of an intersection',
    z.intersection(a, z.object({ in: b })),
    '{"a":5,"in":{"b":6,"secret":1}}',
    ['in.secret'],
  ],
])('lists members that the response schema does not name within %s', async (_, response, body, paths) => {
  await using server = await startScriptedObserver([{ status: 200, body }]);
  const endpoint = defineEndpoint({
    name: 'drift',
    server: 'observer',
    method: 'GET',
    path: '/drift',
    response,
  });
  const { drift } = await createClient(server.deployment()).call(endpoint);
  expect(drift.map(({ path }) => path)).toEqual(paths);
});
