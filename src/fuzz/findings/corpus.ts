import { readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { bodyBytes, caseRequests, parseCaseId } from '../../case/case-plan.js';
import { UsageError } from '../../errors.js';
import { cannotWrite, fileExists, makeFolder, writeWholeFile } from '../../internal/files.js';
import { type ReadJson, readJsonFile, writtenJson } from '../../internal/json-file.js';
import { optionName } from '../../internal/option-names.js';
import { reportIssue, strictObject, text } from '../../internal/options.js';
import { assertIdOfSignature, type Finding, findingSchema, frequencySchema } from '../model/finding.js';
import { isReproduced } from '../model/finding-certainty.js';
import { isoDay, isoDaySchema } from './baseline.js';

const maxEntries = 10_000;
const maxIssues = 10;

/**
 * Reads a corpus, in the order of the names of its files. A missing folder is an empty corpus. Files that are not named
 * `*.json` are ignored.
 *
 * @throws {UsageError} with file and line, if a file is invalid; nothing is changed.
 */
export async function readCorpus(folder: string): Promise<CorpusEntry[]> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.json')).sort();
  if (names.length > maxEntries)
    throw new UsageError(`The corpus ${folder} has ${names.length} files; the maximum is ${maxEntries}`, [
      { advice: 'delete the files of findings that were fixed long ago' },
    ]);
  const entries: CorpusEntry[] = [];
  const issues: string[] = [];
  // One after the other: a process cannot open thousands of files.
  for (const name of names) {
    const read = named(name, await readEntry(join(folder, name)), folder);
    if ('issues' in read) issues.push(...read.issues);
    else entries.push(read.value);
  }
  if (issues.length > 0) throw brokenCorpus(folder, issues);
  return entries;
}

/**
 * Reads one entry of a corpus from a file of any name.
 *
 * @throws {UsageError} with file and line, when there is no such file or it is broken.
 */
export async function readCorpusEntry(file: string): Promise<CorpusEntry> {
  const read = await readEntry(file);
  if ('value' in read) return read.value;
  throw new UsageError('The case cannot be replayed', [
    ...read.issues,
    ...((await fileExists(file))
      ? []
      : [{ advice: `name the file of the case, or its folder (${optionName('corpus')})` }]),
  ]);
}

function readEntry(file: string): Promise<ReadJson<CorpusEntry>> {
  return readJsonFile(file, corpusEntrySchema, maxEntryBytes);
}

/** The name of a file must be the id of its finding, by which it is found. */
function named(name: string, read: ReadJson<CorpusEntry>, folder: string): ReadJson<CorpusEntry> {
  if ('issues' in read || name === `${read.value.id}.json`) return read;
  return { issues: [`${join(folder, name)}: must be named ${read.value.id}.json, after its id`] };
}

function brokenCorpus(folder: string, issues: readonly string[]): UsageError {
  const more = issues.length - maxIssues;
  return new UsageError(`The corpus ${folder} cannot be used`, [
    ...issues.slice(0, maxIssues),
    ...(more > 0 ? [`and ${more} more`] : []),
    { advice: 'fix the files, or delete them; they were not changed' },
  ]);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new UsageError(`The corpus ${folder} cannot be read (${code})`, [], error);
  }
}

/**
 * Writes the case of a finding to a corpus, and next to it the bodies that are too long for its curl command. The case of a
 * finding that the corpus itself showed is kept. An older case of any other finding is replaced, because it was replayed
 * first and no longer shows the finding. `readCorpus` rejects invalid files before a campaign begins.
 *
 * @param atMs - When it was found, in milliseconds of unix time. Default: now.
 * @returns the path of the entry's file.
 * @throws {UsageError} if it cannot be written.
 */
export async function writeCorpusEntry(folder: string, finding: Finding, atMs?: number): Promise<string> {
  const file = join(folder, `${finding.id}.json`);
  try {
    await makeFolder(resolve(folder));
    for (const { name, bytes } of bodyFilesOf(finding)) await writeFile(join(folder, name), bytes);
    if (parseCaseId(finding.caseId)?.phase === 'corpus' && (await fileExists(file))) return file;
    await writeWholeFile(file, writtenJson(entryOf(finding, atMs)));
  } catch (error) {
    throw cannotWrite(`The case ${file}`, error);
  }
  return file;
}

function entryOf(finding: Finding, atMs: number | undefined): CorpusEntry {
  const { id, signature, confidence, runs, frequency, message, plan, answers } = finding;
  const { times: _, ...counts } = frequency ?? {};
  const rate = confidence === 'stable' ? {} : { runs, frequency: frequency && counts };
  const found = isoDay(atMs);
  return corpusEntrySchema.parse({
    'crosscheck-corpus': 1,
    id,
    signature,
    confidence,
    ...rate,
    found,
    message,
    plan,
    answers,
  });
}

/** Writes the cases of findings to a corpus as they are found, one after the other, so that they survive a killed campaign. */
export class CorpusWriter {
  readonly #folder: string;
  #written: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes a finding if it is certain enough. */
  add(finding: Finding): void {
    if (!isReproduced(finding.confidence)) return;
    this.#written = this.#written.then(async () => {
      await writeCorpusEntry(this.#folder, finding);
    });
    // `settle` reports it later.
    this.#written.catch(() => {});
  }

  /** Waits until everything is written. Rejects with the error of the first write that failed. */
  settle(): Promise<void> {
    return this.#written;
  }
}

const { id, signature, confidence, runs, message, plan } = findingSchema.shape;

/** The schema of an entry. Its output has the members in the order of files. */
export const corpusEntrySchema = strictObject({
  /** The version of the format. */
  'crosscheck-corpus': z.literal(1, 'must be 1, the only version'),
  id,
  signature,
  confidence,
  /** The reruns of a flaky finding. Absent in entries of 0.1. */
  runs: runs.unwrap().strict().readonly().optional(),
  frequency: frequencySchema.omit({ times: true }).strict().readonly().optional(),
  /** The day, as `2026-01-31`, in UTC. */
  found: isoDaySchema,
  message,
  plan,
  /**
   * The kind of answer that each request got when the finding was found: `success` or `failure` of a simulation, the stage of a
   * record, `answer` of a custom endpoint, otherwise `other`. Absent in entries of 0.1.
   */
  answers: z.array(text()).readonly().optional(),
})
  .check(assertIdOfSignature)
  .superRefine(({ plan, answers }, context) => {
    const count = caseRequests(plan).length;
    if (answers === undefined || answers.length === count) return;
    const message = `must have one answer for each request of the plan: ${count}, got ${answers.length}`;
    reportIssue(context, ['answers'], message);
  });

/** The case of an earlier finding, in a file of the corpus. */
export interface CorpusEntry extends Readonly<z.output<typeof corpusEntrySchema>> {}

/** Far more than the longest case needs. */
const maxEntryBytes = 16 * 1024 * 1024;

/** A longer body is no argument of a command. */
const maxInlineBody = 2_000;

/** A body that is too long for a command line. */
interface BodyFile {
  /** The index of its request, counted from 0 over all steps. */
  readonly at: number;
  /** `schema-1f3a9c2b40-1.body`: the finding, and the number of the request. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** Returns the bodies of a finding's case that its curl command reads from files. */
export function bodyFilesOf({ id, plan }: Pick<Finding, 'id' | 'plan'>): BodyFile[] {
  return caseRequests(plan).flatMap((request, at) => {
    if ('wire' in request || request.body === undefined) return [];
    const bytes = bodyBytes(request.body);
    return bytes.length > maxInlineBody ? [{ at, name: `${id}-${at + 1}.body`, bytes }] : [];
  });
}
