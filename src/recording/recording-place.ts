import { type FileHandle, open } from 'node:fs/promises';
import { UsageError } from '../errors.js';
import { probeFile } from '../internal/json-files/write-whole-file.js';
import { cannotWrite } from '../internal/writing.js';

/**
 * Makes sure that a recording can be written, before there is something to record.
 *
 * @throws {UsageError} when its file is something else, or cannot be written.
 */
export async function probeRecording(file: string): Promise<void> {
  await inRecordingPlace(file, () => probeFile(file));
}

/**
 * Does something to the file of a recording.
 *
 * @throws {UsageError} when the file is something else, or what is done fails.
 */
export async function inRecordingPlace(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await refuseOtherFile(file);
    await write();
  } catch (error) {
    throw cannotWrite(`The recording ${file}`, error);
  }
}

/** An empty file is nobody's work. */
async function refuseOtherFile(file: string): Promise<void> {
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
