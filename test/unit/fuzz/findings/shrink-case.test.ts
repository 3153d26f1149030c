import { isDeepStrictEqual } from 'node:util';
import type { SimulationRequest } from 'crosscheck';
import type { CasePlan, Expectation } from 'crosscheck/fuzz';
import { describe, expect, test } from 'vitest';
import { nonEmpty } from '../../../support/non-empty.js';
import { tokenTotals } from '../../../support/token-totals.js';
import { createPhase, onlyRequest, type PhaseCase, phaseContext } from '../phases/phase-context.js';
import { at, type CheckedViolation, check, judged, ledgerOf, nothing, violation } from './scripted-ledger.js';

const context = phaseContext({ chains: { alpha: 'evm', beta: 'tvm' } });
const { deployment } = context;
const token = `0:${'ab'.repeat(32)}`;
const request: SimulationRequest = {
  shardsKey: '17',
  alphaCallParams: { target: `0x${'11'.repeat(20)}`, arguments: '0xabcdef', methodName: 'bounce' },
  betaAssets: [
    { amount: '9223372036854775809' },
    { amount: '18446744073709551616', tokenAddress: token },
    { amount: '5', tokenAddress: token },
  ],
  betaCaller: token,
  extraData: '0xab',
  feeAssetAddress: token,
};
const returns = [{ amount: '9223372036854775809' }, { amount: '18446744073709551621', tokenAddress: token }];

/** A case that was generated, and that its arbitrary shrinks to one without arguments. */
function generatedCase(expect: Expectation, sent: SimulationRequest = request): PhaseCase {
  const said = expect.kind === 'simulated' ? { ...expect, request: sent } : expect;
  const plain = { ...sent, alphaCallParams: { ...sent.alphaCallParams, arguments: '0x' } };
  const body = JSON.stringify(deployment.dialect.toWireRequest(sent));
  const planned = { endpoint: 'simulate', body, expect: said };
  return {
    plan: { phase: 'valid', kind: 'call', steps: [{ requests: [planned] }] },
    shrinks: () => (sent.alphaCallParams?.arguments === '0x' ? [] : [generatedCase(expect, plain)]),
  };
}

/** What is found at a member of an answer, so that no other members of the request are tried to find its condition. */
const shownAt: readonly CheckedViolation[] = [{ check: check(), violation: violation(0, 'response.a') }];

/** Shrinks a case as long as it shows something. Returns the simplest one that does, and all others that were run. */
async function shrunk(
  phaseCase: PhaseCase,
  shows: (plan: CasePlan) => boolean,
): Promise<{ plan: CasePlan; ran: CasePlan[] }> {
  const ran: CasePlan[] = [];
  const { ledger, findings } = ledgerOf(() => nothing, {
    settings: { deployment, reruns: 1 },
    run: async (plan) => {
      // To a case with a shards key that was never sent before, the deployment does not answer.
      if (keyIn(plan).length > 3 && keyIn(plan) !== keyIn(phaseCase.plan))
        return judged(plan, 'inconclusive');
      ran.push(plan);
      return judged(plan, shows(plan) ? shownAt : nothing);
    },
  });
  ledger.record(judged(phaseCase.plan, shownAt), phaseCase, at(0));
  await ledger.settle();
  const [finding] = findings();
  if (finding === undefined) throw new Error('nothing was found');
  return { plan: finding.plan, ran: ran.filter((plan) => !isDeepStrictEqual(plan, finding.plan)) };
}

function keyIn(plan: CasePlan): string {
  return /"shardsKey":"([^"]*)"/.exec((onlyRequest(plan) as { body: string }).body)?.[1] ?? '';
}

/** Returns the cases that are tried first. */
async function firstTried(phaseCase: PhaseCase): Promise<CasePlan[]> {
  return (await shrunk(phaseCase, (plan) => isDeepStrictEqual(plan, phaseCase.plan))).ran;
}

function sentIn(plan: CasePlan): Record<string, unknown> {
  return JSON.parse((onlyRequest(plan) as { body: string }).body);
}

describe('a case with one simulation request', () => {
  test('shrinks to what is needed, in few runs, and then as it was generated', async () => {
    const { plan, ran } = await shrunk(
      generatedCase({ kind: 'simulated', request, succeeds: true, returns }),
      (plan) => {
        const { expect } = onlyRequest(plan);
        return expect.kind === 'simulated' && (expect.returns ?? []).some(({ amount }) => amount !== '0');
      },
    );
    expect(sentIn(plan)).toEqual({
      shardsKey: '0',
      evmCallParams: { target: `0x${'11'.repeat(20)}`, arguments: '0x', methodName: 'bounce' },
      tvmAssets: [{ amount: '1' }],
      tvmCaller: token,
    });
    expect(onlyRequest(plan).expect).toEqual({
      kind: 'simulated',
      request: expect.anything(),
      returns: [{ amount: '1', tokenAddress: '' }],
    });
    expect(ran.length).toBeLessThan(60);
  });

  test('is not run twice with the same request', async () => {
    const { ran } = await shrunk(
      generatedCase({ kind: 'simulated', request }),
      (plan) => (sentIn(plan).tvmAssets as unknown[]).length > 0,
    );
    const sent = ran.map((plan) => JSON.stringify(sentIn(plan)));
    expect(sent.length).toBeGreaterThan(1);
    expect(new Set(sent).size).toBe(sent.length);
  });

  test('keeps a member that another one needs', async () => {
    const { plan } = await shrunk(generatedCase({ kind: 'simulated', request }), (plan) =>
      JSON.stringify(sentIn(plan)).includes('0xab"'),
    );
    expect(sentIn(plan)).toMatchObject({ extraData: '0xab', tvmAssets: [] });
    expect(sentIn(plan).evmCallParams).toEqual({ target: `0x${'11'.repeat(20)}` });
  });

  test('expects of simpler cases only what is known', async () => {
    const tried = await firstTried(generatedCase({ kind: 'simulated', request, succeeds: true, returns }));
    for (const plan of nonEmpty(tried)) {
      const { expect: said } = onlyRequest(plan);
      if (said.kind !== 'simulated') throw new Error(`a valid call became ${said.kind}`);
      const { arguments: bytes, methodName } = said.request.alphaCallParams ?? {};
      const isSameCall = bytes === '0xabcdef' && methodName === 'bounce';
      if (isSameCall)
        expect(tokenTotals(said.returns ?? [])).toEqual(tokenTotals(said.request.betaAssets ?? []));
      else if (said.succeeds === undefined) expect(said.returns).toBeUndefined();
    }
  });

  test('expects nothing of simpler cases if other assets come back than were sent', async () => {
    const swap = generatedCase({ kind: 'simulated', request, returns: [{ amount: '7' }] });
    const [simpler] = await firstTried(swap);
    expect(simpler && onlyRequest(simpler).expect).not.toHaveProperty('returns');
  });

  test('that is rejected keeps what is wrong with it', async () => {
    const wrong = { ...request, shardsKey: 'x' };
    const rejected = { kind: 'rejected', mutation: 'not-decimal', path: 'shardsKey', reason: '' } as const;
    const { plan } = await shrunk(generatedCase(rejected, wrong), () => true);
    expect(sentIn(plan)).toMatchObject({ shardsKey: 'x', tvmAssets: [] });
    expect(sentIn(plan)).not.toHaveProperty('extraData');
    expect(onlyRequest(plan).expect).toMatchObject({
      kind: 'rejected',
      mutation: 'not-decimal',
      path: 'shardsKey',
    });
  });

  test('that is rejected for what no oracle knows shrinks only as it was generated', async () => {
    const elsewhere = { kind: 'rejected', mutation: 'other-content-type', path: '', reason: '' } as const;
    expect(await firstTried(generatedCase(elsewhere))).toHaveLength(1);
  });

  test('shrinks to shorter ones in a phase that lists its cases', async () => {
    const phase = createPhase('smoke', context);
    for (const phaseCase of [0, 2].map((index) => phase.caseAt(1, index)))
      for (const simpler of nonEmpty(await firstTried(phaseCase)))
        expect(JSON.stringify(simpler).length).toBeLessThanOrEqual(JSON.stringify(phaseCase.plan).length);
  });
});
