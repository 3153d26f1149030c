import { describe, expect, test } from 'vitest';
import type { CasePlan, Expectation } from '../../../../src/checks/case/case-plan.js';
import { tokenTotals } from '../../../../src/checks/simulations.js';
import type { SimulationRequest } from '../../../../src/contract/simulation-request.js';
import { simulateRequest } from '../../../../src/fuzz/phases/oracles.js';
import type { Phase, PhaseCase } from '../../../../src/fuzz/phases/phase.js';
import { singleRequestCase } from '../../../../src/fuzz/phases/phase.js';
import { simplifiedPhase } from '../../../../src/fuzz/phases/simpler/simplified-phase.js';
import { nonEmpty } from '../../../support/non-empty.js';
import { onlyRequest, phaseContext } from './phase-context.js';

const { deployment } = phaseContext({ chains: { alpha: 'evm', beta: 'tvm' } });
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

/** A phase of one case, which shrinks to one without arguments. */
function phaseOf(expect: Expectation, body: SimulationRequest = request): Phase {
  const caseOf = (sent: SimulationRequest): PhaseCase => {
    const said = expect.kind === 'simulated' ? { ...expect, request: sent } : expect;
    const plain = { ...sent, alphaCallParams: { ...sent.alphaCallParams, arguments: '0x' } };
    return {
      plan: singleRequestCase('valid', 'call', simulateRequest(sent, said, deployment)),
      shrinks: () => (sent.alphaCallParams?.arguments === '0x' ? [] : [caseOf(plain)]),
    };
  };
  return { name: 'valid', size: 1, caseAt: () => caseOf(body) };
}

/** Shrinks a case as long as it shows something; gives the last that does, and how many were looked at. */
function shrunk(phase: Phase, shows: (plan: CasePlan) => boolean): { plan: CasePlan; looks: number } {
  let next: PhaseCase | undefined = simplifiedPhase(phase, deployment).caseAt(1, 0);
  let { plan } = next;
  let looks = 0;
  while (next !== undefined) {
    ({ plan } = next);
    const simpler: Iterable<PhaseCase> = next.shrinks();
    next = undefined;
    for (const one of simpler) {
      looks++;
      if (!shows(one.plan)) continue;
      next = one;
      break;
    }
  }
  return { plan, looks };
}

function sentIn(plan: CasePlan): Record<string, unknown> {
  return JSON.parse((onlyRequest(plan) as { body: string }).body);
}

describe('a case with one simulation request', () => {
  test('shrinks to what is needed, in few looks, and then as its phase shrinks it', () => {
    const { plan, looks } = shrunk(
      phaseOf({ kind: 'simulated', request, succeeds: true, returns }),
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
    expect(looks).toBeLessThan(60);
  });

  test('says only as much of simpler ones as is known', () => {
    const first = simplifiedPhase(
      phaseOf({ kind: 'simulated', request, succeeds: true, returns }),
      deployment,
    );
    for (const { plan } of nonEmpty([...first.caseAt(1, 0).shrinks()])) {
      const { expect: said } = onlyRequest(plan);
      if (said.kind !== 'simulated') throw new Error(`a valid call became ${said.kind}`);
      const { arguments: bytes, methodName } = said.request.alphaCallParams ?? {};
      const isSameCall = bytes === '0xabcdef' && methodName === 'bounce';
      if (isSameCall)
        expect(tokenTotals(said.returns ?? [])).toEqual(tokenTotals(said.request.betaAssets ?? []));
      else if (said.succeeds === undefined) expect(said.returns).toBeUndefined();
    }
  });

  test('knows nothing of simpler ones when something else comes back than was sent', () => {
    const swap = phaseOf({ kind: 'simulated', request, returns: [{ amount: '7' }] });
    const [simpler] = simplifiedPhase(swap, deployment).caseAt(1, 0).shrinks();
    expect(simpler && onlyRequest(simpler.plan).expect).not.toHaveProperty('returns');
  });

  test('that is rejected keeps what is wrong with it', () => {
    const wrong = { ...request, shardsKey: 'x' };
    const rejected = { kind: 'rejected', mutation: 'not-decimal', path: 'shardsKey', reason: '' } as const;
    const { plan } = shrunk(phaseOf(rejected, wrong), () => true);
    expect(sentIn(plan)).toMatchObject({ shardsKey: 'x', tvmAssets: [] });
    expect(sentIn(plan)).not.toHaveProperty('extraData');
    expect(onlyRequest(plan).expect).toMatchObject({
      kind: 'rejected',
      mutation: 'not-decimal',
      path: 'shardsKey',
    });
  });

  test('that is rejected for what no oracle knows of shrinks as its phase shrinks it alone', () => {
    const elsewhere = { kind: 'rejected', mutation: 'other-content-type', path: '', reason: '' } as const;
    expect([...simplifiedPhase(phaseOf(elsewhere), deployment).caseAt(1, 0).shrinks()]).toHaveLength(1);
  });
});
