import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineDeployment } from 'crosscheck';
import {
  type CampaignOptions,
  type Finding,
  knownChecks,
  localFuzzedCalls,
  replayCase,
  runCampaign,
} from 'crosscheck/fuzz';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Rewrite, startRewritingProxy } from '../support/rewriting-proxy.js';
import { sampleFinding, writeCorpusEntry } from '../support/sample-finding.js';
import { inTurn, simulation } from '../support/written-cases.js';

const hasAssets = (body: string): boolean => body.includes('"amount"');

describe('a fault that shows only after other requests', () => {
  let local: LocalDeployment;
  beforeAll(async () => {
    local = await startLocalDeployment();
    return () => local.stop();
  });

  /** Runs a campaign behind a proxy that rewrites simulations, and replays the finding of a check if it has several requests. */
  async function fuzz(check: string, rewrite: Rewrite, options: Partial<CampaignOptions> = {}) {
    await using proxy = await startRewritingProxy(local.simulatorUrl, rewrite);
    const { chains, observerUrl } = local;
    const deployment = defineDeployment({
      simulatorUrl: proxy.url,
      observerUrl,
      chains,
      attemptTimeoutMs: 400,
    });
    const { verdict, findings } = await runCampaign({
      deployment,
      calls: localFuzzedCalls(local),
      phases: [['valid', 80]],
      seed: 7,
      // Concurrent requests may reach the proxy in another order than they were sent.
      concurrency: 1,
      ...options,
    });
    const finding = findings.find(({ signature }) => signature.check === check);
    const plan = finding?.plan;
    const replay = plan && plan.steps.length > 1 ? await replayCase({ deployment, plan }) : undefined;
    return { verdict, finding, replayed: replay?.findings.find(({ id }) => id === finding?.id) };
  }

  const callers = (): Rewrite => {
    let caller: string | undefined;
    return ({ body }, answer) => {
      const before = caller;
      caller = /Caller":"([^"]+)"/.exec(body)?.[1] ?? caller;
      return before === undefined
        ? answer
        : answer.replace(/"targetAddress":"[^"]*"/g, `"targetAddress":"${before}"`);
    };
  };

  const changedBySimulation = (): Rewrite => {
    let isPaid = false;
    return ({ body }, answer) => {
      const isShort = isPaid && !hasAssets(body);
      isPaid = hasAssets(body);
      return isShort
        ? '{"response":{"simulationStatus":false,"simulationError":"insufficient balance","estimatedGas":21000}}'
        : answer;
    };
  };

  const ofAbandoned = (): Rewrite => {
    const bodies: string[] = [];
    let late: string | undefined;
    return async ({ body, abandoned }, answer) => {
      bodies.push(body);
      if (body === bodies[30]) {
        await abandoned;
        late = answer;
        return answer;
      }
      const given = late ?? answer;
      late = undefined;
      return given;
    };
  };

  it.each<[string, string, () => Rewrite]>([
    ['messages name the caller of the request before', 'unexpected-messages', callers],
    ['a simulation changes the next one', 'wrong-verdict', changedBySimulation],
    ['the answer to an abandoned request is given to the next', 'unexpected-messages', ofAbandoned],
  ])(
    'is found with the shortest sequence that shows it, which a replay repeats: %s',
    async (_, check, rewrite) => {
      // Each further finding would be confirmed with requests that wait for their timeout.
      const skipChecks = knownChecks.flatMap(({ name }) => (name === check ? [] : name));
      const { verdict, finding, replayed } = await fuzz(check, rewrite(), { skipChecks, shrinkRuns: 5 });
      expect(verdict).toBe('findings');
      expect(finding).toMatchObject({
        confidence: 'stable',
        context: 'predecessors',
        runs: { shown: 5, of: 5 },
      });
      expect(finding?.plan.steps).toHaveLength(2);
      expect(replayed).toMatchObject({ confidence: 'stable' });
    },
  );

  it.each([
    [64, { confidence: 'stable', context: 'predecessors' }],
    [16, { confidence: 'not-reproduced', runs: { shown: 0, of: 5 }, predecessors: 16 }],
  ])('is looked for after at most %d requests before it', async (maxPredecessors, expected) => {
    const bodies: string[] = [];
    const rewrite: Rewrite = ({ body }, answer) => {
      bodies.push(body);
      return bodies[30] !== undefined && bodies.at(-20) === bodies[30]
        ? answer.replace(/"simulationStatus":(\w+)/, '"simulationStatus":"$1"')
        : answer;
    };
    const { finding } = await fuzz('schema', rewrite, { shrinkRuns: 3, maxPredecessors });
    expect(finding).toMatchObject(expected);
  });

  /** Answers a call as an earlier one that differed only in its assets. */
  const cached = (): Rewrite => {
    const answers = new Map<string, string>();
    return ({ method, body }, answer) => {
      if (method !== 'POST') return answer;
      const { betaAssets: _, feeAssetAddress: __, ...others } = JSON.parse(body);
      const key = JSON.stringify([others.shardsKey, others.alphaCallParams, others.betaCaller]);
      const kept = answers.get(key) ?? answer;
      answers.set(key, kept);
      return kept;
    };
  };

  it('is confirmed by requests that the deployment has not seen, so that it shows after a restart', async () => {
    const [token] = local.tokens;
    const callWith = (amount: string) => {
      const betaAssets = [{ amount, tokenAddress: token?.beta }];
      const alphaCallParams = {
        target: local.contracts.targets.bounce,
        methodName: 'bounce',
        arguments: '0x',
      };
      const request = { shardsKey: '81', alphaCallParams, betaAssets, betaCaller: local.accounts[0] };
      return simulation(request, { succeeds: true, returns: betaAssets });
    };
    const folder = await mkdtemp(join(tmpdir(), 'crosscheck-context-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const written = inTurn(callWith('1000'), callWith('7'));
    await writeCorpusEntry(folder, sampleFinding({ plan: written }));
    await using proxy = await startRewritingProxy(local.simulatorUrl, cached());
    const { chains, observerUrl } = local;
    const at = (simulatorUrl: string) => defineDeployment({ simulatorUrl, observerUrl, chains });
    const { findings } = await runCampaign({
      deployment: at(proxy.url),
      calls: localFuzzedCalls(local),
      phases: ['corpus'],
      corpus: folder,
      shrinkRuns: 40,
      skipChecks: knownChecks.flatMap(({ name }) => (name === 'assets-not-conserved' ? [] : name)),
    });
    expect(findings).toMatchObject([
      { signature: { check: 'assets-not-conserved' }, confidence: 'stable', plan: { steps: [{}, {}] } },
    ]);
    const [{ id, plan }] = findings as [Finding];
    await using restarted = await startRewritingProxy(local.simulatorUrl, cached());
    const { findings: replayed } = await replayCase({ deployment: at(restarted.url), plan, runs: 2 });
    expect(replayed.map((finding) => finding.id)).toContain(id);
  });
});
