import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Deployment, type DeploymentOptions, defineDeployment, recordExchanges } from 'crosscheck';
import { onTestFinished } from 'vitest';

/** A deployment whose two operations are at one URL, and whose calls are not tried again. */
export function deploymentAt(url: string, options: Partial<DeploymentOptions> = {}): Deployment {
  return defineDeployment({ name: 'staging', simulatorUrl: url, observerUrl: url, retries: 0, ...options });
}

/** A path for a file that is gone when the test is finished. */
export async function scratchFile(text?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crosscheck-recording-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'recordings/a.json');
  if (text === undefined) return file;
  await writeFile(join(folder, 'a.json'), text);
  return join(folder, 'a.json');
}

/** Records what a function does with a deployment, and gives the file, and its text with the same times in each run. */
export async function recorded(
  deployment: Deployment,
  use: (deployment: Deployment) => Promise<unknown>,
): Promise<{ readonly file: string; readonly text: string }> {
  const file = await scratchFile();
  const recording = recordExchanges(deployment, { file });
  await use(recording.deployment);
  await recording.save();
  const text = (await readFile(file, 'utf8'))
    .replace(/"recordedAt": ".+"/g, '"recordedAt": "2026-11-21T12:00:00.000Z"')
    .replace(/"date": ".+GMT"/g, '"date": "Sat, 21 Nov 2026 12:00:00 GMT"');
  return { file, text };
}

/** Where nobody listens, so that what is sent there fails. */
export const nowhere = 'http://127.0.0.1:9/v1';
