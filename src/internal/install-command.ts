import { parse } from 'node:path';

/** The command that adds a package to the development dependencies of a project, by the package manager that it uses. */
export async function installCommand(name: string, folder: string = process.cwd()): Promise<string> {
  const { addCall, callText, packageManagerOf } = await import('./package-manager.js');
  const agent = await packageManagerOf(folder, parse(folder).root);
  return callText(addCall(agent, { folder, manifest: {} }, [name]));
}
