import { defaultConventions } from 'crosscheck';
import type { CaseStep, Check, Observation } from 'crosscheck/fuzz';
import { describe, expect, it } from 'vitest';
import { EarlierAnswers } from '../../../src/checks/earlier-answers.js';
import { answered, check, context, known, query, simulate, unknown, validCall } from './observed.js';
import { at, hashes, judged, listed, one, other, poll } from './polls.js';

const shown = (response: object, expect = known): Observation =>
  answered(query(expect), { body: { response } });
const notFound = answered(query(known), { status: 404, body: { error: 'operation not found' } });
const inconclusive = answered(query(known), { status: 503, body: '' });
/** What a check finds in steps of polls at the same time. */
function judgedSteps(check: Check, ...steps: Observation[][]) {
  const plan = {
    phase: 'stateful' as const,
    kind: 'history',
    steps: steps.map((polls): CaseStep => ({ requests: polls.map(({ request }) => request) })),
  };
  return check.judge({ plan, observations: steps.flat() }, context);
}

describe('the checks of histories', () => {
  it('find a change that a later poll reverts', () => {
    expect(
      judgedSteps(
        check('stage-regression'),
        [shown({ stage: 'executedInALPHA' })],
        [shown({ stage: 'start' })],
      ),
    ).toEqual([
      {
        at: 1,
        path: 'response.stage',
        class: 'earlier stage',
        expected: 'no reverted change',
        received: 'this one: the stage went back from executedInALPHA to start',
      },
    ]);
    expect(
      judgedSteps(check('timestamp-regression'), [shown({ timestamp: 2n })], [shown({ timestamp: 1n })]),
    ).toMatchObject([{ at: 1, path: 'response.timestamp', class: 'earlier timestamp' }]);
    const listed = (...hashes: string[]) => [shown({ transactions: hashes.map((hash) => ({ hash })) })];
    expect(judgedSteps(check('transaction-vanished'), listed('0x0a', '0x0b'), listed('0x0B'))).toMatchObject([
      { at: 1, path: 'response.transactions', class: 'not listed' },
    ]);
    const included = [shown({ stage: defaultConventions.includedStage, success: true })];
    expect(judgedSteps(check('inclusion-withdrawn'), included, [notFound])).toMatchObject([
      { at: 1, class: 'not included' },
    ]);
  });

  it('find nothing in a history that goes forward, and ignore polls without an answer', () => {
    const [start, end] = [
      shown({ stage: 'start', timestamp: 1n }),
      shown({ stage: 'executedInBETA', timestamp: 2n }),
    ];
    for (const one of [
      check('stage-regression'),
      check('timestamp-regression'),
      check('transaction-vanished'),
      check('inclusion-withdrawn'),
    ]) {
      expect(judgedSteps(one, [notFound], [start], [inconclusive], [end], [inconclusive])).toEqual([]);
      expect(judgedSteps(one, [start])).toEqual([]);
    }
  });

  it('keep operations apart', () => {
    const other = { kind: 'known', operationId: '0x0f' } as const;
    const [late, early] = [shown({ stage: 'executedInALPHA' }), shown({ stage: 'start' }, other)];
    expect(judgedSteps(check('stage-regression'), [late], [early])).toEqual([]);
    expect(judgedSteps(check('stage-regression'), [late], [shown({ stage: 'start' }, unknown)])).toEqual([]);
  });

  it('do not order concurrent polls, but compare each with earlier and later ones', () => {
    const [early, late] = [shown({ stage: 'start' }), shown({ stage: 'executedInALPHA' })];
    expect(judgedSteps(check('stage-regression'), [late, early])).toEqual([]);
    expect(judgedSteps(check('stage-regression'), [late, early], [late, late])).toEqual([]);
    expect(judgedSteps(check('stage-regression'), [early, late], [early])).toMatchObject([{ at: 2 }]);
    expect(judgedSteps(check('stage-regression'), [late], [late, early])).toMatchObject([{ at: 2 }]);
  });
});

describe('between two cases', () => {
  it('finds a stage that went back, and names the request that it contradicts', () => {
    const late = poll({ stage: 'executedInALPHA' }, [0, 5]);
    const early = poll({ stage: 'start' }, [10, 15]);
    expect(judged('stage-regression', [late, early])).toEqual([
      {
        at: 0,
        path: 'response.stage',
        class: 'earlier stage',
        expected: 'no reverted change',
        received: 'this one: the stage went back from executedInALPHA to start',
        contradicts: late.request,
      },
    ]);
  });

  it('does not compare concurrent answers', () => {
    const late = poll({ stage: 'executedInALPHA' }, [0, 12]);
    expect(judged('stage-regression', [late, poll({ stage: 'start' }, [10, 15])])).toEqual([]);
  });

  it('uses no answer of another case if its own case shows the violation', () => {
    const polls = [poll({ stage: 'executedInALPHA' }, [0, 5]), poll({ stage: 'start' }, [10, 15])];
    const plan = {
      phase: 'stateful' as const,
      kind: 'history',
      steps: polls.map(({ request }) => ({ requests: [request] })),
    };
    const earlier = new EarlierAnswers(defaultConventions);
    for (const { span, ...observation } of polls) if (span) earlier.note(observation, span);
    const [violation, ...more] = check('stage-regression').judge(
      { plan, observations: polls },
      { ...context, earlier },
    );
    expect(violation).toMatchObject({ at: 1 });
    expect(violation).not.toHaveProperty('contradicts');
    expect(more).toEqual([]);
  });

  it('keeps a bounded number of answers, however many differ', () => {
    const earlier = new EarlierAnswers(defaultConventions);
    for (let place = 0; place < 500; place++) {
      const { span = at(0, 0), ...rest } = poll({ timestamp: BigInt(1_763_712_000 + place) }, [place, place]);
      earlier.note(rest, span);
    }
    expect(earlier.statesOf(one, 1e9).length).toBeLessThanOrEqual(64);
  });
});

describe('the checks of records between answers', () => {
  it('find a record that vanished', () => {
    const [record, none] = [poll({ stage: 'start' }, [0, 1]), poll(404, [2, 3])];
    expect(judged('record-vanished', [record, none])).toMatchObject([{ class: '404 after a record' }]);
    expect(judged('record-vanished', [none, poll({ stage: 'start' }, [4, 5])])).toEqual([]);
  });

  it('find what changes back, but not what changes once', () => {
    const say = (success: boolean, time: [number, number], timestamp = 1_763_712_000n) =>
      poll({ stage: 'collectedInALPHA', success, timestamp }, time);
    const [first, second] = [say(true, [0, 1]), say(false, [2, 3])];
    expect(judged('unstable-record', [first, second])).toEqual([]);
    expect(judged('unstable-record', [first, second, say(true, [4, 5])])).toMatchObject([
      { path: 'response.success', class: 'changed and reverted' },
    ]);
    // It failed and went on, at another time.
    expect(judged('unstable-record', [first, second, say(true, [4, 5], 1_763_712_009n)])).toEqual([]);
    const lists = [null, [], null].map((transactions, place) =>
      poll({ stage: 'start', transactions }, [2 * place, 2 * place + 1]),
    );
    expect(judged('unstable-record', lists)).toMatchObject([{ path: 'response.transactions' }]);
  });

  it('find a transaction of another operation, unless operations share them', () => {
    const polls = [
      poll(listed([hashes[0], 'BETA']), [0, 1]),
      poll(listed([hashes[0], 'BETA']), [2, 3], other),
    ];
    expect(judged('transaction-shared', polls)).toMatchObject([{ class: 'of another operation' }]);
    const conventions = { ...defaultConventions, transactionsShared: true };
    expect(judged('transaction-shared', polls, { conventions })).toEqual([]);
  });

  it('find a transaction whose description changes', () => {
    const before = poll(listed([hashes[0], 'BETA']), [0, 1]);
    const later = (hash: string | undefined, type: string) =>
      judged('transaction-changed', [before, poll(listed([hash, type]), [2, 3])]).map((found) => found.class);
    expect(later(hashes[0], 'ALPHA')).toEqual(['another chain']);
    expect(later(`0x${'0A'.repeat(32)}`, 'BETA')).toEqual(['other letter case']);
    expect(later(hashes[0], 'BETA')).toEqual([]);
  });

  it('find a stage that was reached without its transaction', () => {
    const before = poll(
      { stage: 'collectedInBETA', ...listed([hashes[0], 'BETA'], [hashes[1], 'ALPHA']) },
      [0, 1],
    );
    const executed = (...more: [string | undefined, string][]) =>
      poll(
        { stage: 'executedInBETA', ...listed([hashes[0], 'BETA'], [hashes[1], 'ALPHA'], ...more) },
        [2, 3],
      );
    expect(judged('transaction-not-added', [before, executed()])).toMatchObject([
      { class: 'no new one of BETA' },
    ]);
    expect(judged('transaction-not-added', [before, executed([hashes[2], 'BETA'])])).toEqual([]);
  });

  it('find members that are lost, errors that change and timestamps that move', () => {
    const failed = (errorName: string, time: [number, number]) =>
      poll({ stage: 'start', success: false, timestamp: 1_763_712_000n, note: { errorName } }, time);
    expect(
      judged('record-changed', [failed('NotEnoughGas', [0, 1]), failed('ProxyCallError', [2, 3])]),
    ).toMatchObject([{ class: 'another error' }]);
    expect(judged('record-member-lost', [poll({ stage: 'start' }, [0, 1]), poll({}, [2, 3])])).toMatchObject([
      { path: 'response.stage', class: 'lost' },
    ]);
    const moving = [0, 1, 2, 3].map((place) =>
      poll({ stage: 'start', timestamp: BigInt(1_763_712_000 + place) }, [2 * place, 2 * place + 1]),
    );
    expect(judged('unstable-timestamp', moving)).toMatchObject([{ class: 'advances without a change' }]);
    expect(judged('unstable-timestamp', moving.slice(0, 2))).toEqual([]);
  });

  it('find an id that is known in only one spelling', () => {
    const request = query({ kind: 'known', operationId: one, spelling: 'upper-case' });
    const rejected = { ...answered(request, { status: 404, body: { error: 'no' } }), span: at(2, 3) };
    const known = poll({ stage: 'start' }, [0, 1]);
    expect(judged('operation-id-spelling', [known, rejected])).toMatchObject([
      { class: 'upper-case not found' },
    ]);
    expect(judged('record-vanished', [known, rejected])).toEqual([]);
    expect(judged('inclusion-withdrawn', [poll({ stage: 'executedInBETA' }, [0, 1]), rejected])).toEqual([]);
  });

  it('find a block that is lower than an earlier one, also between cases, but not among concurrent requests', () => {
    const block = (blockNumber: bigint, [startMs, endMs]: [number, number]): Observation => ({
      ...answered(simulate(validCall), { body: { response: { debugInfo: { blockNumber } } } }),
      span: at(startMs, endMs),
    });
    expect(judged('block-regression', [block(9n, [0, 1]), block(8n, [2, 3])])).toMatchObject([
      { path: 'response.debugInfo.blockNumber', class: 'earlier block' },
    ]);
    expect(judged('block-regression', [block(9n, [0, 4]), block(8n, [2, 3])])).toEqual([]);
    expect(judged('block-regression', [block(9n, [0, 1]), block(9n, [2, 3])])).toEqual([]);
  });

  it('find an answer that is dated before one that came earlier', () => {
    const dated = (date: string, time: [number, number]): Observation => {
      const request = query({ kind: 'known', operationId: one });
      return { ...answered(request, { headers: { date } }), span: at(...time) };
    };
    const now = dated('Fri, 21 Nov 2025 08:10:00 GMT', [0, 1]);
    expect(judged('date-regression', [now, dated('Fri, 21 Nov 2025 08:00:00 GMT', [2, 3])])).toMatchObject([
      { class: 'earlier date' },
    ]);
    expect(judged('date-regression', [now, dated('Fri, 21 Nov 2025 08:09:30 GMT', [2, 3])])).toEqual([]);
  });
});
