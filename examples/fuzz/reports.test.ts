import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CampaignEvent, findingText, localFuzzedCalls, runCampaign } from 'crosscheck/fuzz';
import { startLocalDeployment } from 'crosscheck/local';
import { formatReport, mergeReports, summaryOfEvents } from 'crosscheck/report';
import { expect, onTestFinished, test } from 'vitest';

test('shards are put together, and their report is written as a page and for a build server', async () => {
  const local = await startLocalDeployment();
  onTestFinished(() => local.stop());
  await local.setFault({ fault: 'zero-gas' });
  const folder = await mkdtemp(join(tmpdir(), 'crosscheck-reports-'));
  onTestFinished(() => rm(folder, { recursive: true }));

  // On machines of their own the shards write files, which `readReport` reads.
  const reports: CampaignEvent[][] = [];
  for (const index of [0, 1]) {
    const events: CampaignEvent[] = [];
    await runCampaign({
      deployment: local.deployment,
      calls: localFuzzedCalls(local),
      seed: 7, // the same for all
      shard: { index, count: 2 },
      phases: [['valid', 20]],
      onEvent: (event) => events.push(event),
    });
    reports.push(events);
  }

  const summary = summaryOfEvents(mergeReports(reports));
  await writeFile(join(folder, 'campaign.html'), formatReport(summary, 'html'));
  await writeFile(join(folder, 'campaign.xml'), formatReport(summary, 'junit'));
  for (const finding of summary.findings) console.log(findingText(finding));

  expect(summary.cases).toBe(20);
  expect(summary.missingShards).toEqual([]);
  expect(summary.findings.map(({ signature, confidence }) => [signature.check, confidence])).toEqual([
    ['gas-missing', 'stable'],
  ]);
}, 60_000);
