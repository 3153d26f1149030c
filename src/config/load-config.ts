import { resolve } from 'node:path';
import type { Environment } from '../deployment/deployment-from-env.js';
import { refuseFaults } from '../internal/options.js';
import { brokenConfig } from './broken-config.js';
import type { CrosscheckConfig, LoadedConfig } from './config.js';

/** Where to look for a configuration. */
export interface LoadConfigOptions {
  /** Where the search starts, and what `file` is relative to. Default: the working directory. */
  readonly cwd?: string | undefined;
  /** Default: `process.env`. */
  readonly env?: Environment | undefined;
  /** The file. Default: what `CROSSCHECK_CONFIG` names from the working directory, else the nearest `crosscheck.config.*` from `cwd` upwards. */
  readonly file?: string | undefined;
}

/**
 * Loads the configuration: `crosscheck.config.ts`, `.mts`, `.cts`, `.js`, `.mjs`, `.cjs` or `.json`, the nearest from the
 * working directory upwards, or the one that is named. Gives undefined when none is named and there is none.
 *
 * @throws {UsageError} with the file, and for JSON the line, when it is missing, cannot be read, or has something that is
 * unknown or bad. Values that may be credentials are not printed.
 * @example
 * import { configure, configuredDeployment, loadConfig } from 'crosscheck';
 *
 * const staging = configuredDeployment(await loadConfig(), { deployment: 'staging' });
 * configure({ deployment: staging?.deployment });
 */
export async function loadConfig(options: LoadConfigOptions = {}): Promise<LoadedConfig | undefined> {
  const { cwd = process.cwd(), env = process.env } = options;
  const file = options.file ?? (env.CROSSCHECK_CONFIG ? resolve(env.CROSSCHECK_CONFIG) : undefined);
  const { readConfigFile } = await import('./read-config-file.js');
  const found = await readConfigFile(cwd, file, env);
  if (found === undefined) return undefined;
  const { config, file: path, placeOf } = found;
  // For those who have a configuration: the rules of all that may stand in it take a while to load.
  const { configFaults } = await import('./config-faults.js');
  const faults = await configFaults(config);
  refuseFaults(
    brokenConfig,
    faults.map(({ path, message }) => ({ path: `${placeOf(path)}: ${path}`, message })),
  );
  return { file: path, config: config as CrosscheckConfig };
}
