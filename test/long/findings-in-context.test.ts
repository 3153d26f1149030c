import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineDeployment } from 'crosscheck';
import {
  type CampaignOptions,
  type CasePlan,
  type CaseRequest,
  type Finding,
  knownChecks,
  replayCase,
  runCampaign,
} from 'crosscheck/fuzz';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Rewrite, startRewritingProxy } from '../support/rewriting-proxy.js';
import { findingId, sampleFinding, writeCorpusEntry } from '../support/sample-finding.js';
import { inTurn, simulation } from '../support/written-cases.js';

const hasAssets = (body: string): boolean => body.includes('"amount"');

/** Writes cases into a new corpus, from which a campaign sends them in this order: that of their file names, which are the ids. */
async function corpusOf(plans: readonly CasePlan[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crosscheck-context-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const signatures = plans.map((_, at) => ({ ...sampleFinding().signature, path: `response.member${at}` }));
  const ids = signatures
    .map((signature) => ({ id: findingId(signature), signature }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const [at, plan] of plans.entries())
    await writeCorpusEntry(folder, sampleFinding({ ...ids[at], plan }));
  return folder;
}

describe('a fault that shows only after other requests', () => {
  let local: LocalDeployment;
  beforeAll(async () => {
    local = await startLocalDeployment();
    return () => local.stop();
  });

  /** A call of an account that gets back what it sends. */
  function bounce(amount: number, account = 0): CaseRequest {
    const betaAssets = amount === 0 ? [] : [{ amount: `${amount}`, tokenAddress: local.tokens[0]?.beta }];
    const alphaCallParams = { target: local.contracts.targets.bounce, methodName: 'bounce', arguments: '0x' };
    const betaCaller = local.accounts[account];
    const request = { shardsKey: '81', alphaCallParams, betaAssets, betaCaller };
    const sends = betaAssets.map(() => ({ targetAddress: betaCaller }));
    return simulation(request, { succeeds: true, returns: betaAssets, sends });
  }

  /** Calls that differ in their amounts. */
  const bounces = (count: number): CaseRequest[] =>
    Array.from({ length: count }, (_, at) => bounce(1_000 + at));

  const deploymentAt = (simulatorUrl: string) => {
    const { chains, observerUrl } = local;
    return defineDeployment({ simulatorUrl, observerUrl, chains, attemptTimeoutMs: 400 });
  };

  /**
   * Runs a campaign of calls, one after the other, behind a proxy that rewrites simulations, and replays the finding of a check if
   * it has several requests.
   */
  async function fuzz(
    calls: readonly CaseRequest[],
    check: string,
    rewrite: Rewrite,
    options: Partial<CampaignOptions> = {},
  ) {
    await using proxy = await startRewritingProxy(local.simulatorUrl, rewrite);
    const deployment = deploymentAt(proxy.url);
    const { verdict, findings } = await runCampaign({
      deployment,
      phases: ['corpus'],
      corpus: await corpusOf(calls.map((call) => inTurn(call))),
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
    let late: string | undefined;
    return async ({ body, abandoned }, answer) => {
      if (body.includes('"1003"')) {
        await abandoned;
        late = answer;
        return answer;
      }
      const given = late ?? answer;
      late = undefined;
      return given;
    };
  };

  it.each<[string, string, () => Rewrite, () => CaseRequest[]]>([
    [
      'messages name the caller of the request before',
      'unexpected-messages',
      callers,
      () => [...bounces(5), bounce(1, 1)],
    ],
    [
      'a simulation changes the next one',
      'wrong-verdict',
      changedBySimulation,
      () => [...bounces(5), bounce(0)],
    ],
    [
      'the answer to an abandoned request is given to the next',
      'unexpected-messages',
      ofAbandoned,
      () => [...bounces(4), bounce(1, 1), bounce(2, 1)],
    ],
  ])(
    'is found with the shortest sequence that shows it, which a replay repeats: %s',
    async (_, check, rewrite, calls) => {
      // Each further finding would be confirmed with requests that wait for their timeout.
      const skipChecks = knownChecks.flatMap(({ name }) => (name === check ? [] : name));
      const { verdict, finding, replayed } = await fuzz(calls(), check, rewrite(), {
        skipChecks,
        shrinkRuns: 5,
      });
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
      return bodies.at(-20)?.includes('"1003"')
        ? answer.replace(/"simulationStatus":(\w+)/, '"simulationStatus":"$1"')
        : answer;
    };
    const { finding } = await fuzz(bounces(30), 'schema', rewrite, { shrinkRuns: 3, maxPredecessors });
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
    await using proxy = await startRewritingProxy(local.simulatorUrl, cached());
    const { findings } = await runCampaign({
      deployment: deploymentAt(proxy.url),
      phases: ['corpus'],
      corpus: await corpusOf([inTurn(bounce(1_000), bounce(7))]),
      shrinkRuns: 40,
      skipChecks: knownChecks.flatMap(({ name }) => (name === 'assets-not-conserved' ? [] : name)),
    });
    expect(findings).toMatchObject([
      { signature: { check: 'assets-not-conserved' }, confidence: 'stable', plan: { steps: [{}, {}] } },
    ]);
    const [{ id, plan }] = findings as [Finding];
    await using restarted = await startRewritingProxy(local.simulatorUrl, cached());
    const { findings: replayed } = await replayCase({
      deployment: deploymentAt(restarted.url),
      plan,
      runs: 2,
    });
    expect(replayed.map((finding) => finding.id)).toContain(id);
  });
});
