import { type FileHandle, open } from 'node:fs/promises';
import { stringify } from 'lossless-json';
import { z } from 'zod';
import { UsageError } from '../errors.js';
import { cannotWrite, probeFile, writeWholeFile } from '../internal/files.js';
import { readJsonFile } from '../internal/json-file.js';
import { parseExactJson } from './recorded-body.js';

/** The maximum size of a recording, of its bodies and of its file, in bytes. */
export const maxRecordingBytes = 32 * 1024 * 1024;

const body = {
  json: z.unknown().optional(),
  text: z.string().optional(),
  base64: z.base64().optional(),
};

const request = z.strictObject({
  /** Present only if a recording has several deployments. */
  deployment: z.string().optional(),
  /** Present only if the deployment has two addresses. */
  server: z.enum(['simulator', 'observer']).optional(),
  method: z.string(),
  /** Relative to the deployment's base URL. */
  path: z.string(),
  query: z.string().optional(),
  ...body,
});

const answer = z.strictObject({
  /** The number of consecutive occurrences. Default: 1. */
  times: z.int().min(1).optional(),
  /**
   * The number of waits for the operation that had begun or ended before, so that a wait that polls more often in a replay
   * does not consume the answers of the next. Absent if all answers belong to one wait, or to none.
   */
  wait: z.int().min(0).optional(),
  /** When the first of its occurrences arrived. Absent if there was no response. */
  recordedAt: z.iso.datetime().optional(),
  /** Absent if there was no response. */
  status: z.int().min(100).max(999).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  ...body,
  /** Why there was no complete response: the connection failed, the client timed out, or the body was too large. */
  failure: z
    .union([
      z.enum(['aborted', 'too large']),
      z.strictObject({ code: z.string().optional(), message: z.string() }),
    ])
    .optional(),
});

const exchange = z.strictObject({
  request,
  /**
   * The duration of each wait for the operation, in milliseconds, by the number of waits that had begun or ended when it
   * began. A replay proves nothing beyond it. Absent if nothing waited.
   */
  waitedMs: z.record(z.string().regex(/^\d+$/), z.int().min(0)).optional(),
  /** The answers in the order of the requests. */
  answers: z.array(answer).min(1, 'must have one answer at least'),
});

const cassetteSchema = z.strictObject({
  'crosscheck-recording': z.literal(1),
  deployments: z.array(z.string()),
  exchanges: z.array(exchange),
});

/** A recorded request, independent of the deployment's address. */
export interface RecordedRequest extends Readonly<z.output<typeof request>> {}

/** A recorded answer. */
export interface RecordedAnswer extends Readonly<z.output<typeof answer>> {}

/** A recorded request and its answers. */
export interface RecordedExchange extends Readonly<z.output<typeof exchange>> {}

/** The content of a recording. */
export interface Cassette extends Readonly<Omit<z.output<typeof cassetteSchema>, 'crosscheck-recording'>> {}

/**
 * Reads a recording.
 *
 * @param howToRecord - How to record again, for error messages.
 * @throws {UsageError} with file and line, if the file is missing or invalid.
 */
export async function readCassette(file: string, howToRecord: string): Promise<Cassette> {
  const read = await readJsonFile(file, cassetteSchema, maxRecordingBytes, parseExactJson);
  if ('value' in read) return read.value;
  throw new UsageError('The recording cannot be replayed', [...read.issues, { advice: howToRecord }]);
}

/**
 * Writes a recording atomically, as JSON for review.
 *
 * @throws {UsageError} if it is too large, the file exists and is not a recording, or it cannot be written.
 */
export async function writeCassette(file: string, cassette: Cassette): Promise<void> {
  const text = `${stringify({ 'crosscheck-recording': 1, ...cassette }, undefined, 2)}\n`;
  if (text.length > maxRecordingBytes)
    throw new UsageError(
      `The recording ${file} would have ${text.length} characters, and ${maxRecordingBytes} are read at most: record fewer exchanges`,
    );
  await writeChecked(file, () => writeWholeFile(file, text));
}

/**
 * Checks that a recording can be written, before anything is recorded.
 *
 * @throws {UsageError} if the file exists and is not a recording, or cannot be written.
 */
export async function probeCassette(file: string): Promise<void> {
  await writeChecked(file, () => probeFile(file));
}

async function writeChecked(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await assertNoOtherFile(file);
    await write();
  } catch (error) {
    throw cannotWrite(`The recording ${file}`, error);
  }
}

/** Throws if the file exists and is not a recording. An empty file may be overwritten. */
async function assertNoOtherFile(file: string): Promise<void> {
  const start = await startOf(file);
  if (start === '' || /^\s*\{\s*"crosscheck-recording"/.test(start)) return;
  throw new UsageError(`${file} exists and is not a recording, so it was not overwritten: name another file`);
}

async function startOf(file: string): Promise<string> {
  let opened: FileHandle;
  try {
    opened = await open(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(100));
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await opened.close();
  }
}
