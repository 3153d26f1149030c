import { defaultConventions } from 'crosscheck';
import type { CheckContext, Observation } from 'crosscheck/fuzz';
import { describe, expect, it } from 'vitest';
import { EarlierAnswers } from '../../../../src/checks/earlier-answers.js';
import { answered, check, context, query, simulate, validCall } from '../transport/observed.js';

const [one, other] = [`0x${'1a'.repeat(32)}`, `0x${'2b'.repeat(32)}`];
const hashes = ['0a', '0b', '0c'].map((byte) => `0x${byte.repeat(32)}`);
const at = (startMs: number, endMs: number) => ({ startMs, endMs, endedAtMs: 1_763_712_000_000 });

/** A poll of an operation that was under way from one moment to another. */
function poll(response: object | 404, [startMs, endMs]: [number, number], operationId = one): Observation {
  const request = query({ kind: 'known', operationId }, { query: `operationId=${operationId}` });
  const said =
    response === 404 ? { status: 404, body: { error: 'operation not found' } } : { body: { response } };
  return { ...answered(request, said), span: at(startMs, endMs) };
}

/** What a check finds in the last of some answers, each of a case of its own. */
function judged(name: string, observations: readonly Observation[], changed: Partial<CheckContext> = {}) {
  const conventions = changed.conventions ?? defaultConventions;
  const earlier = new EarlierAnswers(conventions);
  for (const observation of observations) if (observation.span) earlier.note(observation, observation.span);
  const last = observations.slice(-1);
  const plan = {
    phase: 'stateful' as const,
    kind: 'history',
    steps: last.map(({ request }) => ({ requests: [request] })),
  };
  return check(name).judge({ plan, observations: last }, { ...context, ...changed, earlier });
}

const listed = (...all: [hash: string | undefined, blockchainType: string][]) => ({
  transactions: all.map(([hash, blockchainType]) => ({ hash, blockchainType })),
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
        message: 'expected no change to be reverted, but the stage went back from executedInALPHA to start',
        contradicts: late.request,
      },
    ]);
  });

  it('says nothing of answers that were under way together', () => {
    const late = poll({ stage: 'executedInALPHA' }, [0, 12]);
    expect(judged('stage-regression', [late, poll({ stage: 'start' }, [10, 15])])).toEqual([]);
  });

  it('needs no answer of another case where its own shows it', () => {
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

  it('keeps no more than it may, however many answers differ', () => {
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

  it('find what changes and changes back, not what changes', () => {
    const say = (success: boolean, time: [number, number], timestamp = 1_763_712_000n) =>
      poll({ stage: 'collectedInALPHA', success, timestamp }, time);
    const [first, second] = [say(true, [0, 1]), say(false, [2, 3])];
    expect(judged('unstable-record', [first, second])).toEqual([]);
    expect(judged('unstable-record', [first, second, say(true, [4, 5])])).toMatchObject([
      { path: 'response.success', class: 'changed and back' },
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

  it('find a transaction of which something else is said than before', () => {
    const before = poll(listed([hashes[0], 'BETA']), [0, 1]);
    const later = (hash: string | undefined, type: string) =>
      judged('transaction-changed', [before, poll(listed([hash, type]), [2, 3])]).map((found) => found.class);
    expect(later(hashes[0], 'ALPHA')).toEqual(['another chain']);
    expect(later(`0x${'0A'.repeat(32)}`, 'BETA')).toEqual(['other letter case']);
    expect(later(hashes[0], 'BETA')).toEqual([]);
  });

  it('find a stage that was reached without the transaction that it takes', () => {
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
    const conventions = { ...defaultConventions, transactionsListed: 'of-stage' as const };
    expect(judged('transaction-not-added', [before, executed()], { conventions })).toEqual([]);
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
    expect(judged('unstable-timestamp', moving)).toMatchObject([{ class: 'moves' }]);
    expect(judged('unstable-timestamp', moving.slice(0, 2))).toEqual([]);
  });

  it('find an id that is known by one spelling alone', () => {
    const request = query({ kind: 'known', operationId: one, spelling: 'upper-case' });
    const rejected = { ...answered(request, { status: 404, body: { error: 'no' } }), span: at(2, 3) };
    const known = poll({ stage: 'start' }, [0, 1]);
    expect(judged('operation-id-spelling', [known, rejected])).toMatchObject([
      { class: 'upper-case not found' },
    ]);
    expect(judged('record-vanished', [known, rejected])).toEqual([]);
    expect(judged('inclusion-withdrawn', [poll({ stage: 'executedInBETA' }, [0, 1]), rejected])).toEqual([]);
  });

  it('find a block that is lower than one before, also between cases, but not beside it', () => {
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

describe('the checks of one record', () => {
  const classesOf = (name: string, response: object, changed: Partial<CheckContext> = {}) =>
    judged(name, [poll(response, [0, 1])], changed).map((violation) => violation.class);

  it('find a moment that is still to come, or before there were such chains', () => {
    expect(classesOf('timestamp-in-future', { timestamp: 1_763_719_200n })).toEqual(['later than now']);
    expect(classesOf('timestamp-in-future', { timestamp: 1_763_712_030n })).toEqual([]);
    expect(classesOf('timestamp-unit', { timestamp: 817_027_200n })).toEqual(['before such chains']);
    const conventions = { ...defaultConventions, timestampUnit: 'ms' as const };
    expect(classesOf('timestamp-in-future', { timestamp: 1_763_719_200_000n }, { conventions })).toEqual([
      'later than now',
    ]);
  });

  it('find transactions that are missing for the stage, or half there', () => {
    const submitted = listed([hashes[0], 'BETA']);
    expect(classesOf('transaction-missing', { stage: 'executedInALPHA', ...submitted })).toEqual([
      'none of ALPHA at executedInALPHA',
    ]);
    expect(classesOf('transaction-missing', { stage: 'collectedInALPHA', ...submitted })).toEqual([]);
    const rolledBack = { stage: 'collectedInBETA', note: { errorName: 'NotEnoughGas' }, ...submitted };
    expect(classesOf('transaction-missing', rolledBack)).toEqual([]);
    const half = { transactions: [{ hash: hashes[0], blockchainType: 'BETA' }, { hash: hashes[1] }] };
    expect(classesOf('transaction-incomplete', half)).toEqual(['absent beside others']);
    expect(classesOf('transaction-incomplete', { transactions: [{ hash: hashes[0] }] })).toEqual([]);
  });

  it('find hashes that are none, and take any usual form on the source chain', () => {
    const hash = (text: string, type = 'BETA') => classesOf('transaction-hash', listed([text, type]));
    expect(hash(hashes[0]?.slice(0, 42) ?? '')).toEqual(['too short']);
    expect(hash(`0x${'0'.repeat(64)}`)).toEqual(['zero']);
    expect(hash(`0x${'0a'.repeat(20)}${'0'.repeat(24)}`)).toEqual(['filled with zeros']);
    expect(hash('')).toEqual(['empty']);
    const bare = '0a'.repeat(32);
    const base64 = Buffer.from(bare, 'hex').toString('base64');
    for (const text of [hashes[0], bare, base64]) expect(hash(text ?? '')).toEqual([]);
    expect(hash(bare, 'ALPHA')).toEqual(['64 hex digits for 0x and 64 hex digits']);
  });

  it('find errors beside success, unknown error names and cut bytes', () => {
    const noted = (note: object, stage = 'start', success = true) => ({ stage, success, note });
    const failed = { errorName: 'NotEnoughGas' };
    expect(classesOf('note-contradicts-success', noted(failed))).toEqual(['error beside success']);
    const told = (content: string) => classesOf('note-contradicts-success', noted({ content }));
    expect(told('execution reverted: not enough gas')).toEqual(['error beside success']);
    for (const text of ['', 'waits for consensus', 'done, no errors']) expect(told(text)).toEqual([]);
    // Its assets are on their way home.
    const whole = { ...failed, internalMsg: 'out of gas' };
    expect(classesOf('note-contradicts-success', noted(whole, 'collectedInBETA'))).toEqual([]);
    expect(classesOf('note-contradicts-success', noted(failed, 'executedInBETA'))).toEqual([
      'error beside success',
    ]);
    expect(classesOf('note-contradicts-success', noted(failed, 'elsewhere'))).toEqual([]);
    expect(classesOf('unknown-error-name', noted({ errorName: 'notEnoughGas' }))).toEqual(['other spelling']);
    expect(classesOf('unknown-error-name', noted({ errorName: 'Strange' }))).toEqual(['unknown']);
    const conventions = { ...defaultConventions, errorNames: [] };
    expect(classesOf('unknown-error-name', noted({ errorName: 'Strange' }), { conventions })).toEqual([]);
    expect(classesOf('note-bytes', noted({ internalBytesError: '0x08c' }))).toEqual(['no hex bytes']);
    expect(classesOf('failure-without-error', noted({ content: '' }, 'start', false))).toEqual(['no reason']);
    expect(classesOf('failure-without-error', { stage: 'start', success: false, note: null })).toEqual([]);
  });

  it('find an answer about another operation, and one from a cache', () => {
    expect(classesOf('other-operation', { operationId: other })).toEqual(['another operation']);
    expect(classesOf('other-operation', { operationId: one.toUpperCase().replace('0X', '0x') })).toEqual([]);
    const error = answered(query({ kind: 'unknown', operationId: one }), {
      status: 404,
      body: { error: `no operation ${other}` },
    });
    expect(judged('other-operation', [error])).toMatchObject([{ path: 'error' }]);
    const cached = (headers: Record<string, string>) =>
      judged('cached-answer', [answered(query({ kind: 'known', operationId: one }), { headers })]).length;
    expect([{ age: '30' }, { 'x-cache': 'HIT' }, { 'cache-control': 'max-age=60' }].map(cached)).toEqual([
      1, 1, 1,
    ]);
    expect([{ age: '0' }, { 'x-cache': 'MISS' }, { 'cache-control': 'no-store' }].map(cached)).toEqual([
      0, 0, 0,
    ]);
  });

  it('find the neutral names of chains where the deployment has others', () => {
    const named = { chains: { alpha: 'evm', beta: 'tvm' } };
    expect(classesOf('neutral-chain-name', { stage: 'executedInALPHA' }, named)).toEqual(['neutral name']);
    expect(classesOf('neutral-chain-name', { stage: 'executedInEVM' }, named)).toEqual([]);
    expect(classesOf('neutral-chain-name', { stage: 'executedInALPHA' })).toEqual([]);
  });
});

describe('the checks of timestamps by what was seen', () => {
  const second = 1_763_712_000n;
  const moved = (stage: string, timestamp: bigint, time: [number, number], operationId = one) =>
    poll({ stage, success: true, timestamp }, time, operationId);
  const unknown = { conventions: { ...defaultConventions, timestampMeans: 'unknown' as const } };

  it('find a change that is dated long before an answer without it', () => {
    const before = moved('start', second - 7200n, [0, 5]);
    const early = [before, moved('collectedInALPHA', second - 7200n, [10, 15])];
    expect(judged('timestamp-before-change', early)).toMatchObject([
      { path: 'response.timestamp', class: 'before the change', contradicts: before.request },
    ]);
    expect(judged('timestamp-before-change', early, unknown)).toEqual([]);
    expect(
      judged('timestamp-before-change', [before, moved('collectedInALPHA', second - 900n, [10, 15])]),
    ).toEqual([]);
    // Nobody saw when it came to its stage.
    expect(judged('timestamp-before-change', [before, moved('start', second - 7200n, [10, 15])])).toEqual([]);
  });

  it('find a change that is dated before records that were there without it', () => {
    const newer = moved('executedInBETA', second, [0, 1], other);
    const before = moved('start', second - 300n, [2, 3]);
    const changed = (timestamp: bigint) => moved('collectedInALPHA', timestamp, [4, 5]);
    expect(judged('timestamp-before-change', [newer, before, changed(second - 100n)])).toMatchObject([
      { class: 'before the change' },
    ]);
    expect(judged('timestamp-before-change', [newer, before, changed(second - 30n)])).toEqual([]);
    expect(judged('timestamp-before-change', [before, newer, changed(second - 100n)])).toEqual([]);
  });

  it('find timestamps that are rounded to minutes, where changes were seen apart', () => {
    const minute = second - (second % 60n);
    const rounded = [
      moved('start', minute, [0, 5]),
      moved('collectedInALPHA', minute, [1_000, 1_005]),
      moved('collectedInALPHA', minute, [6_000, 6_005]),
      moved('executedInALPHA', minute, [7_000, 7_005]),
    ];
    expect(judged('timestamp-rounded', rounded)).toMatchObject([{ class: 'whole minutes' }]);
    expect(judged('timestamp-rounded', rounded, unknown)).toEqual([]);
    expect(judged('timestamp-rounded', rounded.slice(0, 3))).toEqual([]);
    const exact = moved('start', minute + 1n, [0, 1], other);
    expect(judged('timestamp-rounded', [exact, ...rounded])).toEqual([]);
  });
});

describe('the check of what records of different operations have', () => {
  const stage = 'includedInALPHAConsensus';
  const whole = {
    stage,
    success: true,
    timestamp: 1_763_712_000n,
    note: null,
    ...listed([hashes[0], 'BETA']),
  };
  const incomplete = (response: object, others: readonly object[] = [whole], changed = {}) =>
    judged(
      'record-incomplete',
      [
        ...others.map((theirs, place) => poll(theirs, [place, place], `0x${`${place}c`.repeat(32)}`)),
        poll(response, [10, 11]),
      ],
      changed,
    ).map(({ path, class: kind }) => `${path}: ${kind}`);

  it('finds members that one record lacks and another one has at its stage', () => {
    expect(incomplete({ ...whole, timestamp: 0n })).toEqual([
      'response.timestamp: absent or 0 beside others',
    ]);
    expect(incomplete({ ...whole, transactions: null })).toEqual([
      'response.transactions: absent or null beside others',
    ]);
    const { note, success, ...rest } = whole;
    expect(incomplete({ ...rest, success })).toEqual(['response.note: absent beside null']);
    expect(incomplete({ ...rest, note })).toContain('response.success: absent beside others');
    expect(incomplete({ ...whole, timestamp: 0n }, [{ ...whole, stage: 'start' }])).toEqual([]);
    expect(incomplete(whole)).toEqual([]);
    const conventions = { ...defaultConventions, recordMembers: 'any' as const };
    expect(incomplete({ ...whole, timestamp: 0n }, [whole], { conventions })).toEqual([]);
  });

  it('finds a failure without a reason, but not where false is "not yet"', () => {
    const failed = { ...whole, success: false };
    expect(incomplete(failed)).toEqual(['response.note: no reason']);
    expect(incomplete(failed, [{ ...whole, stage: 'executedInBETA' }])).toEqual([]);
    const told = { errorName: 'NotEnoughGas', internalMsg: 'the delivery reverted' };
    const other = { ...failed, note: told };
    expect(incomplete({ ...failed, note: { ...told, errorName: '' } }, [other])).toEqual([
      'response.note.errorName: absent beside others',
    ]);
    expect(incomplete({ ...failed, note: told }, [other])).toEqual([]);
  });
});

describe('the checks of what is written in records', () => {
  const classesOf = (name: string, response: object, changed: Partial<CheckContext> = {}) =>
    judged(name, [poll(response, [0, 1])], changed).map((violation) => violation.class);
  const off = { conventions: { ...defaultConventions, responseFormats: 'off' as const } };

  it('find texts that are escaped, and bytes without 0x', () => {
    const escaped = { note: { internalMsg: 'it said &quot;no&quot;' } };
    expect(classesOf('note-text', escaped)).toEqual(['HTML entities']);
    expect(classesOf('note-text', escaped, off)).toEqual([]);
    expect(classesOf('note-text', { note: { content: 'a & b; "c" < d' } })).toEqual([]);
    const bare = { note: { internalBytesError: '08c379a0' } };
    expect(classesOf('note-bytes', bare)).toEqual(['without 0x']);
    expect(classesOf('note-bytes', bare, off)).toEqual([]);
  });

  it('find a transaction of a chain that the message has not come to', () => {
    const both = listed([hashes[0], 'BETA'], [hashes[1], 'ALPHA']);
    expect(classesOf('transaction-too-early', { stage: 'collectedInALPHA', ...both })).toEqual([
      'ALPHA at collectedInALPHA',
    ]);
    expect(classesOf('transaction-too-early', { stage: 'executedInALPHA', ...both })).toEqual([]);
    expect(classesOf('transaction-too-early', { stage: 'start', ...listed([hashes[1], 'ALPHA']) })).toEqual(
      [],
    );
  });

  it('find hashes that all have the same byte at one place', () => {
    const polls = (ending: (place: number) => string, count = 7) =>
      Array.from({ length: count }, (_, place) =>
        poll(
          listed([`0x${`${place}${9 - place}`.repeat(31)}${ending(place)}`, 'ALPHA']),
          [2 * place, 2 * place + 1],
          `0x${`${place}c`.repeat(32)}`,
        ),
      );
    expect(
      judged(
        'similar-transaction-hashes',
        polls(() => '00'),
      ),
    ).toMatchObject([{ class: 'the same byte in all' }]);
    expect(
      judged(
        'similar-transaction-hashes',
        polls((place) => `0${place}`),
      ),
    ).toEqual([]);
    expect(
      judged(
        'similar-transaction-hashes',
        polls(() => '00', 6),
      ),
    ).toEqual([]);
  });
});
