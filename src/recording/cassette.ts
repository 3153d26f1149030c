import { type FileHandle, open } from 'node:fs/promises';
import { stringify } from 'lossless-json';
import { z } from 'zod';
import { UsageError } from '../errors.js';
import { cannotWrite, probeFile, writeWholeFile } from '../internal/files.js';
import { readJsonFile } from '../internal/json-file.js';
import { parseExactJson } from './recorded-body.js';

/** The most that a recording holds, in bytes of bodies and of its file. */
export const maxRecordingBytes = 32 * 1024 * 1024;

const body = {
  json: z.unknown().optional(),
  text: z.string().optional(),
  base64: z.base64().optional(),
};

const request = z.strictObject({
  /** Given only where a recording is of several deployments. */
  deployment: z.string().optional(),
  /** Given only where the deployment has two addresses. */
  server: z.enum(['simulator', 'observer']).optional(),
  method: z.string(),
  /** Below the deployment's base URL. */
  path: z.string(),
  query: z.string().optional(),
  /** Of a request in which secrets are masked: what tells it from others that are masked alike. */
  digest: z.string().optional(),
  ...body,
});

const answer = z.strictObject({
  /** How many times in a row it came. Default: once. */
  times: z.int().min(1).optional(),
  /**
   * How many waits for the operation had begun or ended before, so that a wait that polls more often in a replay takes no
   * answers of the next one. None where all answers came to one wait, or to none.
   */
  wait: z.int().min(0).optional(),
  /** None when no answer came. */
  status: z.int().min(100).max(999).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  ...body,
  /** Why no whole answer came: the connection failed, the client waited no longer, or read no more of it. */
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
   * How long each wait for the operation watched it, in milliseconds, by the number of waits that had begun or ended when
   * it began: a replay proves nothing for longer. None where nothing waited for it.
   */
  waitedMs: z.record(z.string().regex(/^\d+$/), z.int().min(0)).optional(),
  /** What came each time, in the order of asking. */
  answers: z.array(answer).min(1, 'must have one answer at least'),
});

const cassetteSchema = z.strictObject({
  'crosscheck-recording': z.literal(1),
  deployments: z.array(z.string()),
  exchanges: z.array(exchange),
});

/** A request as a recording shows it: what tells it from others, wherever the deployment is. */
export interface RecordedRequest extends Readonly<z.output<typeof request>> {}

/** An answer as a recording shows it. */
export interface RecordedAnswer extends Readonly<z.output<typeof answer>> {}

/** A request, and what came of it. */
export interface RecordedExchange extends Readonly<z.output<typeof exchange>> {}

/** What a recording holds. */
export interface Cassette {
  /** The names of the deployments that were asked. */
  readonly deployments: readonly string[];
  readonly exchanges: readonly RecordedExchange[];
}

/**
 * Reads a recording.
 *
 * @param howToRecord - How it is made again, in the words of whoever replays it.
 * @throws {UsageError} with file and line, when there is no such file or it is broken.
 */
export async function readCassette(file: string, howToRecord: string): Promise<Cassette> {
  const read = await readJsonFile(file, cassetteSchema, maxRecordingBytes, parseExactJson);
  if ('value' in read) return read.value;
  throw new UsageError('The recording cannot be replayed', [...read.faults, `What to do: ${howToRecord}`]);
}

/**
 * Writes a recording as JSON for people to review, whole or not at all.
 *
 * @throws {UsageError} when it is too large, its file is something else, or it cannot be written.
 */
export async function writeCassette(file: string, { deployments, exchanges }: Cassette): Promise<void> {
  const text = `${stringify({ 'crosscheck-recording': 1, deployments, exchanges }, undefined, 2)}\n`;
  if (text.length > maxRecordingBytes)
    throw new UsageError(
      `The recording ${file} would have ${text.length} characters, and ${maxRecordingBytes} are read at most: record fewer exchanges`,
    );
  await inPlace(file, () => writeWholeFile(file, text));
}

/**
 * Makes sure that a recording can be written, before there is something to record.
 *
 * @throws {UsageError} when its file is something else, or cannot be written.
 */
export async function probeCassette(file: string): Promise<void> {
  await inPlace(file, () => probeFile(file));
}

async function inPlace(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await assertNoOtherFile(file);
    await write();
  } catch (error) {
    throw cannotWrite(`The recording ${file}`, error);
  }
}

/** An empty file is nobody's work. */
async function assertNoOtherFile(file: string): Promise<void> {
  const start = await startOf(file);
  if (start === '' || /^\s*\{\s*"crosscheck-recording"/.test(start)) return;
  throw new UsageError(
    `${file} is there and is no recording, so nothing is written over it: name another file`,
  );
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
