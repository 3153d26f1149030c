import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { resolveAnvilBinary, startAnvil } from '../../../../src/local/evm/anvil.js';
import { exchange } from '../../../support/http-exchange.js';
import { callRpc } from '../../../support/json-rpc.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

async function emptyDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'anvil-process-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Starts a process that starts anvil and prints its URL. */
async function startHolder(): Promise<{ holder: ChildProcess; url: string }> {
  const script = fileURLToPath(new URL('hold-anvil.mjs', import.meta.url));
  const holder = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [url] = (await once(holder.stdout, 'data')) as [Buffer];
  return { holder, url: url.toString().trim() };
}

async function isUp(url: string): Promise<boolean> {
  try {
    return (await callRpc(url, 'eth_chainId')) === '0x7a69';
  } catch {
    return false;
  }
}

it('says how to get the engine when it is not installed', async () => {
  const elsewhere = pathToFileURL(join(await emptyDirectory(), 'module.js')).href;
  expect(() => resolveAnvilBinary(elsewhere)).toThrow(
    expect.objectContaining({
      code: 'DEPLOYMENT_ENGINE_MISSING',
      summary: expect.stringContaining('npm install --save-dev @foundry-rs/anvil'),
    }),
  );
});

it('says that a named binary cannot be run', async () => {
  await expect(startAnvil({ anvilBinary: '/nowhere/anvil' })).rejects.toMatchObject({
    code: 'DEPLOYMENT_ENGINE_MISSING',
    summary: 'The EVM engine cannot be run: /nowhere/anvil (ENOENT).',
  });
});

it('shows the end of the output of a binary that ends before it listens', async () => {
  await expect(startAnvil({ anvilBinary: process.execPath })).rejects.toMatchObject({
    code: 'DEPLOYMENT_CANNOT_START',
    summary: 'anvil ended with status 9 before it listened.',
    details: [expect.stringContaining('bad option: --host=127.0.0.1')],
  });
});

it('does not show the URL of a forked chain in that output', async () => {
  const binary = join(await emptyDirectory(), 'anvil');
  await writeFile(binary, '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  const forkUrl = 'http://me:pass-word@127.0.0.1:1/v3/s3cret?a=plain';
  const { details } = await startAnvil({ anvilBinary: relative(process.cwd(), binary), forkUrl }).catch(
    (error) => error,
  );
  expect(details[0]).toContain('--fork-url=[redacted]');
  expect(details[0]).not.toMatch(/pass-word|s3cret|plain/);
});

it.each([
  ['linux', false],
  ['win32', true],
])('is in the process group of its parent on %s: %s', async (platform, isShared) => {
  const directory = await emptyDirectory();
  const [binary, group] = [join(directory, 'anvil'), join(directory, 'group')];
  const script = `#!/bin/sh\nps -o pgid= -p $$ > ${group}\necho "Listening on 127.0.0.1:1 "\nexec sleep 60\n`;
  await writeFile(binary, script, { mode: 0o755 });
  const actual = process.platform;
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: actual }));
  Object.defineProperty(process, 'platform', { value: platform });
  const anvil = await startAnvil({ anvilBinary: binary });
  await anvil.stop();
  const ours = execFileSync('ps', ['-o', 'pgid=', '-p', `${process.pid}`], { encoding: 'utf8' });
  expect((await readFile(group, 'utf8')).trim() === ours.trim()).toBe(isShared);
});

it('reports when it exits by itself, and only then', async () => {
  const directory = await emptyDirectory();
  const [binary, pidFile] = [join(directory, 'anvil'), join(directory, 'pid')];
  const script = `#!/bin/sh\necho $$ >'${pidFile}'\nexec '${resolveAnvilBinary()}' "$@"\n`;
  await writeFile(binary, script, { mode: 0o755 });
  const [killed, stopped] = [await startAnvil({ anvilBinary: binary }), await startAnvil()];
  process.kill(Number(await readFile(pidFile, 'utf8')), 'SIGKILL');
  const ended = { code: 'DEPLOYMENT_STOPPED', summary: 'The EVM engine ended (signal SIGKILL).' };
  expect(await killed.ended).toMatchObject(ended);
  await stopped.stop();
  expect(await Promise.race([stopped.ended, setImmediate('nothing')])).toBe('nothing');
});

it('has the chain id that it is given, and is gone after its stop', async () => {
  const anvil = await startAnvil({ chainId: 4242 });
  expect(await callRpc(anvil.url, 'eth_chainId')).toBe('0x1092');
  await anvil.stop();
  await anvil.stop();
  await expect(callRpc(anvil.url, 'eth_chainId')).rejects.toThrow('fetch failed');
});

it('rejects requests of web pages', async () => {
  const anvil = await startAnvil();
  onTestFinished(() => anvil.stop());
  const headers = {
    origin: 'http://evil.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  };
  const answer = await exchange(anvil.url, { method: 'OPTIONS', headers });
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  expect(answer.status).toBe(405);
});

it('leaves no files behind, however many blocks it made', async () => {
  const directory = await emptyDirectory();
  for (const name of ['HOME', 'TMPDIR', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME']) vi.stubEnv(name, directory);
  const anvil = await startAnvil();
  await callRpc(anvil.url, 'anvil_mine', '0x4b0');
  expect(await readdir(directory)).toEqual([]);
  await anvil.stop();
  expect(await readdir(directory)).toEqual([]);
}, 30_000);

it.each(['SIGKILL', 'SIGTERM', 'exit'] as const)(
  'does not outlive its parent, which ends by %s',
  async (end) => {
    const { holder, url } = await startHolder();
    expect(await isUp(url)).toBe(true);
    if (end === 'exit') holder.stdin?.end();
    else holder.kill(end);
    await once(holder, 'exit');
    await expect.poll(() => isUp(url), { timeout: 10_000 }).toBe(false);
  },
  30_000,
);
