import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { simulationRequestSchema } from 'crosscheck/contract';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { campaignFileSchema } from '../../src/fuzz/model/campaign-options.js';
import type { Snippet } from './snippet.js';

const step = z
  .looseObject({ uses: z.string().optional(), run: z.string().optional() })
  .refine(({ uses, run }) => (uses === undefined) !== (run === undefined), 'a step has either uses or run');
const job = z.object({ steps: z.array(step).min(1) }).loose();
const workflow = z.object({
  name: z.string().optional(),
  on: z.unknown().refine((value) => value !== undefined),
  permissions: z.unknown().optional(),
  env: z.record(z.string(), z.unknown()).optional(),
  concurrency: z.unknown().optional(),
  defaults: z.unknown().optional(),
  jobs: z.record(z.string(), job.extend({ 'runs-on': z.string() })),
});
const indexedJob = z.looseObject({ completionMode: z.literal('Indexed'), completions: z.int().positive() });

const configSchema = await readFile(new URL('../../config.schema.json', import.meta.url), 'utf8');
const fitsConfig = new Ajv({ strictTypes: false }).compile(JSON.parse(configSchema));

/** What data is held against, by a member that tells what it is. */
const claims: Readonly<Record<string, z.ZodType>> = {
  alphaCallParams: simulationRequestSchema(),
  phases: campaignFileSchema,
  deployments: z.unknown().refine((config) => fitsConfig(config), 'does not fit config.schema.json'),
  jobs: workflow,
  steps: job,
  spec: z.looseObject({ spec: indexedJob }),
};

/** Parses a block of JSON or YAML and holds it against what it claims to be; throws what is wrong. */
export function checkData({ language, code }: Snippet): void {
  for (const data of language === 'json' ? [JSON.parse(code)] : documents(code)) {
    for (const [member, schema] of Object.entries(claims)) {
      if (typeof data === 'object' && data !== null && member in data) schema.parse(data);
    }
  }
}

function documents(text: string): unknown[] {
  return parseAllDocuments(text, { strict: true }).map((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) throw problem;
    return document.toJS() as unknown;
  });
}
