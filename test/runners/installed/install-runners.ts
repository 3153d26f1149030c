import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { installRunner, type RunnerProject } from '../runner-project.js';

const run = promisify(execFile);

/** What each runner needs beside it. */
const runners: Readonly<Record<string, readonly string[]>> = {
  'vitest 3.2': ['vitest@3.2', '@types/node@20'],
  'vitest 5': ['vitest@5', '@types/node@22', 'node@22'],
  'jest 30': ['jest@30', '@jest/globals@30', 'expect@30', '@types/node@20'],
};

declare module 'vitest' {
  interface ProvidedContext {
    /** The runners that could be installed. */
    runners: RunnerProject[];
  }
}

/** Installs every runner that can be had here, and prints why one cannot. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'crosscheck-runners-'));
  const installed: RunnerProject[] = [];
  const tarball = project.getProvidedContext().tarball;
  for (const [name, packages] of Object.entries(runners)) {
    try {
      const place = join(directory, name.replace(' ', '-'));
      const runner = await installRunner(name, place, [tarball, 'typescript@7', ...packages]);
      installed.push({ ...runner, node: await nodeFor(runner, packages) });
    } catch (error) {
      console.log(`${name} is skipped, it could not be installed: ${error}`);
    }
  }
  project.provide('runners', installed);
  return () => rm(directory, { recursive: true, force: true });
}

/** The npm package `node` brings a Node of its own, for runners that need a later one than this. */
async function nodeFor({ directory, node }: RunnerProject, packages: readonly string[]): Promise<string> {
  if (!packages.includes('node@22')) return node;
  const own = join(directory, 'node_modules/node/bin/node');
  const { stdout } = await run(own, ['--version']);
  if (!stdout.startsWith('v22.')) throw new Error(`the package node gave ${stdout.trim()}`);
  return own;
}
