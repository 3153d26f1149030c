import { join, relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { Deployment } from '../deployment/deployment.js';
import { UsageError } from '../errors.js';
import type { TestRunner } from '../internal/test-context.js';
import { writeCassette } from '../recording/cassette.js';
import { Recorder, recordedDeployment } from '../recording/record-exchanges.js';
import { openReplay, type Replay, replayedDeployment } from '../recording/replay-exchanges.js';

/** The test file that runs now; without isolation, deployments and clients of one file serve the next as well. */
interface RunningFile {
  readonly recorder: Recorder;
  readonly replay: () => Promise<Replay>;
}

let running: RunningFile | undefined;

/**
 * Records the exchanges of the test file that is about to run when `CROSSCHECK_RECORD` names a folder, or answers them
 * from a recording when `CROSSCHECK_REPLAY` does: in a file of the test file's path. Once for each test file. Returns what
 * the runner says of deployments then.
 *
 * @throws {UsageError} when both are set.
 */
export function recordTestFile(): Partial<Pick<TestRunner, 'deploymentInUse' | 'isReplayed'>> {
  const { CROSSCHECK_RECORD: record, CROSSCHECK_REPLAY: replay } = process.env;
  const folder = record || replay;
  if (!folder) return {};
  if (record && replay)
    throw new UsageError('CROSSCHECK_RECORD writes what CROSSCHECK_REPLAY reads: set one of them');
  const testFile = relative(process.cwd(), expect.getState().testPath ?? 'unknown');
  const file = join(folder, `${testFile.replaceAll('..', '_')}.json`);
  const recorder = new Recorder();
  const howToRecord = `record again: run ${testFile} with CROSSCHECK_RECORD=${folder}`;
  running = { recorder, replay: once(() => openReplay(file, howToRecord)) };
  if (record) afterAll(() => save(file, recorder));
  return { deploymentInUse: remembering(record ? recorded : replayed), isReplayed: !record };
}

function recorded(deployment: Deployment): Deployment {
  return recordedDeployment(deployment, () => (running as RunningFile).recorder);
}

function replayed(deployment: Deployment): Deployment {
  return replayedDeployment(deployment, () => (running as RunningFile).replay());
}

/** Of a file whose tests sent nothing there is nothing to keep. */
async function save(file: string, recorder: Recorder): Promise<void> {
  if (!recorder.isEmpty) await writeCassette(file, recorder.cassette());
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** One in the place of each, however often it is asked for: clients are kept by their deployment. */
function remembering(exchange: TestRunner['deploymentInUse']): TestRunner['deploymentInUse'] {
  const known = new WeakMap<Deployment, Deployment>();
  return (deployment) => {
    const made = known.get(deployment) ?? exchange(deployment);
    known.set(deployment, made);
    return made;
  };
}
