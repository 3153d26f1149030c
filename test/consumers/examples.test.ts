import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, inject, test } from 'vitest';
import { type Ended, runProcess } from '../documentation/run-process.js';
import { snippetEnvironment } from '../documentation/snippet-environment.js';
import { type LocalRegistry, startLocalRegistry } from '../support/local-registry.js';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));
const names = await readdir(examples);

let registry: LocalRegistry;
beforeAll(async () => {
  registry = await startLocalRegistry(inject('tarball'));
});
afterAll(() => registry.stop());

test.concurrent.for(names)(
  'the example %s installs, compiles and passes by itself, with the packed package',
  { timeout: 300_000 },
  async (name, { expect }) => {
    const cwd = join(inject('consumers'), 'examples', name);
    await cp(join(examples, name), cwd, { recursive: true });
    const env = { ...snippetEnvironment(cwd, registry.url), PATH: process.env.PATH };
    const npm = (...args: string[]): Promise<Ended> =>
      runProcess('npm', args, { cwd, env, timeoutMs: 120_000 });
    for (const args of [['install'], ['run', 'types'], ['test']]) {
      const { exitCode, output } = await npm(...args);
      expect(exitCode, `npm ${args.join(' ')}\n${output}`).toBe(0);
    }
  },
);
