import { readFile, stat } from 'node:fs/promises';
import type { z } from 'zod';
import { shapeFaults } from '../shape-faults.js';
import { parseStrictJson, RepeatedMemberError } from '../strict-json.js';
import { linesOf, syntaxFault } from './json-lines.js';

/** What a file holds, or what is wrong with it: `file:line: what`, a line each. */
export type ReadJson<T> = { readonly value: T } | { readonly faults: readonly string[] };

/**
 * Reads a file of JSON that has a shape. Never rejects: a broken file is a matter of its user, who needs the place.
 *
 * @param parse - What reads it where digits matter; it may throw. Default: the engine's own.
 */
export async function readJsonFile<T>(
  file: string,
  schema: z.ZodType<T>,
  maxBytes: number,
  parse: (text: string) => unknown = JSON.parse,
): Promise<ReadJson<T>> {
  const text = await textOf(file, maxBytes);
  if (typeof text !== 'string') return text;
  let json: unknown;
  try {
    parseStrictJson(text);
    json = parse(text);
  } catch (error) {
    if (error instanceof RepeatedMemberError)
      return { faults: [`${file}:${(await linesOf(text))(error.path)}: ${error.message}`] };
    const { line, message } = await syntaxFault(text);
    return { faults: [`${file}:${line}: ${message}`] };
  }
  const result = schema.safeParse(json);
  if (result.success) return { value: result.data };
  const lineOf = await linesOf(text);
  return {
    faults: shapeFaults(schema, json).map(
      ({ path, message }) => `${file}:${lineOf(path)}: ${path} ${message}`,
    ),
  };
}

async function textOf(file: string, maxBytes: number): Promise<string | { readonly faults: string[] }> {
  try {
    const { size } = await stat(file);
    if (size > maxBytes)
      return { faults: [`${file}: is larger than ${maxBytes} bytes, which no such file needs to be`] };
    // Some editors put a byte order mark before it.
    return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return {
      faults: [`${file}: ${code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})`}`],
    };
  }
}
