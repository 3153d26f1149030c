import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, test } from 'vitest';
import { createNpmProject } from '../support/npm-project.js';
import { describeRunner } from './describe-runner.js';

const script = `import { createClient } from 'crosscheck';
import { startLocalDeployment } from 'crosscheck/local';

const local = await startLocalDeployment({ clock: 'manual' });
const operationId = await local.submit({
  shardsKey: '1763712000042',
  alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
  betaAssets: [{ amount: '1000000000' }],
  betaCaller: local.accounts[0],
});
await local.advance(1000);
const { response } = await createClient(local.deployment).inclusion(operationId);
await local.stop();
console.log(response.stage);
`;

const isSupported = process.platform === 'linux' && process.arch === 'x64';
// The package bun would download the binary when it is installed; this one has it inside.
const bunPackage = '@oven/bun-linux-x64@1';

describe.runIf(isSupported)('on Linux', () => {
  describeRunner('Bun', '1', { packages: [bunPackage] });
});

test.runIf(isSupported)('runs the client and a local deployment in Bun, and ends', async () => {
  const directory = join(inject('consumers'), 'bun-script');
  await createNpmProject(directory, { private: true, type: 'module' }, [inject('tarball'), bunPackage]);
  await writeFile(join(directory, 'script.js'), script);
  const bun = join(directory, 'node_modules/@oven/bun-linux-x64/bin/bun');
  const { stdout } = await promisify(execFile)(bun, ['script.js'], { cwd: directory, timeout: 60_000 });
  expect(stdout).toBe('executedInBETA\n');
});
