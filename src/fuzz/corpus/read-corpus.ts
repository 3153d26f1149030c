import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../errors.js';
import { type ReadJson, readJsonFile } from '../../internal/json-file.js';
import { type CorpusEntry, corpusEntrySchema, maxEntryBytes } from './corpus-entry.js';

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
      'What to do: delete the files of findings that were fixed long ago',
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
  if ('issues' in read) throw new UsageError('The case cannot be replayed', read.issues);
  return read.value;
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
    'What to do: fix the files, or delete them; they were not changed',
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
