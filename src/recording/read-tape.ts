import { UsageError } from '../errors.js';
import { readJsonFile } from '../internal/json-files/read-json-file.js';
import { parseExactJson } from './recorded-body.js';
import { recordingSchema } from './recording-schema.js';
import { Tape, type TapeOrigin } from './tape.js';
import { mostRecordingBytes } from './taped-exchange.js';

/**
 * Reads a recording to answer from it.
 *
 * @throws {UsageError} with file and line, when there is no such file or it is broken.
 */
export async function readTape(origin: TapeOrigin): Promise<Tape> {
  const { file, howToRecord } = origin;
  const read = await readJsonFile(file, recordingSchema, mostRecordingBytes, parseExactJson);
  if ('value' in read) return new Tape(read.value, origin);
  throw new UsageError('The recording cannot be replayed', [...read.faults, `What to do: ${howToRecord}`]);
}
