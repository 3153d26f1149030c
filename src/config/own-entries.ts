import { fileURLToPath } from 'node:url';
import { manifestUrl, packageManifest } from '../internal/own-package.js';

/**
 * The files of this package's entries by the names that they are imported by: a configuration imports the package that
 * reads it, also where no `node_modules` leads to it, as with a command that is installed for the whole machine.
 */
export function ownEntries(): Record<string, string> {
  const { name, exports } = packageManifest();
  const entries = Object.entries(exports).flatMap(([path, target]): [string, string][] =>
    typeof target === 'string'
      ? []
      : [[name + path.slice(1), fileURLToPath(new URL(target.default, manifestUrl))]],
  );
  return Object.fromEntries(entries);
}
