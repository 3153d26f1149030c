import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InitStep } from './init-step.js';
import type { Project } from './project.js';

const ignored = '.crosscheck/reports/';

/** Makes git ignore the reports of campaigns. The corpus and baselines next to them should be committed. */
export async function ignoreStep({ folder }: Project): Promise<InitStep> {
  const file = join(folder, '.gitignore');
  const text = await readFile(file, 'utf8').catch(() => '');
  const what = '.gitignore';
  if (/^\/?\.crosscheck(?:\/reports)?(?:\/\*?)?\s*$/m.test(text))
    return { verb: 'keep', what, about: `has ${ignored} already` };
  const line = `${text === '' || text.endsWith('\n') ? '' : '\n'}${ignored}\n`;
  return { verb: 'add', what, about: `${ignored}: reports of campaigns`, take: () => appendFile(file, line) };
}
