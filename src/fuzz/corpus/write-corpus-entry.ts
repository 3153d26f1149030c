import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { caseRequests } from '../../checks/case/case-plan.js';
import { cannotWrite, fileExists, makeFolder, writeWholeFile } from '../../internal/files.js';
import { writtenJson } from '../../internal/json-file.js';
import { parseCaseId } from '../case-id.js';
import type { Finding } from '../findings/finding.js';
import { bodyFilesOf } from '../findings/reproduction.js';
import { isoDay } from '../iso-day.js';
import { answerKind } from './answer-kinds.js';
import { type CorpusEntry, corpusEntrySchema } from './corpus-entry.js';

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
  const { id, signature, confidence, runs, frequency, message, plan, exchanges } = finding;
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
    answers: caseRequests(plan).map(({ endpoint }, at) => answerKind(endpoint, exchanges[at])),
  });
}
