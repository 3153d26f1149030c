import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { DeploymentSources } from '../deployment/current-deployment.js';
import type { Deployment } from '../deployment/deployment.js';
import { variableText } from '../deployment/environment.js';
import { UsageError } from '../errors.js';
import { probeFolder } from '../internal/files.js';
import { formatText } from '../internal/print.js';
import { writeCassette } from '../recording/cassette.js';
import { Recorder, recordedDeployment } from '../recording/record-exchanges.js';
import { openReplay, type Replay, replayedDeployment } from '../recording/replay-exchanges.js';
import { vitest } from './peer.js';

const { afterAll, expect } = vitest;

/** The current test file. Without isolation, deployments and clients of one file are reused by the next. */
interface RunningFile {
  readonly recorder: Recorder;
  readonly replay: () => Promise<Replay>;
}

let running: RunningFile | undefined;

/**
 * Records the exchanges of the next test file when `CROSSCHECK_RECORD` names a folder, or replays them when
 * `CROSSCHECK_REPLAY` does. The recording has the path of the test file. Call it once for each test file. Returns the
 * sources of deployments that replace them.
 *
 * @throws {UsageError} when both are set, or when there is no folder to replay, or none that can be written.
 */
export async function recordTestFile(): Promise<Partial<DeploymentSources>> {
  const record = variableText(process.env, 'CROSSCHECK_RECORD');
  const replay = variableText(process.env, 'CROSSCHECK_REPLAY');
  const folder = record || replay;
  if (!folder) return {};
  if (record && replay)
    throw new UsageError('CROSSCHECK_RECORD writes what CROSSCHECK_REPLAY reads: set one of them');
  if (replay && !existsSync(replay))
    throw new UsageError(
      `There are no recordings to replay: CROSSCHECK_REPLAY names ${replay}, which does not exist`,
      [
        {
          advice: `record them with CROSSCHECK_RECORD=${replay}, or fix the path; it is relative to ${process.cwd()}`,
        },
      ],
    );
  const testFile = relative(process.cwd(), expect.getState().testPath ?? 'unknown');
  const file = join(folder, `${testFile.replaceAll('..', '_')}.json`);
  if (record) await assertFolder(record);
  const recorder = new Recorder();
  const howToRecord = `record again: run ${testFile} with CROSSCHECK_RECORD=${folder}`;
  running = { recorder, replay: once(() => openReplay(file, howToRecord)) };
  if (record) afterAll(() => save(file, recorder));
  return { deploymentInUse: memoized(record ? recorded : replayed), isReplayed: !record };
}

/** Throws if recordings cannot be written to a folder, before the tests send anything. Creates nothing. */
async function assertFolder(folder: string): Promise<void> {
  try {
    await probeFolder(folder);
  } catch (error) {
    throw new UsageError(
      `CROSSCHECK_RECORD must name a folder that can be written, got ${formatText(folder)}`,
      [`${(error as Error).message}; the path is relative to ${process.cwd()}`],
      error,
    );
  }
}

function recorded(deployment: Deployment): Deployment {
  return recordedDeployment(deployment, () => (running as RunningFile).recorder);
}

function replayed(deployment: Deployment): Deployment {
  return replayedDeployment(deployment, () => (running as RunningFile).replay());
}

/** Writes the cassette, unless the tests sent nothing. */
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

/** Memoizes the replacement of each deployment, because clients are cached by deployment. */
function memoized(exchange: DeploymentSources['deploymentInUse']): DeploymentSources['deploymentInUse'] {
  const known = new WeakMap<Deployment, Deployment>();
  return (deployment) => {
    const made = known.get(deployment) ?? exchange(deployment);
    known.set(deployment, made);
    return made;
  };
}
