import 'crosscheck/vitest';
import { readFile } from 'node:fs/promises';
import { createClient, waitForInclusion } from 'crosscheck';
import { expect, it } from 'vitest';
import { filesRun } from '../../support/files-run.js';
import { record } from '../../support/scripted-observer.js';
import { id, included, observed } from './observed.js';
import { request, simulator } from './simulator.js';

const contributing = await readFile(new URL('../../../CONTRIBUTING.md', import.meta.url), 'utf8');

/** Returns the number of files that CONTRIBUTING.md allows a walk. */
function allowedFiles(heading: string): number {
  const [, section = ''] = contributing.split(`## ${heading}\n`);
  return Number(/at most (\d+) files/.exec(section)?.[1]);
}

it('an assertion that passes runs no more files than CONTRIBUTING.md says', async () => {
  const deployment = await simulator(record({ simulationStatus: true }));
  const files = await filesRun(() => expect(request).toSimulateSuccessfully({ deployment }));
  expect(files).toContain('client/transport.ts');
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(allowedFiles('How an assertion runs'));
});

it('a wait of one poll runs no more files than CONTRIBUTING.md says', async () => {
  const { deployment } = await observed([included]);
  const client = createClient(deployment);
  const files = await filesRun(() => waitForInclusion(client, id));
  expect(files).toContain('client/transport.ts');
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(allowedFiles('How a poll runs'));
});
