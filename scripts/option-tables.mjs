// Writes the tables of options into docs, between `<!-- options: waitOptions -->` and `<!-- /options -->`, from the schemas and the
// comments of their members; then config.schema.json, see config-schema.mjs. With --check it only says which files are not what
// they give.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';
import { commentsOf } from './member-comments.mjs';

const inRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const jiti = createJiti(import.meta.url, { moduleCache: true, fsCache: false });
const load = async (path) => await jiti.import(inRoot(path));

/** Each option set: the file, the constant that has its members, and how to get them from the module. */
const optionSets = {
  deploymentOptions: {
    file: 'src/deployment/deployment.ts',
    constant: 'deploymentShape',
    shapeOf: (module) => module.deploymentOptions.shape,
  },
  retryPolicy: {
    file: 'src/deployment/deployment.ts',
    constant: 'retryShape',
    shapeOf: (module) => module.retryPolicy.shape,
  },
  configuration: {
    file: 'src/deployment/current-deployment.ts',
    constant: 'configurationShape',
    shapeOf: (module) => module.configurationOptions.shape,
  },
  callOptions: {
    file: 'src/client/call-endpoint.ts',
    constant: 'callShape',
    shapeOf: (module) => module.callOptions.shape,
  },
  waitOptions: {
    file: 'src/polling/wait-options.ts',
    constant: 'waitShape',
    shapeOf: (module) => module.waitShape,
  },
  manyWaitsOptions: {
    file: 'src/polling/wait-for-inclusions.ts',
    constant: 'manyShape',
    shapeOf: (module) => module.manyShape,
  },
  backoffOptions: {
    file: 'src/polling/wait-options.ts',
    constant: 'growthShape',
    shapeOf: (module) => module.backoffOptions.shape,
  },
  followOptions: {
    file: 'src/running-test/follow-tests.ts',
    constant: 'followShape',
    shapeOf: (module) => module.followShape,
  },
  localOptions: {
    file: 'src/local/local-options.ts',
    constant: 'localShape',
    shapeOf: (module) => module.localShape,
  },
  smokeSettings: {
    file: 'src/smoke/smoke-options.ts',
    constant: 'smokeSettingShape',
    shapeOf: (module) => module.smokeSettingShape,
  },
};

/** `How long to wait. Default: 60,000.` in two; the default has to be that of the schema. */
function described(name, comment, schema) {
  const [, text, stated] = /^(.*?)(?: ?Default: ((?:`[^`]*`|\([^)]*\)|[^.`(]|\.(?=\S))*)\.?)?$/s.exec(
    comment,
  );
  const value = schema.type === 'default' ? schema.def.defaultValue : undefined;
  const isPlain = ['number', 'boolean', 'string'].includes(typeof value);
  const said = stated?.replace(/[`,_]/g, '');
  const sizes = [`${value / 1024} KiB`, `${value / 1024 / 1024} MiB`];
  const isByte = typeof value === 'number' && sizes.some((size) => said?.startsWith(size));
  if (isPlain && !isByte && !said?.startsWith(String(value)))
    throw new Error(`${name} has the default ${value}, and its comment says ${stated ?? 'none'}`);
  const isNeeded = !schema.safeParse(undefined).success;
  return { text: text.trim(), default: stated ?? (isNeeded ? 'required' : 'none') };
}

async function tableOf(setName) {
  const { file, constant, shapeOf } = optionSets[setName] ?? {};
  if (file === undefined) throw new Error(`there is no option set ${setName}`);
  const comments = commentsOf(readFileSync(inRoot(file), 'utf8'), constant);
  const shape = shapeOf(await load(file));
  const rows = Object.entries(shape).map(([name, schema]) => {
    const comment = comments.get(name);
    if (comment === undefined) throw new Error(`${constant}.${name} in ${file} has no comment`);
    const { env = '', flag: usage = '' } = schema.meta() ?? {};
    // The last of its names: `--timeout, --timeout <duration>`.
    const flag = usage.match(/--[\w-]+/g)?.at(-1) ?? '';
    return { name, ...described(name, comment, schema), env, flag };
  });
  const code = (text) => (text === '' ? '' : `\`${text}\``);
  const columns = [
    ['option', ({ name }) => code(name)],
    ['default', (row) => row.default],
    ...(rows.some(({ env }) => env !== '') ? [['variable', ({ env }) => code(env)]] : []),
    ...(rows.some(({ flag }) => flag !== '') ? [['flag', ({ flag }) => code(flag)]] : []),
    ['meaning', ({ text }) => text],
  ];
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    line(columns.map(([title]) => title)),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map(([, cellOf]) => cellOf(row)))),
  ].join('\n');
}

async function variablesTable() {
  const { otherVariables } = await load('src/deployment/environment.ts');
  const rows = Object.entries(otherVariables).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
  return ['| other variable | meaning |', '| --- | --- |', ...rows].join('\n');
}

const marked = /(<!-- options: (\w+) -->)\n[\s\S]*?(<!-- \/options -->)/g;

/** A page with its tables as the schemas have them. */
async function withTables(page) {
  const names = [...new Set([...page.matchAll(marked)].map(([, , name]) => name))];
  const tables = new Map();
  for (const name of names)
    tables.set(name, name === 'otherVariables' ? await variablesTable() : await tableOf(name));
  return page.replace(marked, (_, begin, name, end) => `${begin}\n\n${tables.get(name)}\n\n${end}`);
}

const pages = [
  'configuration',
  'waiting',
  'custom-deployments',
  'smoke',
  'recording',
  'runners',
  'local-deployment-reference',
].map((name) => `docs/${name}.md`);

/** The table of conventions is written by hand: it has to name each of them, and its variable. */
async function missingConventions(page) {
  const { conventionsSchema } = await load('src/contract/conventions.ts');
  const names = Object.entries(conventionsSchema.shape).flatMap(([name, schema]) => [
    name,
    schema.meta()?.env ?? name,
  ]);
  return names.filter((name) => !page.includes(`\`${name}\``));
}

const isCheck = process.argv.includes('--check');
for (const path of pages) {
  const page = readFileSync(inRoot(path), 'utf8');
  const fresh = await withTables(page);
  if (fresh === page) continue;
  if (isCheck) {
    console.error(`${path} is stale, run npm run docs:options`);
    process.exitCode = 1;
  } else writeFileSync(inRoot(path), fresh);
}

const unnamed = await missingConventions(readFileSync(inRoot('docs/custom-deployments.md'), 'utf8'));
if (unnamed.length > 0) {
  console.error(`docs/custom-deployments.md does not name ${unnamed.join(', ')}`);
  process.exitCode = 1;
}

await import('./config-schema.mjs');
