import { dirname } from 'node:path';

/** A folder and those that it is in, the nearest first, as far as one of them; without it, up to the root. */
export function foldersUpTo(folder: string, top?: string): readonly string[] {
  const parent = dirname(folder);
  return folder === top || parent === folder ? [folder] : [folder, ...foldersUpTo(parent, top)];
}
