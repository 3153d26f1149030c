import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { resolveAnvilBinary } from '../../../../../src/local/evm/engine/anvil-binary.js';
import { startAnvil } from '../../../../../src/local/evm/engine/anvil-process.js';
import { createJsonRpc } from '../../../../../src/local/evm/engine/json-rpc.js';

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
  const rpc = createJsonRpc(url);
  try {
    return (await rpc.call('eth_chainId')) === '0x7a69';
  } catch {
    return false;
  } finally {
    await rpc.close();
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
  await expect(startAnvil({ binary: '/nowhere/anvil' })).rejects.toMatchObject({
    code: 'DEPLOYMENT_ENGINE_MISSING',
    details: ['/nowhere/anvil cannot be run: spawn /nowhere/anvil ENOENT'],
  });
});

it('shows the end of the output of a binary that ends before it listens', async () => {
  await expect(startAnvil({ binary: process.execPath })).rejects.toMatchObject({
    code: 'DEPLOYMENT_CANNOT_START',
    summary: 'anvil ended with status 9 before it listened.',
    details: [expect.stringContaining('bad option: --host=127.0.0.1')],
  });
});

it('has the chain id that it is given, and is gone after its stop', async () => {
  const anvil = await startAnvil({ chainId: 4242 });
  const rpc = createJsonRpc(anvil.url);
  expect(await rpc.call('eth_chainId')).toBe('0x1092');
  await anvil.stop();
  await anvil.stop();
  await expect(rpc.call('eth_chainId')).rejects.toMatchObject({ code: 'DEPLOYMENT_STOPPED' });
  await rpc.close();
});

it('leaves no files behind, however many blocks it made', async () => {
  const directory = await emptyDirectory();
  for (const name of ['HOME', 'TMPDIR', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME']) vi.stubEnv(name, directory);
  const anvil = await startAnvil();
  const rpc = createJsonRpc(anvil.url);
  await rpc.call('anvil_mine', '0x4b0');
  await rpc.close();
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
