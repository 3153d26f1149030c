import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';
import { type Agent, type Command, resolveCommand } from 'package-manager-detector';
import { LOCKS } from 'package-manager-detector/constants';
import { detect, getUserAgent } from 'package-manager-detector/detect';
import { foldersUpTo } from './files.js';

/** Returns the command that adds a package to the development dependencies of the project in the working directory. */
export async function installCommand(name: string): Promise<string> {
  const folder = process.cwd();
  const agent = await packageManagerOf(folder, parse(folder).root);
  return callText(addCall(agent, { folder, manifest: {} }, [name]));
}

/** A program and its arguments. */
export interface ProgramCall {
  readonly program: string;
  readonly args: readonly string[];
}

/**
 * Detects the package manager of a project: by lock file, manifest or installation, otherwise the one that runs this
 * process, otherwise npm.
 *
 * @param top - The topmost folder to search.
 */
export async function packageManagerOf(folder: string, top: string): Promise<Agent> {
  const strategies = ['lockfile', 'packageManager-field', 'devEngines-field', 'install-metadata'] as const;
  const found = await detect({ cwd: folder, stopDir: top, strategies: [...strategies] });
  return found?.agent ?? getUserAgent() ?? 'npm';
}

/** Returns the nearest folder with a lock file; undefined if there is none yet. */
export function lockFolderOf(folder: string, top: string): string | undefined {
  const hasLock = (candidate: string): boolean =>
    Object.keys(LOCKS).some((lock) => existsSync(join(candidate, lock)));
  return foldersUpTo(folder, top).find(hasLock);
}

/** Returns the call that adds development dependencies. */
export function addCall(agent: Agent, project: AddingProject, packages: readonly string[]): ProgramCall {
  const args = ['-D', ...toWorkspaceRoot(agent, project), ...packages];
  return programCall(agent, 'add', args);
}

/** The project to add dependencies to. */
interface AddingProject {
  readonly folder: string;
  /** Its `package.json`; only `workspaces` is used. */
  readonly manifest: { readonly workspaces?: unknown };
}

/** Returns the call that runs a script of a project. */
export function scriptCall(agent: Agent, script: string): ProgramCall {
  return programCall(agent, 'run', [script]);
}

/** Returns the call that runs a dependency's binary. */
export function executeCall(agent: Agent, args: readonly string[]): ProgramCall {
  return programCall(agent, 'execute-local', args);
}

/** Returns the call that installs dependencies. */
export function installCall(agent: Agent): ProgramCall {
  return programCall(agent, 'install', []);
}

/** Returns the call that installs exactly the lock file. */
export function frozenCall(agent: Agent): ProgramCall {
  return programCall(agent, 'frozen', []);
}

/** Formats a call for a shell. */
export function callText({ program, args }: ProgramCall): string {
  return [program, ...args].join(' ');
}

/** Some package managers require a flag to add dependencies at a workspace root. */
function toWorkspaceRoot(agent: Agent, { folder, manifest }: AddingProject): readonly string[] {
  if (agent.startsWith('pnpm')) return existsSync(join(folder, 'pnpm-workspace.yaml')) ? ['-w'] : [];
  return agent === 'yarn' && manifest.workspaces !== undefined ? ['-W'] : [];
}

function programCall(agent: Agent, command: Command, args: readonly string[]): ProgramCall {
  const resolved = resolveCommand(agent, command, [...args]);
  return resolved === null
    ? { program: 'npm', args: [command, ...args] }
    : { program: resolved.command, args: resolved.args };
}
