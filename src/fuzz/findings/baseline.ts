import { access, writeFile } from 'node:fs/promises';
import { UsageError } from '../../errors/usage-error.js';
import { readJsonFile } from '../json-files/read-json-file.js';
import { writtenJson } from '../json-files/written-json.js';
import { baselineSchema, type KnownFinding } from './baseline-schema.js';
import type { Finding } from './finding.js';

/** The findings for which a campaign does not fail. */
export interface Baseline {
  /** By their id. */
  readonly known: ReadonlyMap<string, KnownFinding>;
  /** Those that count no longer: say so, or nobody learns why a campaign fails again. */
  readonly expired: readonly KnownFinding[];
}

/** The baseline where there is none. */
export const emptyBaseline: Baseline = { known: new Map(), expired: [] };

const mostBytes = 4 * 1024 * 1024;

/**
 * Reads a baseline.
 *
 * @param today - As `2026-01-31`, in UTC.
 * @throws {UsageError} with file and line, when there is no such file or it is broken.
 */
export async function readBaseline(file: string, today: string): Promise<Baseline> {
  const read = await readJsonFile(file, baselineSchema, mostBytes);
  if ('faults' in read) {
    throw new UsageError('The baseline cannot be used', [
      ...read.faults,
      'What to do: mend it, or write one with crosscheck fuzz --write-baseline; it was not changed',
    ]);
  }
  const hasExpired = ({ expires }: KnownFinding): boolean => expires !== undefined && expires < today;
  return {
    known: new Map(read.value.known.filter((entry) => !hasExpired(entry)).map((entry) => [entry.id, entry])),
    expired: read.value.known.filter(hasExpired),
  };
}

/**
 * Writes findings to a baseline: those that are stable or flaky, the only ones that a campaign fails for.
 *
 * @param expires - The last day on which they count, as `2026-01-31`, in UTC. Default: without end.
 * @throws {UsageError} when the file is there already, or cannot be written.
 */
export async function writeBaseline(
  file: string,
  findings: readonly Finding[],
  expires?: string,
): Promise<void> {
  try {
    await writeFile(file, writtenJson(baselineOf(findings, expires)), { flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw existing(file, error);
    throw new UsageError(`The baseline ${file} cannot be written (${code})`, [], error);
  }
}

/**
 * Throws when a baseline cannot be written because there is a file already: better before a campaign than after it.
 *
 * @throws {UsageError} which says so.
 */
export async function refuseBaselineThatIs(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw existing(file);
}

function existing(file: string, cause?: unknown): UsageError {
  return new UsageError(
    `The baseline ${file} is there already and is not overwritten; give another name, or delete it first`,
    [],
    cause,
  );
}

/** Makes the content of a baseline that knows these findings. */
export function baselineOf(
  findings: readonly Finding[],
  expires?: string,
): { readonly 'crosscheck-baseline': 1; readonly known: readonly KnownFinding[] } {
  const known = findings
    .filter(({ label }) => label === 'stable' || label === 'flaky')
    .map(({ id, signature }) => ({
      id,
      signature,
      reason: '',
      ...(expires === undefined ? {} : { expires }),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return { 'crosscheck-baseline': 1, known };
}
