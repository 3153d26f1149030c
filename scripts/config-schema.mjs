// Writes config.schema.json, the JSON schema of crosscheck.config.json, from the schemas that validate a configuration and the
// comments of their members. With --check it only says whether the file is what they give.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';
import { commentsOf } from './member-comments.mjs';

const inRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const jiti = createJiti(import.meta.url, { moduleCache: true, fsCache: false });
const { configJsonSchema } = await jiti.import(inRoot('src/configuration/config-json-schema.ts'));

const schema = configJsonSchema();
const { deployments, smoke, fuzz, wait } = schema.properties;
const [, entry] = deployments.additionalProperties.anyOf;

/** Each object with the constants that have its members. */
const described = [
  [schema, 'src/configuration/config.ts', 'configShape'],
  [entry, 'src/deployment/deployment.ts', 'deploymentShape'],
  [entry, 'src/configuration/config.ts', 'entryShape'],
  [entry.properties.chains, 'src/deployment/deployment.ts', 'chainShape'],
  [entry.properties.retries.anyOf[1], 'src/deployment/deployment.ts', 'retryShape'],
  [entry.properties.conventions, 'src/contract/conventions.ts', 'conventionShape'],
  [smoke, 'src/smoke/smoke-options.ts', 'smokeSettingShape'],
  [smoke.properties.budgets, 'src/smoke/smoke-options.ts', 'budgetShape'],
  [fuzz, 'src/fuzz/model/campaign-options.ts', 'campaignSettingShape'],
  [fuzz.properties.limits, 'src/checks/check.ts', 'limitShape'],
  [fuzz.properties.shard, 'src/fuzz/model/campaign-event.ts', 'shardShape'],
  [wait, 'src/polling/wait-options.ts', 'waitShape'],
];
for (const [{ properties }, file, constant] of described) {
  const comments = commentsOf(readFileSync(inRoot(file), 'utf8'), constant);
  for (const [name, member] of Object.entries(properties))
    if (comments.has(name)) member.description = comments.get(name);
}

const undescribed = described.flatMap(([{ properties }, , constant]) =>
  Object.entries(properties)
    .filter(([, { description }]) => description === undefined)
    .map(([name]) => `${constant}.${name}`),
);
if (undescribed.length > 0) throw new Error(`There is no comment of ${undescribed.join(', ')}`);

const path = inRoot('config.schema.json');
const text = `${JSON.stringify(schema, null, 2)}\n`;
if (!process.argv.includes('--check')) writeFileSync(path, text);
else if (readFileSync(path, 'utf8') !== text) {
  console.error('config.schema.json is stale, run npm run docs:options');
  process.exitCode = 1;
}
