import { join } from 'node:path';
import { startLocalRegistry } from '../support/local-registry.js';
import { checkData } from './check-data.js';
import { compileProject } from './compile-project.js';
import { runConcurrently } from './concurrent-tasks.js';
import { projectOf, type WrittenModule, writeManifest, writeProject } from './documentation-project.js';
import { type Deployments, fillIn, met } from './fill-in.js';
import { runProcess } from './run-process.js';
import { runShell } from './run-shell.js';
import { runTests } from './run-tests.js';
import { serveDeployment } from './served-deployment.js';
import type { Snippet } from './snippet.js';
import { snippetEnvironment, variablesOf } from './snippet-environment.js';

/** Where the packed package is. */
export interface InstalledPackage {
  readonly scratchProject: string;
  readonly tarball: string;
}

/** What is wrong with each block; an empty text where it works. */
export type Outcomes = ReadonlyMap<Snippet, string>;

/** What blocks run with. */
interface Surroundings {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly deployments: Deployments;
}

/** For what hangs; machines are shared. */
const timeoutMs = 240_000;

/** Runs all blocks with the packed package, on local deployments of it. */
export async function runSnippets(
  snippets: readonly Snippet[],
  installed: InstalledPackage,
): Promise<Outcomes> {
  const { scratchProject, tarball } = installed;
  const command = join(scratchProject, 'node_modules/crosscheck/dist/cli/crosscheck.js');
  const started: { stop(): Promise<void> }[] = [];
  const start = async <Started extends { stop(): Promise<void> }>(
    starting: Promise<Started>,
  ): Promise<Started> => {
    const running = await starting;
    started.push(running);
    return running;
  };
  try {
    const registry = await start(startLocalRegistry(tarball));
    const neutral = await start(serveDeployment(command, 'alpha,beta'));
    const evm = await start(serveDeployment(command, 'evm,tvm'));
    const env = snippetEnvironment(scratchProject, registry.url);
    return await runAll(snippets, {
      root: join(scratchProject, 'documentation'),
      env,
      deployments: { neutral, evm },
    });
  } finally {
    await Promise.all(started.map((running) => running.stop()));
  }
}

async function runAll(snippets: readonly Snippet[], surroundings: Surroundings): Promise<Outcomes> {
  const { root, env, deployments } = surroundings;
  const outcomes = new Map<Snippet, string>();
  const modules = await writeProject(root, snippets, deployments);
  const compiled = await compileProject(root, env);
  const given = [...compiled].filter(([file]) => !file.startsWith('pages/')).map(([, problem]) => problem);
  if (given.length > 0) throw new Error(`what is given does not compile: ${given.join('')}`);

  for (const { snippet, project } of modules) await prepare(snippet, join(root, project));

  let tested: ReadonlyMap<string, string> = new Map();
  const scripts = snippets.filter(({ language }) => language === 'sh');
  const projects = [...new Set(scripts.map(projectOf))];
  const tests = modules.filter(({ runs }) => runs === 'test');
  const isTested = (project: string): boolean => tests.some((test) => test.project === project);
  // Those of one project go on from what those before them left in its folder.
  const runScripts = (project: string) => async (): Promise<void> => {
    for (const snippet of scripts.filter((script) => projectOf(script) === project)) {
      outcomes.set(snippet, await runScript(snippet, surroundings));
    }
  };
  await runConcurrently(2, [
    async () => {
      if (tests.length > 0) tested = await runTests(root, env);
    },
    ...projects.filter((project) => !isTested(project)).map(runScripts),
    ...modules.map((module) => async () => {
      const found = compiled.get(`${module.project}/${module.file}`);
      const problem = module.runs === 'imported' ? (found ?? '') : found;
      if (problem !== undefined || module.runs === 'module')
        outcomes.set(module.snippet, problem ?? (await runModule(module, surroundings)));
    }),
  ]);
  // After the tests: the package that a script installs into their folder would be another copy than that of their setup file.
  await runConcurrently(2, projects.filter(isTested).map(runScripts));
  for (const { snippet, project, file } of modules.filter((module) => !outcomes.has(module.snippet))) {
    outcomes.set(snippet, tested.get(`${project}/${file}`) ?? 'Vitest did not run it');
  }
  for (const snippet of snippets.filter((candidate) => !outcomes.has(candidate))) {
    outcomes.set(snippet, dataProblem(snippet));
  }
  return outcomes;
}

/** Code has setups of its own: a module that puts files into the folder of its project. */
async function prepare({ directives }: Snippet, folder: string): Promise<void> {
  if (directives.setup === undefined) return;
  const setup = await import(new URL(`setups/${directives.setup}.ts`, import.meta.url).href);
  await setup.prepare(folder);
}

async function runScript(snippet: Snippet, { root, env, deployments }: Surroundings): Promise<string> {
  const variables = snippet.directives.environment ? variablesOf(met(snippet, deployments)) : {};
  // Beside the folder in which the package is installed, so that nothing of it is found.
  const place = snippet.directives.empty ? '../../empty' : '.';
  const cwd = join(root, place, projectOf(snippet));
  if (snippet.directives.empty) await writeManifest(cwd);
  const path = snippet.directives.empty ? { PATH: process.env.PATH } : {};
  const options = { cwd, env: { ...env, ...variables, ...path }, timeoutMs };
  return runShell(snippet, fillIn(snippet, deployments), options);
}

async function runModule(module: WrittenModule, { root, env, deployments }: Surroundings): Promise<string> {
  const { snippet, project, file } = module;
  const script = join(root, 'emitted', project, file.replace(/\.([cm]?)tsx?$/, '.$1js'));
  const variables = variablesOf(met(snippet, deployments));
  const options = { cwd: join(root, project), env: { ...env, ...variables }, timeoutMs };
  const { exitCode, output } = await runProcess(process.execPath, [script], options);
  return exitCode === 0 ? '' : `ended with ${exitCode}\n${output}`;
}

function dataProblem(snippet: Snippet): string {
  if (!['json', 'yaml'].includes(snippet.language))
    return `nothing runs blocks of the language ${snippet.language}`;
  try {
    checkData(snippet);
    return '';
  } catch (error) {
    return String(error);
  }
}
