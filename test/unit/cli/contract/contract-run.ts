import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Extension } from 'crosscheck';
import { loadConfig } from 'crosscheck/config';
import { parse } from 'yaml';
import { projectFolder } from '../../../support/project-folder.js';
import { type CliRun, cliRun } from '../cli-run.js';

/** A document of OpenAPI 3.0 in YAML, with the members of `crosscheck/presets`. */
export const bridgeYaml = await readFile(
  new URL('../../../support/bridge-openapi.yaml', import.meta.url),
  'utf8',
);

// biome-ignore lint/suspicious/noExplicitAny: tests change any place of it
type Changeable = any;

/** The same document as an object, changed. */
export function changedBridge(change: (document: Changeable) => void): object {
  const document = parse(bridgeYaml);
  change(document);
  return document;
}

/** A difference in the output of `--json`. */
export interface ShownDifference {
  readonly endpoint: string;
  readonly path: string;
  readonly interface: string;
  readonly document: string;
  readonly kind: string;
  readonly becomes: string;
}

/** A run of `crosscheck contract --json` on a document. */
export interface ContractRun extends CliRun {
  readonly differences: readonly ShownDifference[];
  readonly chains: unknown;
  readonly conventions: Readonly<Record<string, unknown>>;
  readonly extend: Readonly<Record<string, readonly string[]>>;
}

/** Compares a document, given as text or as an object. */
export async function contractRun(
  document: object | string,
  args: readonly string[] = [],
): Promise<ContractRun> {
  const name = typeof document === 'string' ? 'openapi.yaml' : 'openapi.json';
  const cwd = await projectFolder();
  await writeFile(join(cwd, name), typeof document === 'string' ? document : JSON.stringify(document));
  const run = await cliRun(['contract', '--from', name, '--json', ...args], { cwd });
  return { ...run, ...(run.stdout === '' ? { differences: [] } : JSON.parse(run.stdout)) };
}

/** Returns the message with which a document is rejected. */
export async function rejectionText(document: object | string): Promise<string> {
  const { exitCode, stdout, stderr } = await contractRun(document);
  if (exitCode !== 2 || stdout !== '')
    throw new Error(`expected a usage error, got ${exitCode}: ${stdout}${stderr}`);
  return stderr;
}

/** Returns the members that a written module exports, as a configuration has them that names it in `extend`. */
export async function extensionIn(module: string): Promise<Extension> {
  const loaded = await loadConfig({ cwd: dirname(module), env: { CROSSCHECK_EXTEND: module } });
  if (loaded?.extension === undefined) throw new Error(`${module} has no extension`);
  return loaded.extension.extend;
}
