import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { parse } from 'lossless-json';
import { z } from 'zod';
import type { Conventions } from '../../contract/conventions.js';
import { type ChainNames, renameMembers, wireRequestSchema } from '../../contract/dialect.js';
import { wireMember } from '../../contract/extension.js';
import { type RequestField, requestFields } from '../../contract/simulation-request.js';
import { meantName } from '../../internal/closest.js';
import type { OptionIssue } from '../../internal/options.js';
import { formatText, pathText } from '../../internal/print.js';
import { Rejection } from '../model/rejection.js';

/** How a body is read. */
export interface BodyLimits {
  readonly maxBodyBytes: number;
  readonly maxJsonDepth: number;
  /** Whether a member may occur twice. Default: `reject`, unless both have the same value. */
  readonly duplicateMembers?: Conventions['duplicateRequestMembers'] | undefined;
}

/**
 * Reads the JSON of a request. Integers that a double cannot hold become bigints.
 *
 * @throws Rejection 415, 413 or 400, for a body that is not JSON in UTF-8, too large or nested too deep.
 */
export async function readJsonBody(
  message: IncomingMessage,
  { maxBodyBytes, maxJsonDepth, duplicateMembers }: BodyLimits,
): Promise<unknown> {
  const issue = mediaTypeIssue(message.headers);
  if (issue !== undefined) throw new Rejection(415, issue);
  const bytes = await readBytes(message, maxBodyBytes);
  if (!isUtf8(bytes)) throw new Rejection(400, 'the body is not UTF-8');
  const text = bytes.toString('utf8');
  if (text.startsWith('\uFEFF')) throw new Rejection(400, 'the body starts with a byte order mark');
  if (isDeeperThan(maxJsonDepth, text))
    throw new Rejection(400, `the body is nested deeper than ${maxJsonDepth} levels`);
  try {
    const onDuplicateKey = duplicateMembers === 'allow' ? lastWins : undefined;
    return parse(text, undefined, { parseNumber, ...(onDuplicateKey && { onDuplicateKey }) });
  } catch (error) {
    throw new Rejection(400, `the body is not JSON: ${formatText((error as Error).message)}`);
  }
}

/** Returns why a body with these headers is not read as JSON in UTF-8; undefined if it is. */
function mediaTypeIssue(headers: IncomingHttpHeaders): string | undefined {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/json') return 'content-type must be application/json';
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-8"?$/.test(charset))
    return 'the charset of content-type must be utf-8';
  const isEncoded = (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
  return isEncoded ? 'content-encoding must be absent' : undefined;
}

/**
 * Reads the body of a request. The rest of one that is too large is discarded, so that a client that is still sending
 * receives the answer.
 *
 * @throws Rejection 413 for a body that is too large.
 */
export function readBytes(message: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    const count = (bytes: number): void => {
      length += bytes;
      if (length <= maxBytes) return;
      chunks = [];
      reject(new Rejection(413, `the body is larger than ${maxBytes} bytes`, { connection: 'close' }));
    };
    message.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      count(chunk.length);
    });
    message.once('end', () => {
      const bytes = Buffer.concat(chunks);
      readBodies.set(message, bytes);
      resolve(bytes);
    });
    message.once('error', reject);
    const declared = Number(message.headers['content-length'] ?? 0);
    if (declared > maxBytes) count(declared);
  });
}

const readBodies = new WeakMap<IncomingMessage, Buffer>();

/** Returns the body of a request if it was read; undefined if it was too large, or not needed. */
export function readBodyOf(message: IncomingMessage): Buffer | undefined {
  return readBodies.get(message);
}

function parseNumber(digits: string): number | bigint {
  const number = Number(digits);
  return /^-?\d+$/.test(digits) && !Number.isSafeInteger(number) ? BigInt(digits) : number;
}

function lastWins({ newValue }: { readonly newValue: unknown }): unknown {
  return newValue;
}

/** Looked at before parsing, because the parser recurses until the stack is full. */
function isDeeperThan(maxDepth: number, text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isInString) {
      if (character === '\\') index++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    if (depth > maxDepth) return true;
  }
  return false;
}

/** The validation of simulation requests under the names of a deployment. */
export interface RequestCheck {
  readonly schema: z.ZodType<Record<string, unknown>>;
  /**
   * Returns the issues of a request, each with the path of its field; `whole` is the path of the request itself.
   *
   * @param otherwise - Follows unknown members for which there is no suggestion. Default: an empty text.
   */
  issuesOf(request: unknown, whole: string, otherwise?: string): OptionIssue[];
}

/**
 * Creates the validation of the requests of a deployment (section 2.1), with these names of the chains. It requires the
 * fields of the conventions and a target. Whatever formats the conventions accept, it rejects values that an EVM cannot
 * use.
 */
export function createRequestCheck(chains: ChainNames, conventions: Conventions): RequestCheck {
  const schema = wireRequestSchema(chains, withExecutable(conventions));
  const executable = z.looseObject(
    renameMembers(executableFields(requestFields), (name) => wireMember(name, chains)),
  );
  return {
    schema,
    issuesOf(request, whole, otherwise) {
      const issues = fieldIssues(schema, request, whole, otherwise);
      return issues.length > 0 || conventions.requestValidation === 'strict'
        ? issues
        : fieldIssues(executable, request, whole);
    },
  };
}

/** Returns the required fields: those of the conventions and the target, because there is nothing to call without one. */
export function withExecutable(conventions: Conventions): Conventions {
  const { requiredRequestFields } = conventions;
  return {
    ...conventions,
    requiredRequestFields: [...requiredRequestFields, 'alphaCallParams', 'alphaCallParams.target'],
  };
}

/** Returns issues as one line. */
export function issuesText(issues: readonly OptionIssue[]): string {
  return issues.map(({ path, message }) => `${path} ${message}`).join('; ');
}

/** The schemas of the values that an EVM can use. */
function executableFields(fields: Readonly<Record<string, RequestField>>): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, executableField(field).optional()]),
  );
}

function executableField(field: RequestField): z.ZodType {
  if ('members' in field) return z.looseObject(executableFields(field.members));
  if ('items' in field) return z.array(z.looseObject(executableFields(field.items)));
  return field.format.executable;
}

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const maxIssues = 10;

function fieldIssues(schema: z.ZodType, request: unknown, whole: string, otherwise = ''): OptionIssue[] {
  const { error } = schema.safeParse(request, { error: (issue) => expectation(issue, otherwise) });
  if (!error) return [];
  const issues = error.issues.map(({ path, message }) => ({
    path: formatText(pathText(path) || whole),
    message: formatText(message),
  }));
  const more = issues.length - maxIssues;
  return more > 0
    ? [...issues.slice(0, maxIssues), { path: whole, message: `has ${more} more issues` }]
    : issues;
}

function expectation(issue: RawIssue, otherwise: string): string | undefined {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys as string[];
    const known = Object.keys((issue.inst as Partial<z.ZodObject>).shape ?? {});
    const meant = names.slice(0, maxIssues).flatMap((name) => meantName(name, known) ?? []);
    const hint = meant.length === 0 ? otherwise : `; did you mean ${meant.join(', ')}?`;
    return `must not have ${names.join(', ')}${hint}`;
  }
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return undefined;
  if (issue.input === undefined) return 'is missing';
  return issue.code === 'invalid_type'
    ? `must be of type ${issue.expected}`
    : `must be one of ${issue.values.join(', ')}`;
}
