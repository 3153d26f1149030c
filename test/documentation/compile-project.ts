import { join } from 'node:path';
import { runProcess } from './run-process.js';

/** Compiles the blocks strictly, libraries as well; gives what the compiler says, by file. */
export async function compileProject(root: string, env: NodeJS.ProcessEnv): Promise<Map<string, string>> {
  const compiler = join(root, '../node_modules/typescript/bin/tsc');
  const args = [compiler, '--project', root, '--pretty', 'false'];
  const { exitCode, output } = await runProcess(process.execPath, args, {
    cwd: root,
    env,
    timeoutMs: 240_000,
  });
  const problems = new Map<string, string>();
  for (const [whole, file = ''] of output.matchAll(/^(\S.*?)\(\d+,\d+\): error .*(?:\n[ \t].*)*/gm)) {
    problems.set(file, `${problems.get(file) ?? ''}${whole}\n`);
  }
  if (exitCode !== 0 && problems.size === 0) throw new Error(`the compiler failed: ${output}`);
  return problems;
}
