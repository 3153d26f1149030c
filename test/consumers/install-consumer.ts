import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import {
  type Consumer,
  type ConsumerVersions,
  compilers,
  type InstalledConsumer,
  installedAs,
} from './consumer.js';

const run = promisify(execFile);

const commands = {
  npm: ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'],
  // Peers that do not fit are an error, as they are with npm.
  pnpm: ['pnpm', 'add', '--prefer-offline', '--config.strict-peer-dependencies=true'],
} as const;

/** Returns the other packages that the tests of a runner need. */
function packagesForRunner(runner: string): string[] {
  const [name, version] = runner.split('@');
  // The tests of types use them.
  if (name === 'vitest') return ['expect-type@1', 'zod@4'];
  if (name !== 'jest') return [];
  // pnpm does not show a project what is installed for Jest alone.
  return ['@jest/globals', 'expect', 'jest-environment-node'].map((part) => `${part}@${version}`);
}

/** Installs the tarball with the packages of a consumer in a project of its own. */
export async function installConsumer(consumer: Consumer): Promise<InstalledConsumer> {
  const { runner, node, packageManager } = consumer;
  const name = `${runner}-${node}-${packageManager}`.replaceAll('@', '-');
  const { installMs, ...project } = await installProject(name, consumer, packagesOf(consumer));
  const installed = { consumer, ...project };
  return { ...installed, versions: { ...(await versionsOf(installed)), installMs } };
}

/** Installs the tarball and other packages in a project of its own. Returns how long it took, in milliseconds, too. */
export async function installProject(
  name: string,
  { node, packageManager, isCommonJs = false }: Pick<Consumer, 'node' | 'packageManager' | 'isCommonJs'>,
  packages: readonly string[],
): Promise<Pick<InstalledConsumer, 'directory' | 'env'> & { readonly installMs: number }> {
  const tools = inject('consumers');
  const directory = join(tools, name);
  await mkdir(directory);
  await writeFile(
    join(directory, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: isCommonJs ? 'commonjs' : 'module' }),
  );
  const path = [
    join(tools, `node-${node}`, 'node_modules/.bin'),
    join(directory, 'node_modules/.bin'),
    join(tools, 'pnpm-10', 'node_modules/.bin'),
    process.env.PATH,
  ];
  const env = {
    ...process.env,
    PATH: path.join(delimiter),
    NO_COLOR: '1',
    VITEST: undefined,
    NODE_OPTIONS: undefined,
  };
  const started = performance.now();
  const [command, ...args] = commands[packageManager];
  await run(command, [...args, inject('tarball'), ...packages], { cwd: directory, env });
  return { directory, env, installMs: performance.now() - started };
}

function packagesOf({ runner, node, fastCheck = '4' }: Consumer): string[] {
  const typescripts = compilers.map((version) => `${installedAs(version)}@npm:typescript@${version}`);
  return [
    runner.replace('playwright@', '@playwright/test@'),
    ...packagesForRunner(runner),
    `fast-check@${fastCheck}`,
    `@types/node@${node.split('.')[0]}`,
    ...typescripts,
  ];
}

async function versionsOf({
  consumer,
  directory,
  env,
}: Omit<InstalledConsumer, 'versions'>): Promise<Omit<ConsumerVersions, 'installMs'>> {
  const version = async (name: string): Promise<string> =>
    JSON.parse(await readFile(join(directory, 'node_modules', name, 'package.json'), 'utf8')).version;
  const said = async (command: string): Promise<string> =>
    (await run(command, ['--version'], { cwd: directory, env })).stdout.trim();
  const runner = consumer.runner.split('@')[0] as string;
  return {
    runner: `${runner} ${await version(runner === 'playwright' ? '@playwright/test' : runner)}`,
    node: (await said('node')).replace('v', ''),
    packageManager: `${consumer.packageManager} ${await said(consumer.packageManager)}`,
    fastCheck: await version('fast-check'),
    typescript: (await Promise.all(compilers.map(installedAs).map(version))).join(', '),
  };
}
