import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cannotWrite } from '../../internal/files.js';
import { writeCorpusEntry } from '../corpus.js';
import type { Finding } from './finding.js';
import { failsCampaign } from './finding-certainty.js';
import { curlCommands, regressionTest } from './reproduction.js';

/** Returns the folder beside a report: `campaign` for `campaign.ndjson`. */
export function reproductionFolder(report: string): string {
  const folder = report.replace(/\.ndjson$/, '');
  return folder === report ? `${report}-findings` : folder;
}

/**
 * Writes beside a report how to repeat each finding that fails the campaign: its case, curl commands and a regression test.
 *
 * @param flags - The flags that select the deployment. Default: none.
 * @throws {UsageError} if a file cannot be written.
 */
export async function writeReproductions(
  report: string,
  findings: readonly Finding[],
  flags = '',
): Promise<void> {
  const folder = reproductionFolder(report);
  for (const finding of findings.filter(failsCampaign)) {
    const file = await writeCorpusEntry(folder, finding);
    const name = join(folder, finding.id);
    try {
      await writeFile(`${name}.sh`, `${curlCommands(finding, folder, flags)}\n`);
      await writeFile(`${name}-test.ts`, regressionTest(finding, file));
    } catch (error) {
      throw cannotWrite(`The test ${name}-test.ts`, error);
    }
  }
}
