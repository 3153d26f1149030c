import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isModuleNamespaceObject } from 'node:util/types';
import { z } from 'zod';
import { type Environment, environmentOption, variableText } from '../deployment/environment.js';
import { isCrosscheckError, UsageError } from '../errors.js';
import { closest } from '../internal/closest.js';
import { foldersUpTo } from '../internal/files.js';
import { parseStrictJson, RepeatedMemberError } from '../internal/json.js';
import { linesOf, syntaxProblem } from '../internal/json-file.js';
import { missingPeerError } from '../internal/load-with-peer.js';
import { isPlainObject } from '../internal/objects.js';
import { type OptionIssue, parseOptions, usageError } from '../internal/options.js';
import { manifestUrl, packageManifest } from '../internal/package-manifest.js';
import { formatText } from '../internal/print.js';
import { createRedactor, isSecretName, secretsInVariables } from '../internal/redaction.js';
import { labelled } from '../internal/terminal.js';
import { type CrosscheckConfig, configIssues, type LoadedConfig, type LoadedExtension } from './config.js';

const loadConfigShape = {
  /** Where the search starts, and what `file` is relative to. Default: the working directory. */
  cwd: z.string('must be a text').optional(),
  /** Default: `process.env`. */
  env: environmentOption.optional(),
  /** The file. Default: what `CROSSCHECK_CONFIG` names from the working directory, else the nearest `crosscheck.config.*` from `cwd` upwards. */
  file: z.string('must be a text').optional(),
};

const loadConfigOptions = z.strictObject(loadConfigShape);

/** Where to look for a configuration. */
export interface LoadConfigOptions extends Readonly<z.input<z.ZodObject<typeof loadConfigShape>>> {}

/**
 * Loads the configuration: `crosscheck.config.ts`, `.mts`, `.cts`, `.js`, `.mjs`, `.cjs` or `.json`, the nearest from the
 * working directory upwards, or the one that is named. Returns undefined if no file is named or found.
 *
 * @throws {UsageError} when several are in one folder and none is named; with the file, and for JSON the line, when it is
 * missing, cannot be read, or has something that is unknown or invalid. Values that may be credentials are not printed.
 * @example
 * import { configure } from 'crosscheck';
 * import { configuredDeployment, loadConfig } from 'crosscheck/config';
 *
 * const staging = configuredDeployment(await loadConfig(), { deployment: 'staging' });
 * configure({ deployment: staging?.deployment });
 */
export async function loadConfig(options: LoadConfigOptions = {}): Promise<LoadedConfig | undefined> {
  parseOptions('loadConfig has invalid options', loadConfigOptions, options);
  const { cwd = process.cwd(), env = process.env } = options;
  const named = variableText(env, 'CROSSCHECK_CONFIG');
  const file = options.file ?? (named === undefined ? undefined : resolve(named));
  const found = await readConfigFile(cwd, file, env);
  const module = variableText(env, 'CROSSCHECK_EXTEND');
  const ofVariable = module === undefined ? undefined : await loadExtension(module, { env });
  if (found === undefined) return ofVariable && { config: {}, extension: ofVariable };
  const { file: path, text, placeOf } = found;
  const { config, extension } = await withExtensions(found.config, { cwd: dirname(path), env });
  const ofMembers = await configIssues(config, env);
  const issues = ofMembers.length > 0 ? ofMembers : writtenCredentials(config as CrosscheckConfig, text);
  if (issues.length > 0)
    throw usageError(
      brokenConfig,
      issues.map(({ path, message }) => ({ path: `${placeOf(path)}: ${path}`, message })),
    );
  return { file: path, config: config as CrosscheckConfig, extension: ofVariable ?? extension };
}

/** Loads the modules that a configuration names as extensions. */
async function withExtensions(
  config: unknown,
  from: { readonly cwd: string; readonly env: Environment },
): Promise<{ readonly config: unknown; readonly extension?: LoadedExtension | undefined }> {
  if (!isPlainObject(config)) return { config };
  const { extend, deployments } = config;
  const extension =
    typeof extend === 'string' && extend !== '' ? await loadExtension(extend, from) : undefined;
  const entries = isPlainObject(deployments)
    ? Object.entries(deployments).map(async ([name, entry]) => {
        const named = isPlainObject(entry) ? entry.extend : undefined;
        if (typeof named !== 'string' || named === '') return [name, entry];
        return [name, { ...(entry as object), extend: (await loadExtension(named, from)).extend }];
      })
    : undefined;
  return {
    config: {
      ...config,
      ...(extension && { extend: extension.extend }),
      ...(entries && { deployments: Object.fromEntries(await Promise.all(entries)) }),
    },
    extension: extension ?? (isPlainObject(extend) ? { extend } : undefined),
  };
}

/** Finds credentials that are written in the file itself, which is committed and shared. */
function writtenCredentials({ deployments = {} }: CrosscheckConfig, text: string): OptionIssue[] {
  const isWritten = (value: string): boolean => {
    const quoted = JSON.stringify(value);
    return [quoted, `'${quoted.slice(1, -1)}'`, `\`${value}\``].some((literal) => text.includes(literal));
  };
  return Object.entries(deployments).flatMap(([name, entry]) => {
    if (entry === 'local' || typeof entry.headers !== 'object') return [];
    return Object.entries(entry.headers)
      .filter(([header, value]) => isSecretName(header) && value.trim() !== '' && isWritten(value))
      .map(([header]) => ({
        path: `deployments.${formatText(name)}.headers.${header}`,
        message:
          'is a credential in the file: name its variable in authorizationEnv, read it from process.env in a script, or set CROSSCHECK_HEADERS',
      }));
  });
}

/** Returns the path of a file for messages: relative if it is below the working directory. */
export function shownFile(file: string, cwd: string): string {
  const path = relative(cwd, file);
  return path === '' || path.startsWith('..') ? file : path;
}

/** The extensions of configuration scripts. */
const scriptEndings: readonly string[] = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'];

/** The extensions of configuration files, in search order. */
const configEndings: readonly string[] = [...scriptEndings, '.json'];

/**
 * Returns the nearest configuration file from a folder upwards, as far as the home folder; undefined if there is none.
 *
 * @throws {UsageError} if there are several in one folder.
 */
export function nearestConfig(folder: string): string | undefined {
  for (const above of foldersUpTo(folder, homedir())) {
    const found = configEndings.filter((ending) => existsSync(join(above, `crosscheck.config${ending}`)));
    if (found.length > 1)
      throw new UsageError(
        `There are several configurations in one folder: ${found.map((ending) => `crosscheck.config${ending}`).join(', ')}`,
        [
          labelled('Folder', above),
          { advice: 'remove all but one, or name one in CROSSCHECK_CONFIG or --config-file' },
        ],
      );
    if (found.length === 1) return join(above, `crosscheck.config${found[0]}`);
  }
  return undefined;
}

/** The headline of errors about the content of a configuration file. */
const brokenConfig = 'The configuration cannot be used';

/** The unvalidated content of a configuration file. */
interface ReadConfig {
  /** Absolute path. */
  readonly file: string;
  readonly config: unknown;
  /** What is written there. */
  readonly text: string;
  /** Returns the position of a member by its path: `crosscheck.config.json:3`. */
  readonly placeOf: (path: string) => string;
}

/**
 * Reads the named file, or the nearest one in a folder and its parents; undefined if there is none.
 *
 * @throws {UsageError} with the file and, if known, the line, if the named file is missing or a file is invalid.
 */
async function readConfigFile(
  cwd: string,
  named: string | undefined,
  env: Environment,
): Promise<ReadConfig | undefined> {
  const file = named === undefined ? nearestConfig(resolve(cwd)) : resolve(cwd, named);
  if (file === undefined) return undefined;
  const shown = shownFile(file, cwd);
  if (!configEndings.includes(extname(file)))
    throw new UsageError(brokenConfig, [`${formatText(shown)}: must end in ${configEndings.join(', ')}`]);
  try {
    const text = await readFile(file, 'utf8');
    if (text.trim() === '') throw new UsageError(brokenConfig, [`${shown}: is empty`]);
    return await (extname(file) === '.json'
      ? readJsonConfig(file, text, cwd)
      : readScriptConfig(file, text, cwd, env));
  } catch (error) {
    throw isCrosscheckError(error) ? error : unreadable(error, file, cwd);
  }
}

function unreadable(error: unknown, file: string, cwd: string): unknown {
  const { code, path = file } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const issue = code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})`;
  return new UsageError(brokenConfig, [`${formatText(shownFile(path, cwd))}: ${issue}`], error);
}

/**
 * Reads a JSON configuration.
 *
 * @throws {UsageError} with file and line, if it is not JSON or has a duplicate member.
 */
async function readJsonConfig(file: string, text: string, cwd: string): Promise<ReadConfig> {
  const shown = shownFile(file, cwd);
  // Some editors write a byte order mark.
  const json = text.replace(/^\uFEFF/, '');
  let config: unknown;
  try {
    config = parseStrictJson(json);
  } catch (error) {
    if (error instanceof RepeatedMemberError) {
      const line = (await linesOf(json))(error.path);
      throw new UsageError(brokenConfig, [`${shown}:${line}: ${error.message}`]);
    }
    // Do not quote the text: it may be a credential.
    const { line } = await syntaxProblem(json);
    throw new UsageError(brokenConfig, [`${shown}:${line}: is invalid JSON from here on`]);
  }
  const lineOf = await linesOf(json);
  return { file, config, text: json, placeOf: (path) => `${shown}:${lineOf(path)}` };
}

/**
 * Runs a TypeScript or JavaScript configuration and returns its default export, or `module.exports` of CommonJS.
 *
 * @throws {UsageError} with the file and, if known, the line, if it fails or has no default export.
 */
async function readScriptConfig(
  file: string,
  text: string,
  cwd: string,
  env: Environment,
): Promise<ReadConfig> {
  const shown = shownFile(file, cwd);
  const config = defaultExport(await importScript(file, brokenConfig, { file, cwd, env }));
  if (config === undefined)
    throw new UsageError(brokenConfig, [
      `${shown}: has no default export: export default defineConfig({ … })`,
    ]);
  return { file, config, text, placeOf: () => shown };
}

/**
 * Imports a TypeScript or JavaScript module.
 *
 * @throws {UsageError} with the headline, and with the file and, if known, the line, if it fails.
 */
async function importScript(module: string, headline: string, script: Script): Promise<unknown> {
  const { createJiti } = await import('jiti');
  try {
    return await createJiti(script.file, {
      // Reload each time: it may depend on the environment, or be edited in watch mode.
      moduleCache: false,
      // It may contain credentials, which a cache in a shared folder would expose.
      fsCache: false,
      interopDefault: false,
      alias: { ...zodUnlessThere(script.file), ...ownEntries() },
    }).import(module);
  } catch (error) {
    const missing = await missingPeerError(script.shown ?? shownFile(script.file, script.cwd), error);
    throw new UsageError(headline, [missing?.message ?? failureText(error, script)], error);
  }
}

const brokenExtension = 'The extension cannot be loaded';

/**
 * Loads an extension from a module: its default export, and `onSimulate`, if any.
 *
 * @param module - A path, or the name of a package: `./extension.ts`, `crosscheck/presets`.
 * @param from - The folder that a path is relative to. Default: the working directory.
 * @throws {UsageError} if there is no such module, it fails, or its default export is not an object.
 */
export async function loadExtension(
  module: string,
  { cwd = process.cwd(), env = process.env }: { readonly cwd?: string; readonly env?: Environment } = {},
): Promise<LoadedExtension> {
  const file = modulePath(module, cwd);
  const isPath = isAbsolute(file);
  const shown = formatText(module);
  if (isPath && !existsSync(file)) throw new UsageError(brokenExtension, [`${shown}: there is no such file`]);
  // A package is resolved from a file of the folder, and called by its name.
  const script = isPath ? { file } : { file: join(cwd, 'extension.js'), shown };
  const loaded = await importScript(file, brokenExtension, { ...script, cwd, env }).catch(
    (error: UsageError) => {
      const { code = '' } = (error.cause ?? {}) as NodeJS.ErrnoException;
      const isMissing = !isPath && code.endsWith('MODULE_NOT_FOUND');
      throw isMissing
        ? new UsageError(brokenExtension, [`${shown}: there is no such module; a path begins with ./`])
        : error;
    },
  );
  const extend = defaultExport(loaded);
  if (!isPlainObject(extend))
    throw new UsageError(brokenExtension, [
      `${shown}: must export the members by default: export default { simulationRequest: { … } }`,
    ]);
  const { onSimulate } = loaded as { readonly onSimulate?: unknown };
  if (onSimulate !== undefined && typeof onSimulate !== 'function')
    throw new UsageError(brokenExtension, [`${shown}: onSimulate must be a function`]);
  // A module may export other things, such as its schemas.
  const misspelt = Object.keys(loaded as object).find(
    (name) => /^on/i.test(name) && closest(name, ['onSimulate']) !== undefined,
  );
  if (onSimulate === undefined && misspelt !== undefined)
    throw new UsageError(brokenExtension, [`${shown}: exports ${misspelt}; did you mean onSimulate?`]);
  return { extend, onSimulate: onSimulate as LoadedExtension['onSimulate'] };
}

/** Returns the absolute path of a module that a path names, or the name of a package as it is. */
export function modulePath(module: string, cwd = process.cwd()): string {
  const isPath = /^(?:\.{0,2}[\\/]|[a-z]:)|\.[cm]?[jt]s$/i.test(module);
  return isPath ? resolve(cwd, module) : module;
}

function defaultExport(module: unknown): unknown {
  const isModule =
    isModuleNamespaceObject(module) || (module as { __esModule?: boolean } | undefined)?.__esModule === true;
  return isModule || Object.hasOwn(module as object, 'default')
    ? (module as { default?: unknown }).default
    : module;
}

/**
 * Formats an error as `crosscheck.config.ts:3: message`. A syntax error has its position in the message, others in the
 * stack. Only lines are reliable, because the file is compiled.
 */
function failureText(error: unknown, { file, cwd, env, shown = shownFile(file, cwd) }: Script): string {
  const { name = 'Error', message = String(error), stack = '' } = (error ?? {}) as Partial<Error>;
  const [, reason, place, line] = /^ParseError: (.*?)\s*\n\s*(.+?):(\d+):\d+$/s.exec(message) ?? [];
  if (reason !== undefined) return `${shownFile(place as string, cwd)}:${line}: ${formatText(reason)}`;
  const at = stack.indexOf(`${file}:`);
  const thrownAt = at < 0 ? '' : (/^:\d+/.exec(stack.slice(at + file.length))?.[0] ?? '');
  const lines = createRedactor(secretsInVariables(env))(message).split('\n').filter(Boolean);
  // Further lines of a foreign error are details such as code, stack or the importing module.
  const said = isCrosscheckError(error) ? lines.join(': ') : `${name}: ${lines[0]}`;
  return `${shown}${thrownAt}: ${formatText(said)}`;
}

interface Script {
  readonly file: string;
  /** What messages call it. Default: its file. */
  readonly shown?: string;
  readonly cwd: string;
  readonly env: Environment;
}

/** Maps zod, with which extensions and endpoints are written, to that of this package, unless the script finds its own. */
function zodUnlessThere(file: string): Record<string, string> {
  try {
    createRequire(file).resolve('zod');
    return {};
  } catch {
    return { zod: createRequire(import.meta.url).resolve('zod') };
  }
}

/**
 * Maps this package's entry points to files, so that a configuration imports the package that reads it, even if it is
 * not in `node_modules`, as with a global installation.
 */
function ownEntries(): Record<string, string> {
  const { name, exports } = packageManifest();
  const entries = Object.entries(exports).flatMap(([path, target]): [string, string][] => {
    if (typeof target === 'string') return [];
    const file = import.meta.url.endsWith('.cjs') ? target.require?.default : target.default;
    return [[name + path.slice(1), fileURLToPath(new URL(file ?? target.default, manifestUrl))]];
  });
  return Object.fromEntries(entries);
}
