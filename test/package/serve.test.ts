import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { resolveAnvilBinary } from '../../src/local/evm/anvil.js';

const run = promisify(execFile);
// These tests are about the bundled engine, also when the others run on another one.
const env = {
  ...process.env,
  VITEST: undefined,
  NODE_OPTIONS: undefined,
  CROSSCHECK_LOCAL_RPC_URL: undefined,
};
const goneWithin = { timeout: 10_000, interval: 20 };

/** Where the package manager puts a link to the command. */
const bin = (): string => join(inject('scratchProject'), 'node_modules/.bin');

/** An environment in which a shell finds the command. */
const onPath = (): NodeJS.ProcessEnv => ({ ...env, PATH: `${bin()}${delimiter}${process.env.PATH}` });

let folder: string;
/** An engine that notes its process id before it becomes anvil. */
let notedAnvil: string;
let pidFile: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crosscheck-serve-'));
  notedAnvil = join(folder, 'anvil');
  pidFile = join(folder, 'pid');
  await writeFile(notedAnvil, `#!/bin/sh\necho $$ >'${pidFile}'\nexec '${resolveAnvilBinary()}' "$@"\n`);
  await chmod(notedAnvil, 0o755);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts `crosscheck serve --json`, and gives its first line once it is there. */
async function serve(
  ...flags: string[]
): Promise<{ child: ChildProcess; served: { controlUrl: string; evmRpcUrl: string } }> {
  const child = spawn(join(bin(), 'crosscheck'), ['serve', '--json', '--anvil', notedAnvil, ...flags], {
    env,
  });
  const [line] = await once(child.stdout, 'data');
  return { child, served: JSON.parse(`${line}`) };
}

async function anvilIsGone(): Promise<void> {
  const pid = Number(await readFile(pidFile, 'utf8'));
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), goneWithin);
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops it cleanly', async (signal) => {
  const { child, served } = await serve();
  expect((await fetch(`${served.controlUrl}/deployment`)).status).toBe(200);
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([0, null]);
  await anvilIsGone();
  await expect(fetch(served.controlUrl)).rejects.toThrow();
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it at once while it starts', async (signal) => {
  const [slowAnvil, slowPidFile] = [join(folder, 'slow'), join(folder, `slow-${signal}`)];
  await writeFile(slowAnvil, `#!/bin/sh\necho $$ >'${slowPidFile}'\nexec sleep 60\n`, { mode: 0o755 });
  const child = spawn(join(bin(), 'crosscheck'), ['serve', '--anvil', slowAnvil], { env });
  const pid = await vi.waitFor(async () => {
    const noted = Number(await readFile(slowPidFile, 'utf8'));
    expect(noted).toBeGreaterThan(0);
    return noted;
  }, goneWithin);
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([0, null]);
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), goneWithin);
});

test.runIf(existsSync('/dev/full'))('a disk without space is one sentence', async () => {
  const script = 'crosscheck serve --list-faults >/dev/full';
  await expect(run('sh', ['-c', script], { env: onPath() })).rejects.toMatchObject({
    code: 2,
    stderr: 'error: The output cannot be written: no space left on the device (ENOSPC).\n',
  });
});

test('killed hard it leaves no engine behind', async () => {
  const { child } = await serve();
  child.kill('SIGKILL');
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  await anvilIsGone();
});

test('a port that is taken is one sentence, and nothing is left running', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const args = ['serve', '--anvil', notedAnvil, '--control-port', `${port}`];
  await expect(run(join(bin(), 'crosscheck'), args, { env })).rejects.toMatchObject({
    code: 3,
    stdout: '',
    stderr: `error: Something else listens on 127.0.0.1:${port}; port 0 selects a free port.\n`,
  });
  other.close();
  await anvilIsGone();
});

test.each(['serve --list-faults', 'serve'])(
  '%s ends well when nobody reads what it says',
  async (command) => {
    const script = `{ crosscheck ${command}; echo "ended with $?" >&2; } | true`;
    const { stderr } = await run('sh', ['-c', script], { env: onPath() });
    expect(stderr).toBe('ended with 0\n');
  },
);

test('a client that is no JavaScript submits, lets time pass and observes by HTTP alone', async () => {
  const { child, served } = await serve('--clock', 'manual', '--chains', 'evm,tvm');
  const script = fileURLToPath(new URL('../e2e/drive-by-curl.sh', import.meta.url));
  const { stdout } = await run('bash', [script, served.controlUrl]);
  child.kill('SIGTERM');
  expect(stdout).toContain('stage: executedInTVM');
  await once(child, 'exit');
});
