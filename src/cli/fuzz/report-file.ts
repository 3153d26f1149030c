import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { unixNowMs } from '../../internal/clock.js';
import { writing } from '../../internal/files.js';

const folder = join('.crosscheck', 'reports');

/**
 * Where the report goes: to the file that is named, nowhere, or to one of its own for each campaign.
 *
 * @param configured - The file where no flag says otherwise.
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
