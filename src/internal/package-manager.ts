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

/** A program and what it is given. */
export interface ProgramCall {
  readonly program: string;
  readonly args: readonly string[];
}

/**
 * Returns the package manager of a project: by its lock file, its manifest or what it has installed, else by what runs this
 * process, else npm.
 *
 * @param top - Where to stop looking upwards.
 */
export async function packageManagerOf(folder: string, top: string): Promise<Agent> {
  const strategies = ['lockfile', 'packageManager-field', 'devEngines-field', 'install-metadata'] as const;
  const found = await detect({ cwd: folder, stopDir: top, strategies: [...strategies] });
  return found?.agent ?? getUserAgent() ?? 'npm';
}

/** The folder whose lock file counts for a project; undefined when there is none yet. */
export function lockFolderOf(folder: string, top: string): string | undefined {
  const hasLock = (candidate: string): boolean =>
    Object.keys(LOCKS).some((lock) => existsSync(join(candidate, lock)));
  return foldersUpTo(folder, top).find(hasLock);
}

/** What adds packages to the development dependencies of a project. */
export function addCall(agent: Agent, project: AddingProject, packages: readonly string[]): ProgramCall {
  const args = ['-D', ...toWorkspaceRoot(agent, project), ...packages];
  return programCall(agent, 'add', args);
}

/** What adding depends on. */
interface AddingProject {
  readonly folder: string;
  /** Its `package.json`, of which only this member counts. */
  readonly manifest: { readonly workspaces?: unknown };
}

/** What runs a script of a project. */
export function scriptCall(agent: Agent, script: string): ProgramCall {
  return programCall(agent, 'run', [script]);
}

/** What runs a program that a dependency of a project brings. */
export function executeCall(agent: Agent, args: readonly string[]): ProgramCall {
  return programCall(agent, 'execute-local', args);
}

/** What installs what the manifest says. */
export function installCall(agent: Agent): ProgramCall {
  return programCall(agent, 'install', []);
}

/** What installs what the lock file says, and nothing else. */
export function frozenCall(agent: Agent): ProgramCall {
  return programCall(agent, 'frozen', []);
}

/** How it is written in a shell. */
export function callText({ program, args }: ProgramCall): string {
  return [program, ...args].join(' ');
}

/** At the root of a workspace some refuse to add without being told that it is meant. */
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
