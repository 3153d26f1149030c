import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { packPackage } from '../support/pack-package.js';
import { nodeVersions } from './consumer.js';

const run = promisify(execFile);

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for consumers, with the tools that they share. */
    consumers: string;
  }
}

/** Packs the package, and installs every Node and pnpm once for all consumers; nothing that is missing is passed over. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'crosscheck-consumers-'));
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  try {
    const tools = ['pnpm@10', ...nodeVersions.map((version) => `node@${version}`)];
    const [tarball] = await Promise.all([
      packPackage(directory),
      ...tools.map((tool) => installTool(join(directory, tool.replace('@', '-')), tool)),
    ]);
    project.provide('tarball', tarball);
    project.provide('consumers', directory);
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}

async function installTool(directory: string, tool: string): Promise<void> {
  await mkdir(directory);
  await writeFile(join(directory, 'package.json'), '{"private":true}');
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tool], { cwd: directory });
}
