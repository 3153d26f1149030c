import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CampaignEvent, type CampaignOptions, runCampaign } from 'crosscheck/fuzz';
import { afterAll, describe, expect, it } from 'vitest';
import { observerAnswer } from '../../support/observer-answer.js';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { deploymentAt } from '../recording/recorded-calls.js';

const folder = mkdtempSync(join(tmpdir(), 'event-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a campaign of a few cases with a report. */
async function campaign(report: string, options: Partial<CampaignOptions> = {}) {
  const simulated = answerOf(200, '{"response":{"simulationStatus":false,"simulationError":"no"}}');
  const server = await startRawServer((socket, request) =>
    socket.write(request.method === 'GET' ? observerAnswer(request) : simulated),
  );
  const deployment = deploymentAt(server.origin);
  return {
    server,
    run: () => runCampaign({ deployment, phases: [['valid', 3]], seed: 1, report, ...options }),
  };
}

describe('the report of a campaign', () => {
  it('has every event in the file as soon as it happens, a line each', async () => {
    const path = join(folder, 'new.ndjson');
    const events: CampaignEvent[] = [];
    const onEvent = (event: CampaignEvent) => {
      events.push(event);
      expect(readFileSync(path, 'utf8')).toBe(events.map((one) => `${JSON.stringify(one)}\n`).join(''));
    };
    await (await campaign(path, { onEvent })).run();
    expect(events.at(-1)).toMatchObject({ event: 'end' });
  });

  it('of a campaign that cannot run leaves no file', async () => {
    const path = join(folder, 'never.ndjson');
    const deployment = deploymentAt('http://127.0.0.1:1');
    const { run } = await campaign(path, { deployment, connectTimeoutMs: 1 });
    await expect(run()).rejects.toMatchObject({ code: 'CAMPAIGN_CANNOT_RUN' });
    expect(existsSync(path)).toBe(false);
  });

  it('fills an empty file, and leaves one with something in it as it is', async () => {
    const path = join(folder, 'there.ndjson');
    writeFileSync(path, '');
    await (await campaign(path)).run();
    const before = readFileSync(path, 'utf8');
    expect(before).toMatch(/^{"event":"campaign"/);
    const { server, run } = await campaign(path);
    await expect(run()).rejects.toThrow(/^The report .*there\.ndjson already exists; choose another name/);
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(server.requests).toEqual([]);
  });

  it('names the reason if its file cannot be written', async () => {
    const { run } = await campaign(join(folder, 'no', 'folder.ndjson'));
    await expect(run()).rejects.toThrow(/cannot be written: there is no such file or folder \(ENOENT\)/);
  });

  it.runIf(process.platform === 'linux')('names a full disk with the file', async () => {
    await expect((await campaign('/dev/full')).run()).rejects.toThrow(
      'The report /dev/full cannot be written: no space left on the device (ENOSPC)',
    );
  });
});
