import type { LooseSimulationRequest } from 'crosscheck';
import { formatBetaAddress } from 'crosscheck/contract';
import type { Expectation, Observation } from 'crosscheck/fuzz';
import { describe, expect, it } from 'vitest';
import { simulationMembers } from '../../../src/checks/simulation-members.js';
import { simulationDocs } from '../../support/member-docs.js';
import { answered, check, classes, context, found, simulate, simulation, validCall } from './observed.js';

const simulated = (response: object, expect: Expectation = validCall) =>
  answered(simulate(expect), { body: { response } });
const call = (known: object): Expectation => ({ kind: 'simulated', request: {}, ...known });

describe('duplicate-operation-id', () => {
  const ids = (...all: (string | undefined)[]) =>
    classes(
      check('duplicate-operation-id'),
      simulated({ outMessages: all.map((operationId) => ({ operationId })) }),
    );

  it('finds an id of two messages, in any letter case', () => {
    expect(ids('0x0a', '0x0b', '0x0A')).toEqual(['response.outMessages[].operationId: repeated']);
    expect(ids('0x0a', '0x0b')).toEqual([]);
  });

  it('ignores absent and empty ids', () => {
    expect(ids(undefined, undefined, '', '')).toEqual([]);
  });

  const raw = `0:${'ca'.repeat(32)}`;
  const friendly = formatBetaAddress({ workchain: 0, hash: 'ca'.repeat(32), form: 'bounceable' });
  const calls = (...all: [shardsKey: string, betaCaller: string, operationId: string][]) =>
    found(
      check('duplicate-operation-id'),
      all.map(([shardsKey, betaCaller, operationId]) =>
        simulated({ outMessages: [{ operationId }] }, call({ request: { shardsKey, betaCaller } })),
      ),
    ).map((violation) => [violation.at, violation.class]);

  it('finds an id of unrelated calls of one case', () => {
    expect(calls(['1', raw, '0x0a'], ['2', 'another', '0x0A'])).toEqual([[1, 'shared by different calls']]);
    expect(calls(['1', raw, '0x0a'], ['1', raw, '0x0a'], ['2', 'another', '0x0a'])).toEqual([
      [2, 'shared by different calls'],
    ]);
    expect(calls(['1', raw, '0x0a'], ['2', 'another', '0x0b'])).toEqual([]);
  });

  it('finds an id of calls that differ only in the shards key or the caller', () => {
    expect(calls(['1', raw, '0x0a'], ['2', friendly, '0x0a'])).toEqual([[1, 'shared by different calls']]);
    expect(calls(['1', raw, '0x0a'], ['1', 'another', '0x0a'])).toEqual([[1, 'shared by different calls']]);
    expect(calls(['1', raw, '0x0a'], ['1', friendly, '0x0a'])).toEqual([]);
    expect(calls(['1', raw, ''], ['2', 'another', ''])).toEqual([]);
  });
});

describe('unstable-members', () => {
  const first: LooseSimulationRequest = { shardsKey: '1' };
  const success = (request: LooseSimulationRequest, more: object) =>
    simulation(request, { simulationStatus: true, ...more });

  it('finds a member that comes and goes, or is written in two ways', () => {
    expect(
      classes(check('unstable-members'), [
        success(first, { outMessages: null }),
        success(first, { outMessages: [] }),
      ]),
    ).toEqual(['response.outMessages: presence varies']);
    const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const to = (text: string) => success(first, { debugInfo: { to: text } });
    expect(classes(check('unstable-members'), [to(checksummed), to(checksummed.toLowerCase())])).toEqual([
      'response.debugInfo.to: form varies',
    ]);
  });

  it('finds a success without a fee if other successes have one', () => {
    const [second, third] = [{ shardsKey: '2' }, { shardsKey: '3' }];
    const paid = [first, second].map((request) => success(request, { estimatedJettonFeeAmount: '5' }));
    const free = success(third, { estimatedJettonFeeAmount: '' });
    expect(classes(check('unstable-members'), [...paid, free])).toEqual([
      'response.estimatedJettonFeeAmount: missing',
    ]);
  });

  it('does not compare different requests or verdicts', () => {
    const [one, other] = [
      success(first, { outMessages: null }),
      success({ shardsKey: '2' }, { outMessages: [] }),
    ];
    expect(classes(check('unstable-members'), [one, other])).toEqual([]);
    const failure = simulation(first, { simulationStatus: false, simulationError: 'reverted' });
    expect(classes(check('unstable-members'), [success(first, {}), failure])).toEqual([]);
  });
});

describe('block-number', () => {
  const spanned = (block: bigint, startMs: number, endMs: number, endedAtMs = 1_800_000_000_000) => ({
    ...simulation({ shardsKey: '1' }, { debugInfo: { blockNumber: block } }),
    span: { startMs, endMs, endedAtMs },
  });
  /** In one step, as requests at the same time are. */
  const together = (observations: readonly Observation[], changed = context) =>
    check('block-number')
      .judge(
        {
          plan: {
            phase: 'metamorphic',
            kind: 'concurrency',
            steps: [{ requests: observations.map(({ request }) => request) }],
          },
          observations,
        },
        changed,
      )
      .map((violation) => violation.class);

  it('finds a different block for each of four concurrent simulations, however long they take', () => {
    expect(together([1n, 2n, 3n, 4n].map((block) => spanned(block, 0, 60_000)))).toEqual([
      'one block per simulation',
    ]);
  });

  it('accepts blocks that two share, that follow each other, or that many new blocks explain', () => {
    expect(together([1n, 2n, 3n, 3n].map((block) => spanned(block, 0, 10)))).toEqual([]);
    expect(together([1n, 2n, 3n, 4n].map((block, at) => spanned(block, 20 * at, 20 * at + 10)))).toEqual([]);
    expect(
      classes(check('block-number'), [spanned(1n, 0, 1), spanned(19n, 2, 3), spanned(37n, 4, 5)]),
    ).toEqual([]);
  });

  it('finds a block number that is a time', () => {
    expect(together([spanned(1_800_000_000n, 0, 1)])).toEqual(['a timestamp']);
  });
});

describe('simulation-changes-state', () => {
  const request = { shardsKey: '7' };
  const gas = (...amounts: number[]) =>
    amounts.map((estimatedGas) =>
      simulation(request, { simulationStatus: true, estimatedGas, debugInfo: { blockNumber: 5 } }),
    );

  it('finds gas that differs with each answer on one block', () => {
    expect(classes(check('simulation-changes-state'), gas(210_010, 210_311, 210_099, 210_207))).toEqual([
      'response.estimatedGas: differs in every answer',
    ]);
  });

  it('finds an error that changes after the first answer, whatever the gas does', () => {
    const answers = gas(1, 2, 3).map((one, at) => ({
      ...one,
      answer: {
        ...one.answer,
        simulation: { ...one.answer?.simulation, simulationError: at === 0 ? 'a' : 'b' },
      },
    }));
    expect(classes(check('simulation-changes-state'), answers as never)).toEqual([
      'response.simulationError: differs after the first answer',
    ]);
  });
});

it('every member of a simulation is one that checks can compare', () => {
  const compared = new Set<string>(Object.values(simulationMembers).map(({ path }) => path));
  // The lists of tokens are compared as a whole.
  const members = Object.keys(simulationDocs).filter((path) => !/\.tokens(?:Burned|Locked)\[\]/.test(path));
  expect(members.filter((path) => !compared.has(`response.${path}`))).toEqual([]);
});
