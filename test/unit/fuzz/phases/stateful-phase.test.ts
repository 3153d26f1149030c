import { describe, expect, it } from 'vitest';
import { requestsOf } from '../../../../src/checks/case/requests-of.js';
import { createStatefulPhase } from '../../../../src/fuzz/phases/stateful-phase.js';
import { phaseContext, plansOf } from './phase-context.js';

const known = [`0x${'aa'.repeat(32)}`, `0x${'bb'.repeat(32)}`];
const idShape = /^0x[0-9a-f]{64}$/;

describe('the stateful phase', () => {
  const plans = plansOf(createStatefulPhase(phaseContext({}, known)), 200);
  const ofKind = (kind: string) => plans.filter((plan) => plan.kind === kind);

  it('polls each operation that is known, one in each case, and ids that nobody has', () => {
    const asked = plans.map((plan) => {
      const ids = requestsOf(plan).flatMap(({ expect }) =>
        expect.kind === 'known' ? [expect.operationId] : [],
      );
      return [...new Set(ids)];
    });
    expect(new Set(asked.flat())).toEqual(new Set(known));
    expect(Math.max(...asked.map(({ length }) => length))).toBe(1);
    for (const request of plans.flatMap(requestsOf)) {
      const id = 'operationId' in request.expect ? request.expect.operationId : '';
      expect(id).toMatch(idShape);
      expect(request).toMatchObject({ operation: 'inclusion', query: `operationId=${id}` });
      expect(known.includes(id)).toBe(request.expect.kind === 'known');
    }
  });

  it('waits between the polls, and not long', () => {
    for (const { steps } of ofKind('history')) {
      expect(steps.length).toBeGreaterThan(1);
      expect(steps[0]?.pauseMs).toBeUndefined();
      for (const { pauseMs } of steps.slice(1)) expect(pauseMs).toBeLessThanOrEqual(50);
    }
  });

  it('polls at the same time, and unknown ids between', () => {
    for (const { steps } of ofKind('concurrent-polls')) {
      const kinds = steps.map(({ requests }) => requests.map((request) => request.expect.kind));
      for (const atOnce of kinds) expect(atOnce.filter((kind) => kind === 'known').length).toBeGreaterThan(1);
    }
    for (const plan of ofKind('unknown-between')) {
      const kinds = requestsOf(plan).map((request) => request.expect.kind);
      expect(kinds.slice(0, 3)).toEqual(['known', 'unknown', 'known']);
    }
    expect(ofKind('unknown-only').length).toBeGreaterThan(0);
  });

  it('never takes an id that is known for one that nobody has', () => {
    const nobodys = (ids?: readonly string[]) =>
      plansOf(createStatefulPhase(phaseContext({}, ids)), 50)
        .flatMap(requestsOf)
        .flatMap(({ expect }) => (expect.kind === 'unknown' ? [expect.operationId] : []));
    // Once these are known, the draws that gave them must give others.
    const drawn = nobodys(known);
    expect(drawn.length).toBeGreaterThan(10);
    const knownNow = [...new Set(drawn)];
    expect(nobodys(knownNow).filter((id) => knownNow.includes(id))).toEqual([]);
  });

  it('asks for unknown ids only where nothing is known', () => {
    const without = plansOf(createStatefulPhase(phaseContext()), 50);
    expect(new Set(without.map(({ kind }) => kind))).toEqual(new Set(['unknown-only']));
    for (const request of without.flatMap(requestsOf)) expect(request.expect.kind).toBe('unknown');
  });
});
