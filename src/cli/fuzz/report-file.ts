import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { unixNowMs } from '../../internal/clock.js';

const folder = join('.crosscheck', 'reports');

/** Where the report goes: to the file that is named, nowhere, or to one of its own for each campaign. */
export async function reportFileOf(command: Command): Promise<string | undefined> {
  const { report } = command.opts<{ readonly report?: string | false }>();
  if (report !== undefined) return report || undefined;
  await mkdir(folder, { recursive: true });
  const stamp = new Date(unixNowMs()).toISOString().replaceAll(':', '-');
  return join(folder, `${stamp}.ndjson`);
}
