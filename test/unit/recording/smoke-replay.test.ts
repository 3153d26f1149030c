import { replayExchanges } from 'crosscheck';
import { runSmoke, type SmokeReport } from 'crosscheck/smoke';
import { expect, test } from 'vitest';
import { startService } from '../smoke/service.js';
import { deploymentAt, recorded } from './recorded-calls.js';

test('a smoke run says the same when it is replayed, but for what only a live service has', async () => {
  const service = await startService();
  let live: SmokeReport | undefined;
  const { file } = await recorded(deploymentAt(service.origin), async (deployment) => {
    live = await runSmoke({ deployment, samples: 2 });
  });
  const sent = service.requests.length;

  const deployment = await replayExchanges(deploymentAt('https://staging.example.org'), { file });
  const { checks } = await runSmoke({ deployment, samples: 2 });
  const statuses = (report: readonly SmokeReport['checks'][number][] = []): string[] =>
    report
      .filter(({ name }) => !/latency|tls|clock/.test(name))
      .map(({ name, status, message }) => `${name} ${status} ${message.replace(/in [\d.]+ m?s/, '')}`);
  expect(statuses(checks)).toEqual(statuses(live?.checks));
  expect(checks.filter(({ name }) => /latency|tls|clock/.test(name)).map(({ status }) => status)).toEqual([
    'skipped',
    'skipped',
    'skipped',
    'skipped',
  ]);
  expect(service.requests).toHaveLength(sent);
});
