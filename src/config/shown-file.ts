import { relative } from 'node:path';

/** A file as messages name it: from the working directory where it lies below it. */
export function shownFile(file: string, cwd: string): string {
  const path = relative(cwd, file);
  return path === '' || path.startsWith('..') ? file : path;
}
