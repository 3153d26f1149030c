import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runCampaign } from 'crosscheck/fuzz';
import { expect, test } from 'vitest';
import { projectFolder } from '../../support/project-folder.js';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { cliRun } from '../cli/cli-run.js';
import { fullRequest } from '../client/calls.js';
import { deploymentAt, serviceOf } from '../smoke/service.js';

const good = answerOf(200, '{"response":{"simulationStatus":true}}');

/** Runs `crosscheck simulate --record` in a folder. Returns what was there when the request came. */
async function recordIn(folder: string, file: string) {
  let found: { readonly names: readonly string[]; readonly text: string } | undefined;
  const server = await startRawServer((socket) => {
    const names = readdirSync(folder, { recursive: true }).map(String).sort();
    found = { names, text: names.includes(file) ? readFileSync(join(folder, file), 'utf8') : '' };
    socket.write(good);
  });
  const args = ['simulate', join(folder, 'request.json'), '--simulator-url', server.origin];
  const run = await cliRun([...args, '--record', resolve(folder, file)]);
  return { ...run, found, requests: server.requests };
}

test('where a recording can be written is found out in advance, without a change of the file', async () => {
  const folder = await projectFolder({ 'request.json': JSON.stringify(fullRequest) });
  const first = await recordIn(folder, 'new/a.json');
  expect(first).toMatchObject({ exitCode: 0, found: { names: ['new', 'request.json'] } });
  const written = readFileSync(join(folder, 'new/a.json'), 'utf8');
  const second = await recordIn(folder, 'new/a.json');
  expect(second).toMatchObject({
    exitCode: 0,
    found: { names: ['new', 'new/a.json', 'request.json'], text: written },
  });
});

test.runIf(process.platform === 'linux')('a folder that cannot be made is an error', async () => {
  const folder = await projectFolder({ 'request.json': JSON.stringify(fullRequest) });
  const { exitCode, stderr, requests } = await recordIn(folder, '/proc/nope/a.json');
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('cannot be written: there is no such file or folder (ENOENT)'),
  });
  expect(requests).toEqual([]);
});

test('a file that cannot be written leaves nothing behind', async () => {
  const broken = answerOf(200, '{"response":{"simulationStatus":7}}');
  const server = await startRawServer(serviceOf(({ method }) => (method === 'POST' ? broken : undefined)));
  const corpus = await projectFolder();
  const campaign = runCampaign({
    deployment: deploymentAt(server.origin),
    corpus,
    cases: 1,
    phases: ['valid'],
    shrinkRuns: 0,
    onEvent(event) {
      if (event.event === 'finding') mkdirSync(join(corpus, `${event.finding.id}.json`), { recursive: true });
    },
  });
  await expect(campaign).rejects.toThrow(/^The case .+ cannot be written: it is a folder \(EISDIR\)$/);
  expect(readdirSync(corpus)).toEqual([expect.stringMatching(/^[\w-]+\.json$/)]);
});
