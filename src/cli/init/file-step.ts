import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { InitStep } from './init-step.js';
import type { Project } from './project.js';
import type { SuiteFile } from './suite-files.js';

/** Writes a file of the suite, unless one of its name exists, also with the extension of another language. */
export async function fileStep({ folder }: Project, file: SuiteFile): Promise<InitStep> {
  const path = join(file.folder, file.path);
  const place = dirname(path);
  const existing = (await namesIn(place)).filter((name) => stemOf(name) === stemOf(basename(path))).sort()[0];
  if (existing !== undefined)
    return { verb: 'keep', what: shownPath(folder, join(place, existing)), about: 'exists' };
  return {
    verb: 'write',
    what: shownPath(folder, path),
    about: file.about,
    take: async () => {
      await mkdir(place, { recursive: true });
      // The file may have been created meanwhile.
      await writeFile(path, file.text, { flag: 'wx' });
    },
  };
}

function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

function stemOf(name: string): string {
  return name.replace(/\.(?:[cm]?[jt]s|json|ya?ml)$/, '');
}

function shownPath(from: string, to: string): string {
  return relative(from, to).split(sep).join('/');
}
