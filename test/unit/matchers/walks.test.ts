import 'crosscheck/vitest';
import { readFile } from 'node:fs/promises';
import { createClient, waitForInclusion } from 'crosscheck';
import { startLocalDeployment } from 'crosscheck/local';
import { expect, it, onTestFinished } from 'vitest';
import { filesRun } from '../../support/files-run.js';
import { postJson } from '../../support/http-exchange.js';
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

it('a request to the local deployment runs no more files than CONTRIBUTING.md says', async () => {
  const local = await startLocalDeployment({ clock: 'manual' });
  onTestFinished(() => local.stop());
  const url = `${local.simulatorUrl}/alpha/simulator/simulate-message`;
  const body = JSON.stringify({
    shardsKey: '7',
    alphaCallParams: { target: local.contracts.targets.bounce },
    betaAssets: [],
    betaCaller: local.accounts[0],
  });
  const files = await filesRun(() => postJson(url, body));
  expect(files).toContain('local/evm/destination-chain.ts');
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(
    allowedFiles('How a request runs through the local deployment'),
  );
});
