import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../errors.js';

/** The file that {@link readManifest} reads. */
export const manifestFile = 'package.json';

/** What of a `package.json` matters here. */
export interface Manifest {
  readonly type?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly packageManager?: string;
  readonly devEngines?: { readonly packageManager?: unknown };
  readonly workspaces?: unknown;
}

/**
 * Reads the `package.json` of a folder.
 *
 * @throws {UsageError} when there is none, or it is no JSON object.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, manifestFile);
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw new UsageError(`${file} cannot be read: ${error.message}`, [], error);
    throw new UsageError(`There is no package.json in ${folder}: run npm init -y there first`);
  });
  const manifest = parsed(text);
  if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest))
    throw new UsageError(`${file} is not a JSON object: fix it first`);
  return manifest;
}

/** Whether a package is among the dependencies of a project, whichever the kind. */
export function dependsOn(manifest: Manifest, name: string): boolean {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  return [dependencies, devDependencies, optionalDependencies].some((group) => group?.[name] !== undefined);
}

/** Changes the text of a JSON file, with the indentation, line ends and end that it has. */
export function withChangedJson<Value>(text: string, change: (value: Value) => Value): string {
  const indent = /^[ \t]+(?=\S)/m.exec(text)?.[0] ?? '  ';
  const changed = JSON.stringify(change(parsed(text) as Value), undefined, indent);
  const lines = text.includes('\r\n') ? changed.replaceAll('\n', '\r\n') : changed;
  return lines + (/\s*$/.exec(text)?.[0] ?? '');
}

function parsed(text: string): unknown {
  try {
    // Editors of some systems write a byte order mark, and package managers take it.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
