import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from 'crosscheck/config';
import { expect, onTestFinished, test } from 'vitest';

test('refuses a configuration of JSON that has a member twice, with the line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crosscheck-config-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'crosscheck.config.json');
  await writeFile(
    file,
    `{
  "deployments": {
    "staging": { "simulatorUrl": "http://127.0.0.1:1", "observerUrl": "http://127.0.0.1:1" },
    "staging": { "simulatorUrl": "http://127.0.0.1:2", "observerUrl": "http://127.0.0.1:2" }
  }
}`,
  );
  await expect(loadConfig({ file })).rejects.toThrow(
    /crosscheck\.config\.json:4: has deployments\.staging more than once/,
  );
});
