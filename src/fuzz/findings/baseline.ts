import { access, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../errors.js';
import { unixNowMs } from '../../internal/clock.js';
import { cannotWrite, fileExists, probeFolder, writing } from '../../internal/files.js';
import { readJsonFile, writtenJson } from '../../internal/json-file.js';
import { strictObject } from '../../internal/options.js';
import { formatValue } from '../../internal/print.js';
import { assertIdOfSignature, type Finding, findingSchema } from '../model/finding.js';
import { isReproduced } from '../model/finding-certainty.js';

/** A day in UTC, in files. */
export const isoDaySchema = z.iso.date('must be a date: 2026-01-31');

const { id, signature, condition } = findingSchema.shape;

const knownFinding = strictObject({
  id,
  /** The signature of the id, for readers. */
  signature: signature.optional(),
  /** Only requests that meet it are known. Default: all. */
  condition,
  /** Why it is accepted. */
  reason: z.string().optional(),
  /** The last day on which it counts, in UTC. Default: no limit. */
  expires: isoDaySchema.optional(),
}).check(assertIdOfSignature);

/** A known finding. */
export interface KnownFinding extends Readonly<z.output<typeof knownFinding>> {}

/** The content of a baseline: known findings, which do not fail a campaign. */
export const baselineSchema = strictObject({
  'crosscheck-baseline': z.literal(1, 'must be 1, the only version'),
  known: z.array<z.ZodType<KnownFinding>>(knownFinding).check(({ value, issues }) => {
    const ids = value.map(({ id }) => id);
    for (const [index, id] of ids.entries()) {
      if (ids.indexOf(id) < index)
        issues.push({ code: 'custom', input: id, path: [index, 'id'], message: 'must occur once' });
    }
  }),
});

/** The known findings. A campaign does not fail because of them. */
export interface Baseline {
  /** By their id. */
  readonly known: ReadonlyMap<string, KnownFinding>;
  /** Ids of expired entries. Report them, because they explain why a campaign fails again. */
  readonly expired: readonly KnownFinding[];
}

/** The baseline if there is no file. */
export const emptyBaseline: Baseline = { known: new Map(), expired: [] };

const maxBytes = 4 * 1024 * 1024;

/**
 * Reads a baseline.
 *
 * @param today - As `2026-01-31`, in UTC: entries that expired before no longer count. Default: today.
 * @throws {UsageError} with file and line, if the file does not exist or is invalid; also for an invalid date.
 */
export async function readBaseline(file: string, today: string = isoDay()): Promise<Baseline> {
  requireIsoDay('today', today);
  const read = await readJsonFile(file, baselineSchema, maxBytes);
  if ('issues' in read) {
    throw new UsageError('The baseline cannot be used', [
      ...read.issues,
      { advice: 'fix it, or write one with crosscheck fuzz --write-baseline; the file was not changed' },
    ]);
  }
  const hasExpired = ({ expires }: KnownFinding): boolean => expires !== undefined && expires < today;
  return {
    known: new Map(read.value.known.filter((entry) => !hasExpired(entry)).map((entry) => [entry.id, entry])),
    expired: read.value.known.filter(hasExpired),
  };
}

/** Options of writing a baseline. */
export interface WriteBaselineOptions {
  /** The last day on which new entries count, as `2026-01-31`, in UTC. Default: no limit. */
  readonly expires?: string | undefined;
  /** The baseline of the campaign. Its entries that were found again stay unchanged, the others are dropped. */
  readonly earlier?: Baseline | undefined;
}

/**
 * Writes findings to a baseline: stable and flaky ones, because only they fail a campaign, and those of the earlier baseline.
 * An expired entry keeps its reason and expires with the new ones.
 *
 * @throws {UsageError} if the file already exists or cannot be written; also for an invalid date.
 */
export async function writeBaseline(
  file: string,
  findings: readonly Finding[],
  options: WriteBaselineOptions = {},
): Promise<void> {
  if (options.expires !== undefined) requireIsoDay('expires', options.expires);
  try {
    await writeFile(file, writtenJson(baselineOf(findings, options)), { flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw existing(file, error);
    throw cannotWrite(`The baseline ${file}`, error);
  }
}

/**
 * Throws if a baseline cannot be written or already exists. Called before a campaign instead of after it.
 *
 * @throws {UsageError} with the reason.
 */
export async function assertNoBaselineYet(file: string): Promise<void> {
  if (await fileExists(file)) throw existing(file);
  const folder = dirname(resolve(file));
  await writing(`The baseline ${file}`, async () => {
    await access(folder);
    await probeFolder(folder);
  });
}

function existing(file: string, cause?: unknown): UsageError {
  return new UsageError(
    `The baseline ${file} already exists and is not overwritten; choose another name or delete it first`,
    [],
    cause,
  );
}

function baselineOf(
  findings: readonly Finding[],
  { expires, earlier = emptyBaseline }: WriteBaselineOptions,
): z.infer<typeof baselineSchema> {
  const entryOf = ({ id, signature, condition }: Finding): KnownFinding => {
    const lapsed = earlier.expired.find((entry) => entry.id === id);
    const added = {
      id,
      signature,
      ...(condition === undefined ? {} : { condition }),
      reason: lapsed?.reason ?? '',
      ...(expires === undefined ? {} : { expires }),
    };
    return earlier.known.get(id) ?? added;
  };
  const known = findings
    .filter(({ id, confidence }) => isReproduced(confidence) || earlier.known.has(id))
    .map(entryOf)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return { 'crosscheck-baseline': 1, known };
}

/** Returns the UTC day of a time in milliseconds of Unix time, as `2026-01-31`. Default: today. */
export function isoDay(atMs: number = unixNowMs()): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** @throws {UsageError} for a text that is not a day. */
function requireIsoDay(name: string, text: string): void {
  if (isoDaySchema.safeParse(text).success) return;
  throw new UsageError(`${name} must be a date such as 2026-01-31, got ${formatValue(text)}`);
}
