import { readFile } from 'node:fs/promises';
import { defineDeployment, deploymentFromEnv } from 'crosscheck';
import { loadConfig } from 'crosscheck/config';
import { knownChecks } from 'crosscheck/fuzz';
import { matchers } from 'crosscheck/matchers';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { baselineSchema } from '../../../src/fuzz/findings/baseline.js';
import { corpusEntrySchema } from '../../../src/fuzz/findings/corpus.js';
import { eventSchema } from '../../../src/fuzz/model/campaign-event.js';
import { smokeReportSchema } from '../../../src/smoke/smoke-report.js';
import { projectFolder } from '../../support/project-folder.js';
import { cliRun } from '../cli/cli-run.js';
import { rejectionOf } from '../client/calls.js';

const docsPage = (name: string): Promise<string> =>
  readFile(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');
const page = await docsPage('stability');
const configSchema: z.core.JSONSchema.BaseSchema = JSON.parse(
  await readFile(new URL('../../../config.schema.json', import.meta.url), 'utf8'),
);

const urls = { simulatorUrl: 'https://a.example.org', observerUrl: 'https://a.example.org' };

type Table = Readonly<Record<string, readonly string[]>>;

/** Returns the rows of the tables of a section: the name in the first cell, and the names in the second. */
function tableOf(section: string): Table {
  const [, text = ''] = page.split(`\n## ${section}\n`);
  const [own = ''] = text.split('\n## ');
  const rows = own.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm);
  return Object.fromEntries([...rows].map(([, name = '', cell = '']) => [name, namesIn(cell)]));
}

const namesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** Returns the members of each object in a schema by the path of the object; optional members end in `?`. */
function objectsOf(schema: z.ZodType, at: string): Table {
  return objectsIn(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }), at);
}

function objectsIn(root: z.core.JSONSchema.BaseSchema, at: string): Table {
  const objects: Record<string, readonly string[]> = {};
  const visit = (node: z.core.JSONSchema.BaseSchema, path: string): void => {
    for (const variant of [...(node.oneOf ?? []), ...(node.anyOf ?? [])])
      visit(variant, variantPath(variant, path));
    if (typeof node.items === 'object' && !Array.isArray(node.items)) visit(node.items, `${path}[]`);
    if (node.properties === undefined) {
      if (typeof node.additionalProperties === 'object') visit(node.additionalProperties, `${path}.*`);
      return;
    }
    const members = Object.entries(node.properties);
    objects[path] = members.map(([name]) => (node.required?.includes(name) ? name : `${name}?`));
    for (const [name, member] of members)
      if (typeof member === 'object') visit(member, path === '' ? name : `${path}.${name}`);
  };
  visit(root, at);
  return objects;
}

/** Returns the texts that each member of a schema can have, by the name of the member: those of an enumeration. */
function valuesOf(schema: z.ZodType): Table {
  const values: Record<string, readonly string[]> = {};
  const visit = (node: z.core.JSONSchema.BaseSchema, name: string): void => {
    for (const variant of [...(node.oneOf ?? []), ...(node.anyOf ?? [])]) visit(variant, name);
    if (typeof node.items === 'object' && !Array.isArray(node.items)) visit(node.items, `${name}[]`);
    if (node.enum !== undefined) {
      const texts = node.enum.map(String);
      // One table has room for one meaning of a name.
      expect(values[name] ?? texts).toEqual(texts);
      values[name] = texts;
    }
    for (const [member, inner] of Object.entries(node.properties ?? {}))
      if (typeof inner === 'object' && member !== 'plan') visit(inner, member);
  };
  visit(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }), '');
  return values;
}

/** A variant of a union has the path of the union, and its kind, such as `expect(rejected)`. */
function variantPath({ properties = {} }: z.core.JSONSchema.BaseSchema, path: string): string {
  const { event, kind } = properties as Record<string, z.core.JSONSchema.BaseSchema>;
  if (event?.const !== undefined) return String(event.const);
  return kind?.const === undefined ? path : `${path}(${kind.const})`;
}

const isOfCase = (path: string): boolean => /(?:^|\.)plan(?:\.|$)/.test(path);
const withoutCases = (objects: Table): Table =>
  Object.fromEntries(Object.entries(objects).filter(([path]) => !isOfCase(path)));

/** Returns the options that an error names of which one is unknown. */
const optionsNamedIn = ({ message }: Error): string[] =>
  (/is not an option; the options are (.+)/.exec(message)?.[1]?.split(', ') ?? []).sort();

/** Returns the members of a configuration in code, or of an object in it, next to one that is unknown. */
async function configOptions(config: object): Promise<string[]> {
  const cwd = await projectFolder({ 'crosscheck.config.mjs': `export default ${JSON.stringify(config)};` });
  return optionsNamedIn(await rejectionOf(loadConfig({ cwd, env: {} })));
}

function conventionNames(): string[] {
  try {
    defineDeployment({ ...urls, conventions: { unknownMember: 1 } as never });
    return [];
  } catch (error) {
    return optionsNamedIn(error as Error);
  }
}

/** Returns whether the toolkit reads a variable, or rejects it as unknown. */
function isKnownVariable(name: string): boolean {
  try {
    deploymentFromEnv({ [name]: 'a' });
    return true;
  } catch (error) {
    return !(error as Error).message.includes('variables that crosscheck does not know');
  }
}

it('lists the exit codes', async () => {
  const { stdout } = await cliRun(['--help']);
  const commands = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
  expect(commands.length).toBeGreaterThan(5);
  const helps = await Promise.all(commands.map((command) => cliRun([command, '--help'])));
  const codes = helps.flatMap(({ stdout }) => {
    const [, text = ''] = stdout.split('\nExit codes:\n');
    return [...text.matchAll(/^ {2}(\d+) /gm)].map(([, code = '']) => code);
  });
  expect(Object.keys(tableOf('Exit codes'))).toEqual([...new Set(codes)].sort());
});

it('lists the matchers', () => {
  expect(tableOf('Functions and matchers')['expect(…)']).toEqual(Object.keys(matchers).sort());
});

it('the page of matchers describes each, and README.md counts them', async () => {
  const [guide, readme] = [await docsPage('matchers'), await docsPage('../README')];
  const names = Object.keys(matchers);
  const isDescribed = (name: string): boolean =>
    new RegExp(`^(?:\\| )?\`(?:expect\\.)?${name}\\(`, 'm').test(guide);
  expect(names.filter((name) => !isDescribed(name))).toEqual([]);
  const assertions = names.filter((name) => name.startsWith('to'));
  expect(readme).toContain(
    `| ${assertions.length} matchers, ${names.length - assertions.length} asymmetric matchers,`,
  );
});

it('lists the members of the configuration file, also of the objects in it', async () => {
  // Almost all are optional, which the pages of the options say.
  const listed = Object.entries(objectsIn(configSchema, '')).map(([path, members]) => [
    path === '' ? 'the file' : path,
    members.map((name) => name.replace('?', '')).sort(),
  ]);
  // A file in code also has functions and objects.
  const inCode = [
    ['the file', await configOptions({ unknownMember: 1 })],
    ['deployments.*', await configOptions({ deployments: { a: { unknownMember: 1 } } })],
  ];
  expect(tableOf('Configuration file')).toEqual(Object.fromEntries([...listed, ...inCode]));
});

it('lists the environment variables but for those of conventions, which are in their table', async () => {
  const [, conventions = ''] = (await docsPage('custom-deployments')).split('\n## Conventions\n');
  const ofConventions = namesIn(conventions.split('\n## ')[0] ?? '').filter((name) =>
    name.startsWith('CROSSCHECK_'),
  );
  expect(ofConventions.length).toBeGreaterThan(10);
  const listed = Object.keys(tableOf('Environment variables'));
  const options = [
    ...(await configOptions({ deployments: { a: { unknownMember: 1 } } })),
    ...conventionNames(),
  ];
  const ofOptions = options
    .map((name) => `CROSSCHECK_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`)
    .filter(isKnownVariable);
  // This page has a table of all others, which is written from the code.
  const others = [...(await docsPage('configuration')).matchAll(/^\| `(CROSSCHECK_\w+)` \| /gm)].map(
    ([, name = '']) => name,
  );
  expect(others.filter((name) => !isKnownVariable(name))).toEqual([]);
  expect([...listed, ...ofConventions].sort()).toEqual(
    [...new Set([...ofOptions, ...others, 'CROSSCHECK_AUTHORIZATION'])].sort(),
  );
});

it('lists the events of a report with their members', () => {
  expect(tableOf('Reports of campaigns')).toEqual(withoutCases(objectsOf(eventSchema, 'event')));
});

it('lists the values of the members of a report', () => {
  expect(tableOf('Values in reports of campaigns')).toEqual(valuesOf(eventSchema));
});

it('lists the checks of each family', () => {
  const namesOf = (family: string): readonly string[] =>
    knownChecks.filter((check) => check.family === family).map(({ name }) => name);
  const families = new Set(knownChecks.map(({ family }) => family));
  expect(tableOf('Checks')).toEqual(
    Object.fromEntries([...families].map((family) => [family, namesOf(family)])),
  );
});

it('lists the members of a report of a smoke run, and their values', () => {
  expect(tableOf('Reports of smoke runs')).toEqual(objectsOf(smokeReportSchema, 'the report'));
  expect(tableOf('Values in reports of smoke runs')).toEqual(valuesOf(smokeReportSchema));
});

it('lists the members of a corpus file', () => {
  expect(tableOf('Corpus files')).toEqual(withoutCases(objectsOf(corpusEntrySchema, 'the file')));
});

it('lists the members of a baseline file', () => {
  expect(tableOf('Baseline files')).toEqual(objectsOf(baselineSchema, 'the file'));
});

it('lists the members of a case', () => {
  expect(tableOf('Cases')).toEqual(objectsOf(corpusEntrySchema.shape.plan, 'case'));
});
