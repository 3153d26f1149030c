import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Deployments, fillIn, met } from './fill-in.js';
import type { Snippet } from './snippet.js';
import { type SnippetModule, writeModule } from './write-module.js';

/** A module that was written, and where. */
export interface WrittenModule extends SnippetModule {
  /** The folder of its project, beneath the root. */
  readonly project: string;
}

const compilerOptions = {
  strict: true,
  skipLibCheck: false,
  module: 'nodenext',
  moduleDetection: 'force',
  target: 'es2022',
  // The types of Playwright Test need those of browsers.
  lib: ['es2023', 'esnext.disposable', 'dom'],
  types: ['node'],
  allowJs: true,
  rootDir: '.',
  outDir: 'emitted',
};

const codeLanguages = ['ts', 'js'];

/** The folder of a block's project: one for each page, and one for each of its `project`s. */
export function projectOf({ page, directives }: Snippet): string {
  return `pages/${directives.project === undefined ? page : `${page}-${directives.project}`}`;
}

/** Writes the blocks of code and data of all pages as files, beside a project for the compiler. */
export async function writeProject(
  root: string,
  snippets: readonly Snippet[],
  deployments: Deployments,
): Promise<WrittenModule[]> {
  await mkdir(join(root, 'meets'), { recursive: true });
  await cp(fileURLToPath(new URL('given', import.meta.url)), join(root, 'given'), { recursive: true });
  for (const [name, { controlUrl }] of Object.entries(deployments)) {
    await writeFile(join(root, `meets/${name}.ts`), `process.env.SNIPPET_CONTROL_URL = '${controlUrl}';\n`);
  }
  // npx takes most of a second to find what is on the path; where all is installed anew the real one is used.
  await write(join(root, 'bin/npx'), '#!/bin/sh\nexec "$@"\n');
  await chmod(join(root, 'bin/npx'), 0o755);
  const projects = new Set(snippets.map(projectOf));
  for (const project of projects) await writeManifest(join(root, project));
  const modules = codeOf(snippets, deployments);
  for (const { project, file, text } of modules) await write(join(root, project, file), text);
  for (const snippet of snippets.filter(({ language }) => !codeLanguages.includes(language))) {
    const { file } = snippet.directives;
    if (file) await write(join(root, projectOf(snippet), file), fillIn(snippet, deployments));
  }
  const include = ['given', 'meets', ...modules.map(({ project, file }) => `${project}/${file}`)];
  await writeFile(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  const tests = modules
    .filter(({ runs }) => runs === 'test')
    .map(({ project, file }) => `${project}/${file}`);
  await writeFile(join(root, 'vitest.config.mjs'), vitestConfig(tests));
  return modules;
}

/** Makes a folder a package, so that npm looks for none above it. */
export async function writeManifest(folder: string): Promise<void> {
  const file = join(folder, 'package.json');
  const manifest = { name: 'shop', private: true, type: 'module' };
  // What ran there before may have added to it.
  if (!existsSync(file)) await write(file, JSON.stringify(manifest));
}

function codeOf(snippets: readonly Snippet[], deployments: Deployments): WrittenModule[] {
  const chains = new Map<string, string>();
  return snippets
    .filter(({ language }) => codeLanguages.includes(language))
    .map((snippet) => {
      const project = projectOf(snippet);
      const code = fillIn(snippet, deployments);
      const earlier = snippet.directives.continues ? (chains.get(project) ?? '') : '';
      chains.set(project, earlier + code);
      const name = met(snippet, deployments) === deployments.evm ? 'evm' : 'neutral';
      const places = { project, root: '.', meets: name };
      return { ...writeModule(snippet, code, earlier, places), project };
    });
}

function vitestConfig(include: readonly string[]): string {
  const test = {
    include,
    globalSetup: ['crosscheck/vitest/local-setup'],
    setupFiles: ['crosscheck/vitest'],
    testTimeout: 30_000,
  };
  return `export default ${JSON.stringify({ test })};\n`;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
