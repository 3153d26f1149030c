import { access, constants, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import type { Exchange } from '../../deployment/exchange.js';
import { UsageError } from '../../errors.js';
import { cannotWrite } from '../../internal/files.js';
import { boolean, text } from '../../internal/options.js';
import { withoutInvisible } from '../../internal/print.js';
import type { CommandContext } from './cli-context.js';
import { type FlagSet, flagSet, type GivenOptions } from './flags.js';

const outShape = {
  out: text().meta({
    flag: '--out <file>',
    description: 'a new file to write to (default: standard output)',
  }),
  force: boolean().meta({ flag: '--force', description: 'overwrite an existing file' }),
};

/** Returns the flags for the output of a command: its own, such as the format, and the file. */
export function outputFlags<const S extends Readonly<Record<string, z.ZodType>>>(
  own: S,
): FlagSet<S & typeof outShape> {
  return flagSet('Output', { ...own, ...outShape });
}

/** Returns the flag `--json` of a command. */
export function jsonFlag(description: string): FlagSet<{ readonly json: z.ZodBoolean }> {
  return flagSet(undefined, { json: boolean().meta({ flag: '--json', description }) });
}

/**
 * Checks that the output of a command can be written, at the start of one that takes long.
 *
 * @throws {UsageError} if the file exists and `--force` is not set, or if it cannot be written.
 */
export async function assertWritable({ out, force }: GivenOptions<typeof outShape>): Promise<void> {
  if (out === undefined) return;
  const existing = await stat(out).catch(() => undefined);
  if (existing?.isDirectory()) throw new UsageError(`--out must name a file, got the folder ${out}`);
  if (existing !== undefined && !force)
    throw new UsageError(`--out must name a new file, got ${out}, which exists: add --force to overwrite it`);
  await access(existing === undefined ? dirname(resolve(out)) : out, constants.W_OK).catch((error) => {
    throw cannotWrite(`The output ${out}`, error);
  });
}

/**
 * Writes the output of a command to the file of its flag `--out`, or to the standard output.
 *
 * @throws {UsageError} as {@link assertWritable}.
 */
export async function writeOutput(
  output: string,
  options: GivenOptions<typeof outShape>,
  context: CommandContext,
): Promise<void> {
  const { out, force } = options;
  if (out === undefined) {
    context.stdout.write(output);
    return;
  }
  await assertWritable(options);
  try {
    await writeFile(out, withoutInvisible(output), { flag: force ? 'w' : 'wx' });
  } catch (error) {
    throw cannotWrite(`The output ${out}`, error);
  }
}

/** Copies a JSON value of an answer and masks the secrets of its exchange, because a service may echo them anywhere. */
export function redactedTexts(value: unknown, exchange: Pick<Exchange, 'redact'>): unknown {
  if (typeof value === 'string') return exchange.redact(value);
  if (Array.isArray(value)) return value.map((item) => redactedTexts(item, exchange));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [exchange.redact(name), redactedTexts(member, exchange)]),
  );
}
