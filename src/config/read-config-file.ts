import { extname, resolve } from 'node:path';
import { type Loader, lilconfig } from 'lilconfig';
import type { Environment } from '../deployment/deployment-from-env.js';
import { isCrosscheckError, UsageError } from '../errors.js';
import { printText } from '../internal/print.js';
import { brokenConfig } from './broken-config.js';
import { configEndings, scriptEndings } from './config-endings.js';
import type { ReadConfig } from './read-config.js';
import { readJsonConfig } from './read-json-config.js';
import { readScriptConfig } from './read-script-config.js';
import { shownFile } from './shown-file.js';

/**
 * Reads the file that is named, or the nearest one from a folder upwards; undefined when there is none.
 *
 * @throws {UsageError} with the file, and the line where it is known, when there is none of the name or it is broken.
 */
export async function readConfigFile(
  cwd: string,
  named: string | undefined,
  env: Environment,
): Promise<ReadConfig | undefined> {
  const script: Loader = (file) => readScriptConfig(file, cwd, env);
  const json: Loader = (file, text) => readJsonConfig(file, text, cwd);
  const { search, load } = lilconfig('crosscheck', {
    searchPlaces: configEndings.map((ending) => `crosscheck.config${ending}`),
    loaders: { ...Object.fromEntries(scriptEndings.map((ending) => [ending, script])), '.json': json },
    // An empty file is a fault, not an invitation to look further up.
    ignoreEmptySearchPlaces: false,
    cache: false,
  });
  const file = named === undefined ? undefined : resolve(cwd, named);
  if (file !== undefined && !configEndings.includes(extname(file)))
    throw new UsageError(brokenConfig, [
      `${printText(shownFile(file, cwd))}: must end in ${configEndings.join(', ')}`,
    ]);
  try {
    const found = await (file === undefined ? search(cwd) : load(file));
    if (found?.isEmpty) throw new UsageError(brokenConfig, [`${shownFile(found.filepath, cwd)}: is empty`]);
    return found?.config;
  } catch (error) {
    throw isCrosscheckError(error) ? error : unreadable(error, file, cwd);
  }
}

function unreadable(error: unknown, named: string | undefined, cwd: string): unknown {
  const { code, path = named } = error as NodeJS.ErrnoException;
  if (code === undefined || path === undefined) return error;
  const fault = code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})`;
  return new UsageError(brokenConfig, [`${printText(shownFile(path, cwd))}: ${fault}`], error);
}
