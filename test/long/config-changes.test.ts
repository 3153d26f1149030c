import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { loadConfig } from 'crosscheck/config';
import { expect, test } from 'vitest';
import { projectFolder } from '../support/project-folder.js';

/** A part of the schema; only what the walk uses. */
interface Part {
  readonly properties?: Readonly<Record<string, Part>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Part | boolean;
  readonly items?: Part | readonly Part[];
  readonly anyOf?: readonly Part[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A configuration that differs from a valid one in one place. */
type Changed = readonly [place: string, config: unknown];

const ofAnyType = [
  ...[null, true, false, 0, 1, -1, 1.5, 1e300],
  ...['', ' ', 'text', 'start', 'local', 'alpha', 'beta', 'A', '5s', 'a b', 'a\n', '\0', 'é', 'constructor'],
  ...[[], [''], [null], {}, { unknown: 1 }],
];

/** Returns values of each type, the bounds and what is beyond them, and each known value and others like it. */
function valuesOf({ minimum, maximum, const: constant, default: value, ...part }: Part): unknown[] {
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
  const known = [...(part.enum ?? []), constant, value].filter((one) => one !== undefined);
  return [
    ...ofAnyType,
    ...bounds.flatMap((bound) => [bound, bound - 1, bound + 1, bound + 0.5, String(bound)]),
    ...known,
    ...known.slice(0, 1).flatMap((one) => [[one], `${String(one)}x`, String(one).toUpperCase()]),
  ];
}

/** Names of the members of objects with any names: deployments and headers. */
const names = ['', ' ', 'X y', 'é', 'x-tenant', 'constructor', '__proto__'];

function* changes(part: Part, place: string, build: (value: unknown) => unknown): Generator<Changed> {
  const parts = [part, ...(part.anyOf ?? [])];
  for (const value of parts.flatMap(valuesOf)) yield [place, build(value)];
  for (const { properties, required = [], additionalProperties: additional, items } of parts) {
    const needed = Object.fromEntries(required.map((name) => [name, properties?.[name]?.minimum]));
    if (properties !== undefined) yield [`${place} with another member`, build({ ...needed, unknwn: 1 })];
    for (const [name, member] of Object.entries(properties ?? {}))
      yield* changes(member, `${place}.${name}`, (value) => build({ ...needed, [name]: value }));
    if (typeof additional === 'object' && Object.keys(additional).length > 0) {
      yield* changes(additional, `${place}.x`, (value) => build({ x: value }));
      for (const name of names)
        for (const value of ['local', {}]) yield [`${place}.${name}`, build({ [name]: value })];
    }
    if (items === undefined) continue;
    const list = Array.isArray(items) ? (items as readonly Part[]) : [items as Part];
    const first = list.map((item): unknown => item.enum?.[0] ?? 1);
    for (const [at, item] of list.entries())
      yield* changes(item, `${place}[${at}]`, (value) => build(first.with(at, value)));
    if (list.length === 1)
      for (const value of list.flatMap(valuesOf)) yield [`${place}[0] twice`, build([value, value])];
  }
}

/** What one member alone does not say, so that only the loader rejects it, by its message. */
const beyondTheSchema: readonly RegExp[] = [
  /deployment must be one of .*, got/, // the names of the deployments
  /minIntervalMs must not be longer than maxIntervalMs/,
  /includedStage must be one of the stages/,
  /shard/,
  /\.request\S* is not an option/, // members of a request depend on the names of the chains and on a convention
  /there is no such (?:module|file)|ENOENT/,
];

/** Only an extension in JSON that declares nothing: its schemas are code, so the schema asks for a module. */
const beyondTheLoader = /\.extend$/;

test('accepts and rejects what the loader does, for each change of one member', async () => {
  const root = new URL('../../', import.meta.url);
  const schema = JSON.parse(await readFile(new URL('config.schema.json', root), 'utf8'));
  const accepts = new Ajv({ strict: true, strictTuples: true, strictTypes: false }).compile(schema);
  const cwd = await projectFolder({});
  const file = join(cwd, 'crosscheck.config.json');
  const differences: string[] = [];
  const met = new Set<RegExp>();
  const texts = new Map(
    [...changes(schema, '', (value) => value)].map(([place, config]) => [JSON.stringify(config), place]),
  );
  for (const [text, place] of texts) {
    await writeFile(file, text);
    const message: string | undefined = await loadConfig({ cwd, env: {} }).then(
      () => undefined,
      (error) => (error.code === 'USAGE' ? error.message : `not a usage error: ${error.stack}`),
    );
    const isAccepted = accepts(JSON.parse(text));
    if (isAccepted === (message === undefined)) continue;
    const rule = beyondTheSchema.find((one) => one.test(message ?? ''));
    if (rule !== undefined) met.add(rule);
    else if (message !== undefined || !beyondTheLoader.test(place))
      differences.push(`${place}: ${text.slice(0, 200)}: the loader ${message ?? 'accepts it'}`);
  }
  expect(differences).toEqual([]);
  expect(texts.size).toBeGreaterThan(2_000);
  expect(beyondTheSchema.filter((rule) => !met.has(rule))).toEqual([]);
}, 300_000);
