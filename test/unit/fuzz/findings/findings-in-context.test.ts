import { defineDeployment } from 'crosscheck';
import { localFuzzedCalls, replayCase, runCampaign } from 'crosscheck/fuzz';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { beforeAll, describe, expect, it } from 'vitest';
import { startRewritingProxy } from '../../../support/rewriting-proxy.js';

describe('a fault that shows only after other requests', () => {
  let local: LocalDeployment;
  beforeAll(async () => {
    local = await startLocalDeployment();
    return () => local.stop();
  });

  it('is found with the shortest sequence that shows it, which a replay repeats', async () => {
    let caller: string | undefined;
    await using proxy = await startRewritingProxy(local.simulatorUrl, ({ body }, answer) => {
      const before = caller;
      caller = /Caller":"([^"]+)"/.exec(body)?.[1] ?? caller;
      return before === undefined
        ? answer
        : answer.replace(/"targetAddress":"[^"]*"/g, `"targetAddress":"${before}"`);
    });
    const { chains, observerUrl } = local;
    const deployment = defineDeployment({ simulatorUrl: proxy.url, observerUrl, chains });
    const { verdict, findings } = await runCampaign({
      deployment,
      calls: localFuzzedCalls(local),
      phases: [['valid', 80]],
      seed: 7,
      // Concurrent requests may reach the proxy in another order than they were sent.
      concurrency: 1,
    });
    const finding = findings.find(({ signature }) => signature.check === 'other-messages');
    expect(verdict).toBe('findings');
    expect(finding).toMatchObject({ label: 'stable', context: 'predecessors', runs: { shown: 5, of: 5 } });
    expect(finding?.plan.steps).toHaveLength(2);
    const replay = await replayCase({
      deployment,
      plan: finding?.plan ?? { phase: 'valid', kind: '', steps: [] },
    });
    expect(replay.findings).toContainEqual(expect.objectContaining({ id: finding?.id, label: 'stable' }));
  });

  it.each([
    [64, { label: 'stable', context: 'predecessors' }],
    [16, { label: 'not-reproduced', runs: { shown: 0, of: 5 }, predecessors: 16 }],
  ])('is looked for after at most %d requests before it', async (maxPredecessors, expected) => {
    const bodies: string[] = [];
    await using proxy = await startRewritingProxy(local.simulatorUrl, ({ body }, answer) => {
      bodies.push(body);
      return bodies[30] !== undefined && bodies.at(-20) === bodies[30]
        ? answer.replace(/"simulationStatus":(\w+)/, '"simulationStatus":"$1"')
        : answer;
    });
    const { chains, observerUrl } = local;
    const { findings } = await runCampaign({
      deployment: defineDeployment({ simulatorUrl: proxy.url, observerUrl, chains }),
      calls: localFuzzedCalls(local),
      phases: [['valid', 80]],
      seed: 7,
      concurrency: 1,
      shrinkRuns: 3,
      maxPredecessors,
    });
    expect(findings).toMatchObject([expected]);
  });
});
