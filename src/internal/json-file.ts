import { readFile, stat } from 'node:fs/promises';
import type { ValueNode } from '@humanwhocodes/momoa';
import type { z } from 'zod';
import { parseStrictJson, RepeatedMemberError } from './json.js';
import { optionIssues } from './options.js';
import { formatText, pathText } from './print.js';

/** The parsed content of a file, or its problems as `file:line: message`. */
export type ReadJson<T> =
  | {
      readonly value: T;
      /** The value before the schema has added defaults. */
      readonly given: unknown;
    }
  | { readonly issues: readonly string[] };

/**
 * Reads and validates a JSON file. Never rejects: problems are returned with their position.
 *
 * @param parse - A parser for exact numbers; it may throw. Default: JSON.parse.
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
      return { issues: [`${file}:${(await linesOf(text))(error.path)}: ${error.message}`] };
    const { line, message } = await syntaxProblem(text);
    return { issues: [`${file}:${line}: ${message}`] };
  }
  const result = schema.safeParse(json);
  if (result.success) return { value: result.data, given: json };
  const lineOf = await linesOf(text);
  return {
    issues: optionIssues(schema, json).map(
      ({ path, message }) => `${file}:${lineOf(path)}: ${path} ${message}`,
    ),
  };
}

async function textOf(file: string, maxBytes: number): Promise<string | { readonly issues: string[] }> {
  try {
    const { size } = await stat(file);
    if (size > maxBytes)
      return { issues: [`${file}: is larger than ${maxBytes} bytes, which no such file needs to be`] };
    // Some editors write a byte order mark.
    return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return {
      issues: [`${file}: ${code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})`}`],
    };
  }
}

const maxLength = 20;
/** An incomplete token at the end, of which the parser reports the start. */
const unfinished = /(?:-|\\(?:u[\da-fA-F]{0,3})?|(?<!\\)\b(?:t|tru?|fa?|fals?|nu?|nul))$/;

interface TextPlace {
  readonly line: number;
  readonly offset: number;
}

/** Returns where a text stops being JSON: the line, counted from 1, and a message. */
export async function syntaxProblem(
  text: string,
): Promise<{ readonly line: number; readonly message: string }> {
  const { parse } = await import('@humanwhocodes/momoa');
  const faultOf = (source: string): TextPlace | undefined => {
    try {
      parse(source);
      return undefined;
    } catch (error) {
      return error as TextPlace;
    }
  };
  if (faultOf(text) !== undefined) {
    const whole = text.replace(unfinished, '');
    // At the end of input the parser reports the last token or its start, so append a character that is never valid.
    const { line, offset } = faultOf(`${whole}?`) as TextPlace;
    const [rest = ''] = text.slice(offset).trimEnd().split('\n', 1);
    return offset < whole.length
      ? { line, message: `is invalid JSON at ${formatText(rest, maxLength)}` }
      : { line: text.trimEnd().split('\n').length, message: 'is invalid JSON: it ends too early' };
  }
  // The position parser accepts slightly more than JSON.
  return { line: 1, message: 'is invalid JSON' };
}

/**
 * Returns a function that finds the line of a member, counted from 1, by its path: `known[2].expires`. For a missing
 * member it is the line of its parent.
 */
export async function linesOf(text: string): Promise<(path: string) => number> {
  const { parse } = await import('@humanwhocodes/momoa');
  const lines = new Map<string, number>();
  const { body } = parse(text);
  addLines(body, [], body.loc.start.line, lines);
  return (path) => {
    for (let known = path; known !== ''; known = known.replace(/(?:\.[^.[]*|\[[^.[]*|^[^.[]*)$/, '')) {
      const line = lines.get(known);
      if (line !== undefined) return line;
    }
    return lines.get('') ?? 1;
  };
}

function addLines(
  node: ValueNode,
  path: readonly PropertyKey[],
  line: number,
  lines: Map<string, number>,
): void {
  lines.set(pathText(path), line);
  if (node.type === 'Array') {
    for (const [index, { value }] of node.elements.entries())
      addLines(value, [...path, index], value.loc.start.line, lines);
  } else if (node.type === 'Object') {
    // The line of the name; the value may start on a later line.
    for (const { name, value } of node.members)
      addLines(value, [...path, name.type === 'String' ? name.value : name.name], name.loc.start.line, lines);
  }
}

/** Formats JSON for review: two spaces, a final line feed, members in the given order. */
export function writtenJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
