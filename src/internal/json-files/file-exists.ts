import { access } from 'node:fs/promises';

/** Tells whether there is a file, or anything else, of a name. */
export function fileExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
