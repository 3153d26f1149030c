import type { Command } from 'commander';
import { UsageError } from '../../errors.js';
import { givenOptions } from '../flag.js';
import { recordingFlags } from './recording-flags.js';
import type { Target } from './target.js';

interface RecordingOptions {
  readonly record?: string;
  readonly replay?: string;
}

/**
 * Runs a part of a command with its target. With `--record`, the exchanges are written to a file when the part ends, even if
 * it fails. With `--replay`, the answers come from such a file.
 *
 * @throws {UsageError} if both flags are set, or a file is invalid or cannot be written; also what `run` throws.
 */
export async function withRecording<T>(
  command: Command,
  target: Target,
  run: (target: Target) => Promise<T>,
): Promise<T> {
  const { record, replay }: RecordingOptions = givenOptions(command, recordingFlags);
  if (record !== undefined && replay !== undefined)
    throw new UsageError('--record and --replay exclude each other: pass one of them');
  if (replay !== undefined) {
    const { openReplay, replayedDeployment } = await import('../../recording/replay-exchanges.js');
    const source = await openReplay(replay, `record again, with --record ${replay}`);
    return await run({ ...target, deployment: replayedDeployment(target.deployment, async () => source) });
  }
  if (record === undefined) return await run(target);
  const { probeCassette } = await import('../../recording/cassette.js');
  await probeCassette(record);
  const { recordExchanges } = await import('../../recording/record-exchanges.js');
  const recording = recordExchanges(target.deployment, { file: record });
  const result = await run({ ...target, deployment: recording.deployment }).catch(async (error: Error) => {
    await recording.save().catch((unsaved: Error) => {
      error.message += `\n\n${unsaved.message}`;
    });
    throw error;
  });
  await recording.save();
  return result;
}
