import { describe, expect, it } from 'vitest';
import { caseRequests } from '../../../../src/checks/case/case-plan.js';
import { createPhase } from '../../../../src/fuzz/phases/create-phase.js';
import { nonEmpty } from '../../../support/non-empty.js';
import { phaseContext, plansOf } from './phase-context.js';

const known = [`0x${'aa'.repeat(32)}`, `0x${'bb'.repeat(32)}`];
const idShape = /^0x[0-9a-f]{64}$/;

describe('the stateful phase', () => {
  const plans = plansOf(createPhase('stateful', phaseContext({}, known)), 200);
  const ofKind = (kind: string) => plans.filter((plan) => plan.kind === kind);

  it('polls each known operation, and unknown ids', () => {
    const alone = plans.filter(
      ({ kind }) => !['others-between', 'others-at-once', 'other-spellings'].includes(kind),
    );
    const asked = alone.map((plan) => {
      const ids = caseRequests(plan).flatMap(({ expect }) =>
        expect.kind === 'known' ? [expect.operationId] : [],
      );
      return [...new Set(ids)];
    });
    expect(new Set(asked.flat())).toEqual(new Set(known));
    expect(Math.max(...asked.map(({ length }) => length))).toBe(1);
    for (const request of nonEmpty(alone.flatMap(caseRequests))) {
      const id = 'operationId' in request.expect ? request.expect.operationId : '';
      if ('spelling' in request.expect) continue;
      expect(id).toMatch(idShape);
      expect(request).toMatchObject({ endpoint: 'inclusion', query: `operationId=${id}` });
      expect(known.includes(id)).toBe(request.expect.kind === 'known');
    }
  });

  it('pauses between the polls for at most 50 ms', () => {
    for (const { steps } of nonEmpty(ofKind('timeline'))) {
      expect(steps.length).toBeGreaterThan(1);
      expect(steps[0]?.pauseMs).toBeUndefined();
      for (const { pauseMs } of nonEmpty(steps.slice(1, -2))) expect(pauseMs).toBeLessThanOrEqual(50);
    }
  });

  it('ends with another spelling of the id, and the id again', () => {
    for (const plan of nonEmpty(plans.filter(({ kind }) => kind !== 'unknown-only'))) {
      const [spelt, again] = caseRequests(plan).slice(-2);
      expect(spelt?.expect).toMatchObject({ kind: 'known', spelling: expect.any(String) });
      expect(again).toEqual(caseRequests(plan)[0]);
    }
  });

  it('polls the operations in turn in every shard', () => {
    const phase = createPhase('stateful', phaseContext({}, known));
    for (const shard of [0, 1]) {
      const asked = Array.from({ length: 20 }, (_, index) => phase.caseAt(1, 2 * index + shard))
        .flatMap(({ plan }) => caseRequests(plan).slice(0, 1))
        .flatMap(({ expect }) => (expect.kind === 'known' ? [expect.operationId] : []));
      for (const id of known) expect(asked.filter((one) => one === id).length).toBeGreaterThan(4);
    }
  });

  it('polls at the same time, and unknown ids between', () => {
    for (const { steps } of nonEmpty(ofKind('concurrent-polls'))) {
      const kinds = steps.slice(0, -2).map(({ requests }) => requests.map((request) => request.expect.kind));
      for (const atOnce of nonEmpty(kinds))
        expect(atOnce.filter((kind) => kind === 'known').length).toBeGreaterThan(1);
    }
    for (const plan of nonEmpty(ofKind('unknown-between'))) {
      const kinds = caseRequests(plan).map((request) => request.expect.kind);
      expect(kinds.slice(0, 3)).toEqual(['known', 'unknown', 'known']);
    }
    expect(ofKind('unknown-only').length).toBeGreaterThan(0);
  });

  it('polls other operations in turn and at the same time', () => {
    for (const plan of [...nonEmpty(ofKind('others-between')), ...nonEmpty(ofKind('others-at-once'))]) {
      const ids = caseRequests(plan).map(({ expect }) => 'operationId' in expect && expect.operationId);
      for (const id of nonEmpty(ids)) expect(known).toContain(id);
    }
    expect(ofKind('others-at-once').some(({ steps }) => steps[0]?.requests.length === 2)).toBe(true);
  });

  it('queries ids similar to known ones, and other spellings of known ones', () => {
    const near = ofKind('near-ids')
      .flatMap(caseRequests)
      .flatMap(({ expect }) => (expect.kind === 'unknown' ? [expect.operationId] : []));
    expect(near).toContain(`0x${'0'.repeat(64)}`);
    for (const id of nonEmpty(near)) expect(id).toMatch(idShape);
    const spelt = ofKind('other-spellings').flatMap(caseRequests);
    const spellings = spelt.map(({ expect }) => (expect.kind === 'known' ? expect.spelling : ''));
    expect(new Set(spellings)).toEqual(new Set([undefined, 'upper-case', 'percent-encoded']));
  });

  it('expects what the conventions say about the letter case of ids', () => {
    const upperCase = (operationIdCase: 'exact' | 'open') =>
      plansOf(createPhase('stateful', phaseContext({ conventions: { operationIdCase } }, known)), 100)
        .flatMap(caseRequests)
        .filter((request) => 'query' in request && /=0x[A-F]/.test(request.query ?? ''))
        .map(({ expect }) => expect.kind);
    expect(new Set(upperCase('exact'))).toEqual(new Set(['unknown']));
    expect(new Set(upperCase('open'))).toEqual(new Set(['no-server-error']));
  });

  it('never uses a known id as an unknown one', () => {
    const nobodys = (ids?: readonly string[]) =>
      plansOf(createPhase('stateful', phaseContext({}, ids)), 50)
        .flatMap(caseRequests)
        .flatMap(({ expect }) => (expect.kind === 'unknown' ? [expect.operationId] : []));
    // Once these are known, the draws that gave them must give others.
    const generated = nobodys(known);
    expect(generated.length).toBeGreaterThan(10);
    const knownNow = [...new Set(generated)];
    expect(nonEmpty(nobodys(knownNow)).filter((id) => knownNow.includes(id))).toEqual([]);
  });

  it('queries only unknown ids without known operations', () => {
    const without = plansOf(createPhase('stateful', phaseContext()), 50);
    expect(new Set(without.map(({ kind }) => kind))).toEqual(new Set(['unknown-only']));
    for (const request of nonEmpty(without.flatMap(caseRequests)))
      expect(request.expect.kind).toBe('unknown');
  });
});
