import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { networkFailure } from '../../client/network-failure.js';
import { InconclusiveError, UsageError } from '../../errors.js';
import { fileErrorText } from '../../internal/files.js';
import { parseLosslessJson, RepeatedMemberError } from '../../internal/json.js';
import { syntaxProblem } from '../../internal/json-file.js';
import { isObject, isPlainObject } from '../../internal/objects.js';
import { formatText, formatValue } from '../../internal/print.js';

/** An OpenAPI document. Integers are bigints. */
export interface OpenApiDocument {
  /** Its file or URL, for messages; without credentials. */
  readonly source: string;
  /** The version of OpenAPI, as the document has it. */
  readonly openapi: string;
  readonly title: string;
  readonly version: string;
  readonly root: Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, unknown>>;
}

/** Documents of large services have a few hundred kilobytes. */
const maxBytes = 4 * 2 ** 20;
const timeLimitMs = 30_000;

/**
 * Reads an OpenAPI document of version 3.0 or 3.1, in JSON or YAML, from a file or a URL.
 *
 * @param cwd - What the path of a file is relative to.
 * @throws {UsageError} in one sentence, if it cannot be read or is something else.
 * @throws {InconclusiveError} if its server cannot be reached.
 */
export async function readDocument(given: string, cwd: string): Promise<OpenApiDocument> {
  const isUrl = /^https?:\/\//i.test(given);
  if (isUrl && !URL.canParse(given))
    throw new UsageError(`--from must be a file or a URL, got ${formatValue(given)}`);
  const source = isUrl ? withoutCredentials(given) : formatText(given, 400);
  const text = isUrl ? await fetched(given, source) : await fileText(resolve(cwd, given), source);
  const root = await parsed(text.replace(/^\uFEFF/, ''), source);
  return documentOf(root, source);
}

/** Returns a URL without user, password and query. */
function withoutCredentials(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

async function fileText(file: string, source: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > maxBytes) throw tooLarge(source);
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = fileErrorText(error);
    throw reason === undefined ? error : new UsageError(`${source} cannot be read: ${reason}`, [], error);
  }
}

async function fetched(url: string, source: string): Promise<string> {
  const unreachable = (why: string, cause?: unknown): InconclusiveError =>
    new InconclusiveError({ summary: `${source} cannot be read: ${why}`, cause });
  const signal = AbortSignal.timeout(timeLimitMs);
  try {
    const response = await fetch(url, {
      signal,
      headers: { accept: 'application/json, application/yaml, */*;q=0.5' },
    });
    if (!response.ok) {
      const why = `its server answered with status ${response.status}`;
      throw response.status >= 500
        ? unreachable(why)
        : new UsageError(`${source} cannot be read: ${why}; download the document and name the file`);
    }
    return await cappedText(response, source);
  } catch (error) {
    if (error instanceof UsageError || error instanceof InconclusiveError) throw error;
    throw unreachable(
      signal.aborted
        ? `no answer within ${timeLimitMs / 1000} s`
        : networkFailure((error as Error).cause ?? error),
      error,
    );
  }
}

async function cappedText({ body }: Response, source: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the download.
    if (size > maxBytes) throw tooLarge(source);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function tooLarge(source: string): UsageError {
  return new UsageError(
    `${source} is larger than ${maxBytes / 2 ** 20} MiB: name a document that has only the operations to compare`,
  );
}

/**
 * Parses JSON or YAML.
 *
 * @throws {UsageError} with the line, if it is neither.
 */
async function parsed(text: string, source: string): Promise<unknown> {
  if (text.trim() === '') throw new UsageError(`${source} is empty`);
  if (/^\s*</.test(text))
    throw notOpenApi(
      source,
      'it is HTML or XML; name the file or URL of the document itself, in JSON or YAML',
    );
  try {
    return /^\s*[{[]/.test(text) ? await json(text, source) : await yaml(text, source);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${source} is nested too deeply`, [], error);
    throw error;
  }
}

async function json(text: string, source: string): Promise<unknown> {
  try {
    return parseLosslessJson(text);
  } catch (error) {
    if (error instanceof RepeatedMemberError) throw new UsageError(`${source} ${error.message}`, [], error);
    if (!(error instanceof SyntaxError)) throw error;
    // YAML may start with a bracket too.
    return await yaml(text, source).catch(async () => {
      const { line, message } = await syntaxProblem(text);
      throw new UsageError(`${source}:${line}: ${message}`, [], error);
    });
  }
}

async function yaml(text: string, source: string): Promise<unknown> {
  const { LineCounter, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { intAsBigInt: true, lineCounter, merge: true, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line } = lineCounter.linePos(error.pos[0]);
    throw new UsageError(`${source}:${line}: is invalid YAML: ${formatText(error.message)}`, [], error);
  }
  try {
    // Aliases that multiply would fill the memory.
    return document.toJS({ maxAliasCount: 1000 });
  } catch (aliases) {
    throw aliases instanceof ReferenceError
      ? new UsageError(`${source} is invalid YAML: ${formatText(aliases.message)}`, [], aliases)
      : aliases;
  }
}

function documentOf(root: unknown, source: string): OpenApiDocument {
  if (!isPlainObject(root)) throw notOpenApi(source, 'it is not an object');
  const { openapi, swagger, info, paths = {} } = root;
  if (openapi === undefined && swagger !== undefined)
    throw notOpenApi(
      source,
      `it is Swagger ${formatText(String(swagger), 20)}; convert it to OpenAPI 3 first`,
      '3',
    );
  if (openapi === undefined) throw notOpenApi(source, 'it has no member openapi');
  // YAML reads 3.0 without quotes as the number 3.
  if (!/^3(?:$|\.[01](?:\.|$))/.test(String(openapi)))
    throw notOpenApi(source, `its member openapi must be 3.0 or 3.1, got ${formatValue(openapi, 40)}`);
  if (!isPlainObject(paths)) throw notOpenApi(source, 'its paths are not an object');
  const { title = '', version = '' } = (isObject(info) ? info : {}) as Record<string, unknown>;
  return { source, openapi: oneLine(openapi), title: oneLine(title), version: oneLine(version), root, paths };
}

function oneLine(text: unknown): string {
  return formatText(String(text).trim(), 80);
}

function notOpenApi(source: string, why: string, version = ''): UsageError {
  return new UsageError(`${source} is not an OpenAPI ${version && `${version} `}document: ${why}`);
}
