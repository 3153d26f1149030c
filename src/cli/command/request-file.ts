import { readFile } from 'node:fs/promises';
import { parse } from 'lossless-json';
import { SchemaMismatchError } from '../../client/client-errors.js';
import { type ChainNames, neutralRequest, wireFields } from '../../contract/dialect.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import type { Deployment } from '../../deployment/deployment.js';
import { type DetailLine, UsageError } from '../../errors.js';
import { numberOrBigint, parseStrictJson, RepeatedMemberError } from '../../internal/json.js';
import { linesOf, syntaxProblem } from '../../internal/json-file.js';
import { isPlainObject } from '../../internal/objects.js';
import { formatText } from '../../internal/print.js';
import type { TextSource } from './cli-context.js';
import { BadValue } from './flags.js';

/** A request of a file or pipe. */
export interface GivenRequest {
  /** With neutral names; not yet validated. */
  readonly request: LooseSimulationRequest;
  /** Returns the error to throw for an error of the client, with the line of the text if the text is invalid. */
  inPlaces(error: unknown): Promise<unknown>;
}

/** The text of a request, and a name for its source. */
interface RequestText {
  readonly text: string;
  readonly where: string;
}

/**
 * Reads the request of a file: the JSON of section 2.1, with neutral names or with those of the deployment.
 *
 * @param file - `-` is the standard input.
 * @throws {UsageError} if the file does not exist; also what {@link parseRequest} throws.
 */
export async function readRequestFile(
  file: string,
  stdin: TextSource,
  deployment: Deployment,
): Promise<GivenRequest> {
  const given = file === '-' ? { text: await stdin.text(), where: 'stdin' } : await fileText(file);
  return await parseRequest(given, deployment);
}

/**
 * Parses a request.
 *
 * @throws {UsageError} with the line, if the text is not a JSON object.
 */
export async function parseRequest(
  { text, where }: RequestText,
  { chains }: Deployment,
): Promise<GivenRequest> {
  // Some editors write a byte order mark.
  const json = text.replace(/^\uFEFF/, '');
  const given = await jsonObject({ text: json, where });
  const request = neutralRequest(given, chains);
  const givenNames = namesIn(given, chains);
  return {
    request,
    async inPlaces(error) {
      if (!(error instanceof SchemaMismatchError) || error.code !== 'REQUEST_INVALID') return error;
      const lineOf = await linesOf(json);
      const lines = error.issues.map(({ path, message }) => {
        const place = path.replace(/^\w+/, (name) => givenNames.get(name) ?? name);
        return formatText(`${where}:${lineOf(place)}: ${place || 'the whole'}: ${message}`, 400);
      });
      return new UsageError(
        'The request is not valid; nothing was sent',
        [...lines, ...adviceOf(given, chains)],
        error,
      );
    },
  };
}

async function fileText(file: string): Promise<RequestText> {
  try {
    return { text: await readFile(file, 'utf8'), where: file };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    throw new UsageError(`The request must be a JSON file, got ${formatText(file)}: ${why}`, [], error);
  }
}

async function jsonObject({ text, where }: RequestText): Promise<Record<string, unknown>> {
  if (text.trim() === '') throw new UsageError(`The request must be JSON, but ${where} is empty`);
  let value: unknown;
  try {
    value = readJson(text);
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    const { line, message } =
      error instanceof NotJson ? await syntaxProblem(text) : { line: undefined, message: error.message };
    throw new UsageError([where, line, ` ${message}`].filter((part) => part !== undefined).join(':'));
  }
  if (isPlainObject(value)) return value;
  throw new UsageError(
    `${where}: a request must be a JSON object, such as {"shardsKey": "1763712000042", …}`,
  );
}

/** The names in the file of members that may have either name, by their neutral names. */
function namesIn(given: Readonly<Record<string, unknown>>, chains: ChainNames): ReadonlyMap<string, string> {
  return new Map(
    [...wireFields(chains)].map(([neutral, wire]) => [
      neutral,
      Object.hasOwn(given, neutral) ? neutral : wire,
    ]),
  );
}

/** Returns whether a deployment with other chains would know the name. */
function adviceOf(given: Readonly<Record<string, unknown>>, { alpha }: ChainNames): DetailLine[] {
  const foreign = Object.keys(given).find(
    (name) =>
      /^[a-z][a-z0-9]*CallParams$/.test(name) && !['alphaCallParams', `${alpha}CallParams`].includes(name),
  );
  return foreign === undefined
    ? []
    : [{ advice: `--chains, CROSSCHECK_CHAINS or the configuration say which chains ${foreign} is of` }];
}

/** A text that is not JSON at all. */
class NotJson extends BadValue {
  constructor() {
    super('must be JSON');
  }
}

/**
 * Reads JSON. Rejects integers that JavaScript would round, because they can be written as texts, and repeated members, of
 * which only the last would count.
 */
export function readJson(text: string): unknown {
  try {
    parseStrictJson(text);
    return parse(text, undefined, { parseNumber });
  } catch (error) {
    if (error instanceof BadValue) throw error;
    throw error instanceof RepeatedMemberError ? new BadValue(`must have ${error.path} once`) : new NotJson();
  }
}

function parseNumber(digits: string): number {
  const exact = numberOrBigint(digits);
  const isExact = Number.isSafeInteger(exact) || !(Number.isInteger(exact) || Number.isNaN(exact));
  if (typeof exact === 'number' && isExact) return exact;
  throw new BadValue('must have integers beyond 2^53 as JSON strings, because JSON numbers are rounded');
}
