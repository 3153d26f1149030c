import { isModuleNamespaceObject } from 'node:util/types';
import type { Environment } from '../deployment/deployment-from-env.js';
import { isCrosscheckError, UsageError } from '../errors.js';
import { missingPeerError } from '../internal/load-with-peer.js';
import { printText } from '../internal/print.js';
import { redactText, secretsInVariables } from '../internal/redaction.js';
import { brokenConfig } from './broken-config.js';
import { ownEntries } from './own-entries.js';
import type { ReadConfig } from './read-config.js';
import { shownFile } from './shown-file.js';

/**
 * Runs a configuration of TypeScript or JavaScript and gives its default export, or of CommonJS its `module.exports`.
 *
 * @throws {UsageError} with the file, and the line where it is known, when it cannot be run or exports no default.
 */
export async function readScriptConfig(file: string, cwd: string, env: Environment): Promise<ReadConfig> {
  const shown = shownFile(file, cwd);
  const { createJiti } = await import('jiti');
  let module: unknown;
  try {
    module = await createJiti(file, {
      // Read anew each time: it may depend on the environment, and be edited while a runner watches.
      moduleCache: false,
      // It may hold credentials, which would be copied to where everybody of the machine may read them.
      fsCache: false,
      interopDefault: false,
      alias: ownEntries(),
    }).import(file);
  } catch (error) {
    const missing = await missingPeerError(shown, error);
    throw new UsageError(brokenConfig, [missing?.message ?? failureText(error, { file, cwd, env })], error);
  }
  const config = defaultExport(module);
  if (config === undefined)
    throw new UsageError(brokenConfig, [
      `${shown}: has no default export: export default defineConfig({ … })`,
    ]);
  return { file, config, placeOf: () => shown };
}

function defaultExport(module: unknown): unknown {
  const isModule =
    isModuleNamespaceObject(module) || (module as { __esModule?: boolean } | undefined)?.__esModule === true;
  return isModule || Object.hasOwn(module as object, 'default')
    ? (module as { default?: unknown }).default
    : module;
}

/**
 * `crosscheck.config.ts:3: what`. A syntax error names its place in its message, another one in its stack; only lines are
 * those of the file, which is compiled.
 */
function failureText(error: unknown, { file, cwd, env }: Script): string {
  const { name = 'Error', message = String(error), stack = '' } = (error ?? {}) as Partial<Error>;
  const [, reason, place, line] = /^ParseError: (.*?)\s*\n\s*(.+?):(\d+):\d+$/s.exec(message) ?? [];
  if (reason !== undefined) return `${shownFile(place as string, cwd)}:${line}: ${printText(reason)}`;
  const at = stack.indexOf(`${file}:`);
  const thrownAt = at < 0 ? '' : (/^:\d+/.exec(stack.slice(at + file.length))?.[0] ?? '');
  const lines = redactText(message, secretsInVariables(env)).split('\n').filter(Boolean);
  // What follows the first line of a foreign error is of its kind: code, a stack, who required it.
  const said = isCrosscheckError(error) ? lines.join(': ') : `${name}: ${lines[0]}`;
  return `${shownFile(file, cwd)}${thrownAt}: ${printText(said)}`;
}

interface Script {
  readonly file: string;
  readonly cwd: string;
  readonly env: Environment;
}
