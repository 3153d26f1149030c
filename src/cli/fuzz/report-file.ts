import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { unixNowMs } from '../../internal/clock.js';
import { writing } from '../../internal/files.js';

const folder = join('.crosscheck', 'reports');

/**
 * Returns the file of the report: the given one, none, or a new one for each campaign.
 *
 * @param configured - The file if no flag is set.
 */
export async function reportFileOf(
  command: Command,
  configured: string | undefined,
): Promise<string | undefined> {
  const { report = configured } = command.opts<{ readonly report?: string | false }>();
  if (report !== undefined) return report || undefined;
  await writing(`The folder ${folder} for reports`, () => mkdir(folder, { recursive: true }));
  const stamp = new Date(unixNowMs()).toISOString().replaceAll(':', '-');
  return join(folder, `${stamp}.ndjson`);
}
