import { isDeepStrictEqual } from 'node:util';
import type { CasePlan, CaseRequest } from 'crosscheck/fuzz';
import { describe, expect, it } from 'vitest';
import { caseRequests } from '../../../support/case-requests.js';
import { nonEmpty } from '../../../support/non-empty.js';
import { casesWith, createPhase, phaseContext, plansOf } from './phase-context.js';

const known = [`0x${'aa'.repeat(32)}`, `0x${'bb'.repeat(32)}`];
const idShape = /^0x[0-9a-f]{64}$/;

describe('the stateful phase', () => {
  const phase = createPhase('stateful', phaseContext({}, known));
  const plans = plansOf(phase, 200);
  const ofKind = (kind: string, count = 8) => casesWith(phase, (plan) => plan.kind === kind, count);

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
    for (const id of known)
      expect(casesWith(phase, (plan) => JSON.stringify(plan).includes(`"operationId":"${id}"`))).toHaveLength(
        1,
      );
    expect(known).toEqual(expect.arrayContaining([...new Set(asked.flat())]));
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
    for (const { steps } of ofKind('timeline')) {
      expect(steps.length).toBeGreaterThan(3);
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
    for (const shard of [0, 1]) {
      const ofShard = {
        ...phase,
        caseAt: (seed: number, index: number) => phase.caseAt(seed, 2 * index + shard),
      };
      for (const id of known) {
        const isFirst = (plan: CasePlan): boolean =>
          isDeepStrictEqual(caseRequests(plan)[0]?.expect, { kind: 'known', operationId: id });
        expect(casesWith(ofShard, isFirst, 5)).toHaveLength(5);
      }
    }
  });

  it('polls at the same time, and unknown ids between', () => {
    for (const { steps } of ofKind('concurrent-polls')) {
      const kinds = steps.slice(0, -2).map(({ requests }) => requests.map((request) => request.expect.kind));
      for (const atOnce of nonEmpty(kinds))
        expect(atOnce.filter((kind) => kind === 'known').length).toBeGreaterThan(1);
    }
    for (const plan of ofKind('unknown-between')) {
      const kinds = caseRequests(plan).map((request) => request.expect.kind);
      expect(kinds.slice(0, 3)).toEqual(['known', 'unknown', 'known']);
    }
    expect(ofKind('unknown-only', 1)).toHaveLength(1);
  });

  it('polls other operations in turn and at the same time', () => {
    for (const plan of [...ofKind('others-between'), ...ofKind('others-at-once')]) {
      const ids = caseRequests(plan).map(({ expect }) => 'operationId' in expect && expect.operationId);
      for (const id of nonEmpty(ids)) expect(known).toContain(id);
    }
    const isTwo = ({ kind, steps }: CasePlan) => kind === 'others-at-once' && steps[0]?.requests.length === 2;
    expect(casesWith(phase, isTwo)).toHaveLength(1);
  });

  it('queries ids similar to known ones, and other spellings of known ones', () => {
    const unknownIds = (plan: CasePlan): string[] =>
      caseRequests(plan).flatMap(({ expect }) => (expect.kind === 'unknown' ? [expect.operationId] : []));
    for (const id of nonEmpty(ofKind('near-ids').flatMap(unknownIds))) expect(id).toMatch(idShape);
    const zero = `0x${'0'.repeat(64)}`;
    expect(
      casesWith(phase, (plan) => plan.kind === 'near-ids' && unknownIds(plan).includes(zero)),
    ).toHaveLength(1);
    for (const plan of ofKind('other-spellings')) {
      const spellings = caseRequests(plan).map(({ expect }) =>
        expect.kind === 'known' ? expect.spelling : '',
      );
      expect(new Set(spellings)).toEqual(new Set([undefined, 'upper-case', 'percent-encoded']));
    }
  });

  it('expects what the conventions say about the letter case of ids', () => {
    const upperCase = (operationIdCase: 'exact' | 'open') => {
      const phase = createPhase('stateful', phaseContext({ conventions: { operationIdCase } }, known));
      const isUpperCase = (request: CaseRequest): boolean =>
        'query' in request && /=0x[A-F]/.test(request.query ?? '');
      return casesWith(phase, (plan) => caseRequests(plan).some(isUpperCase), 20)
        .flatMap(caseRequests)
        .filter(isUpperCase)
        .map(({ expect }) => expect.kind);
    };
    expect(new Set(upperCase('exact'))).toEqual(new Set(['unknown']));
    expect(new Set(upperCase('open'))).toEqual(new Set(['no-server-error']));
  });

  it('never uses a known id as an unknown one', () => {
    const unknownOf = (ids: readonly string[]) => {
      const isUnknown = ({ expect }: CaseRequest) => expect.kind === 'unknown';
      const phase = createPhase('stateful', phaseContext({}, ids));
      return casesWith(phase, (plan) => caseRequests(plan).some(isUnknown), 20)
        .flatMap(caseRequests)
        .flatMap(({ expect }) => (expect.kind === 'unknown' ? [expect.operationId] : []));
    };
    // Once these are known, the same random values must result in others.
    const knownNow = [...new Set(unknownOf(known))];
    expect(unknownOf(knownNow).filter((id) => knownNow.includes(id))).toEqual([]);
  });

  it('queries only unknown ids without known operations', () => {
    const without = plansOf(createPhase('stateful', phaseContext()), 50);
    expect(new Set(without.map(({ kind }) => kind))).toEqual(new Set(['unknown-only']));
    for (const request of nonEmpty(without.flatMap(caseRequests)))
      expect(request.expect.kind).toBe('unknown');
  });
});
