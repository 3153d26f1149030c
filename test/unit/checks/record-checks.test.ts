import { defaultConventions, type InclusionState } from 'crosscheck';
import type { CheckContext } from 'crosscheck/fuzz';
import { describe, expect, it } from 'vitest';
import { answered, check, classes, context, found, known, query, unknown } from './observed.js';
import { hashes, judged, listed, one, other, poll } from './polls.js';

const recorded = (response: object, expect = known) => answered(query(expect), { body: { response } });

describe('unknown-operation-found', () => {
  it('finds an unknown id that is answered as known or included', () => {
    expect(found(check('unknown-operation-found'), recorded({ stage: 'start' }, unknown))).toEqual([
      {
        at: 0,
        path: 'response.stage',
        class: 'known',
        expected: 'no record of 0x02',
        received: 'stage "start"',
      },
    ]);
    const included = recorded({ stage: 'executedInBETA', success: true }, unknown);
    expect(classes(check('unknown-operation-found'), included)).toEqual(['response.stage: included']);
  });

  it('finds any record, whatever it contains', () => {
    for (const record of [
      {},
      { success: true },
      { transactions: null },
      { transactions: [{ hash: '0x01' }] },
    ])
      expect(classes(check('unknown-operation-found'), recorded(record, unknown))).toEqual([
        'response.stage: known',
      ]);
    const conventions = {
      ...defaultConventions,
      isIncluded: ({ success }: InclusionState) => success === true,
    };
    expect(
      classes(check('unknown-operation-found'), recorded({ success: true }, unknown), {
        ...context,
        conventions,
      }),
    ).toEqual(['response.stage: included']);
  });

  it('accepts a 404 and a known id', () => {
    expect(
      found(
        check('unknown-operation-found'),
        answered(query(unknown), { status: 404, body: { error: 'no' } }),
      ),
    ).toEqual([]);
    expect(found(check('unknown-operation-found'), recorded({ stage: 'start' }))).toEqual([]);
  });
});

describe('included-without-transaction', () => {
  const lists = (stage: string, transactions?: object[] | null) =>
    classes(check('included-without-transaction'), recorded({ stage, success: true, transactions }));

  it('finds an included operation without a transaction', () => {
    expect(lists('includedInBETAConsensus', [])).toEqual(['response.transactions: []']);
    expect(lists('executedInBETA', null)).toEqual(['response.transactions: null']);
  });

  it('finds nothing before the inclusion, or if the answer does not say', () => {
    expect(lists('collectedInBETA', [])).toEqual([]);
    expect(lists('includedInBETAConsensus')).toEqual([]);
    expect(lists('includedInBETAConsensus', [{ hash: '0x01' }])).toEqual([]);
  });
});

describe('duplicate-transaction', () => {
  it('finds a hash that is listed twice, in any letter case', () => {
    const hashes = (...all: string[]) =>
      classes(check('duplicate-transaction'), recorded({ transactions: all.map((hash) => ({ hash })) }));
    expect(hashes('0x0a', '0x0A')).toEqual(['response.transactions[].hash: repeated']);
    expect(hashes('0x0a', '0x0b')).toEqual([]);
    expect(classes(check('duplicate-transaction'), recorded({ transactions: null }))).toEqual([]);
  });
});

describe('timestamp-unit', () => {
  const units = (timestamp: bigint | undefined, unit: 's' | 'ms') =>
    classes(check('timestamp-unit'), recorded({ timestamp }), {
      ...context,
      conventions: { ...defaultConventions, timestampUnit: unit },
    });

  it('finds a timestamp in another unit', () => {
    expect(units(1_763_712_000n, 's')).toEqual([]);
    expect(units(1_763_712_000_000n, 's')).toEqual(['response.timestamp: not in seconds']);
    expect(units(1_763_712_000_000n, 'ms')).toEqual([]);
    expect(units(1_763_712_000n, 'ms')).toEqual(['response.timestamp: not in milliseconds']);
    expect(units(1_763_712_000_000_000n, 'ms')).toEqual(['response.timestamp: not in milliseconds']);
    expect(units(-1n, 's')).toEqual(['response.timestamp: not in seconds']);
  });

  it('finds nothing without a timestamp', () => {
    expect(units(undefined, 's')).toEqual([]);
    expect(units(0n, 's')).toEqual([]);
  });
});

describe('the checks of one record', () => {
  const classesOf = (name: string, response: object, changed: Partial<CheckContext> = {}) =>
    judged(name, [poll(response, [0, 1])], changed).map((violation) => violation.class);

  it('find a timestamp in the future, or before such chains existed', () => {
    expect(classesOf('timestamp-in-future', { timestamp: 1_763_719_200n })).toEqual(['in the future']);
    expect(classesOf('timestamp-in-future', { timestamp: 1_763_712_030n })).toEqual([]);
    expect(classesOf('timestamp-unit', { timestamp: 817_027_200n })).toEqual(['before 2015-07-30']);
    const conventions = { ...defaultConventions, timestampUnit: 'ms' as const };
    expect(classesOf('timestamp-in-future', { timestamp: 1_763_719_200_000n }, { conventions })).toEqual([
      'in the future',
    ]);
  });

  it('find missing and incomplete transactions of a stage', () => {
    const submitted = listed([hashes[0], 'BETA']);
    expect(classesOf('transaction-missing', { stage: 'executedInALPHA', ...submitted })).toEqual([
      'none of ALPHA at executedInALPHA',
    ]);
    expect(classesOf('transaction-missing', { stage: 'collectedInALPHA', ...submitted })).toEqual([]);
    const rolledBack = { stage: 'collectedInBETA', note: { errorName: 'NotEnoughGas' }, ...submitted };
    expect(classesOf('transaction-missing', rolledBack)).toEqual([]);
    const half = { transactions: [{ hash: hashes[0], blockchainType: 'BETA' }, { hash: hashes[1] }] };
    expect(classesOf('transaction-incomplete', half)).toEqual(['absent in some']);
    expect(classesOf('transaction-incomplete', { transactions: [{ hash: hashes[0] }] })).toEqual([]);
  });

  it.each([
    ['ALPHA', 'a transaction of TVM at executedInTVM', '1 of EVM'],
    ['BETA', 'a transaction of EVM at executedInTVM', '1 of TVM'],
    ['BETA BETA', 'a transaction of EVM at executedInTVM', '2 of TVM'],
  ])('name the chain without a transaction, and the chains of the %s listed', (types, expected, received) => {
    const all = types.split(' ').map((type, at): [string | undefined, string] => [hashes[at], type]);
    const record = { stage: 'executedInBETA', ...listed(...all) };
    const chains = { alpha: 'evm', beta: 'tvm' };
    expect(judged('transaction-missing', [poll(record, [0, 1])], { chains })).toMatchObject([
      { expected, received },
    ]);
  });

  it('find that an operation that was rolled back lists only the transaction that sent it', () => {
    const record = { stage: 'executedInBETA', note: { errorName: 'NotEnoughGas' } };
    expect(
      judged('transaction-missing', [poll({ ...record, ...listed([hashes[0], 'BETA']) }, [0, 1])]),
    ).toMatchObject([
      {
        class: 'only one of BETA at executedInBETA',
        expected: 'a second transaction of BETA at executedInBETA',
        received: '1 of BETA',
      },
    ]);
  });

  it('find invalid hashes, and accept every usual form on the source chain', () => {
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

  it('find errors of successes, unknown error names and cut bytes', () => {
    const noted = (note: object, stage = 'start', success = true) => ({ stage, success, note });
    const failed = { errorName: 'NotEnoughGas' };
    expect(classesOf('note-contradicts-success', noted(failed))).toEqual(['error with success']);
    const withContent = (content: string) => classesOf('note-contradicts-success', noted({ content }));
    expect(withContent('execution reverted: not enough gas')).toEqual(['error with success']);
    for (const text of ['', 'waits for consensus', 'done, no errors']) expect(withContent(text)).toEqual([]);
    // Its assets are on their way home.
    const whole = { ...failed, internalMsg: 'out of gas' };
    expect(classesOf('note-contradicts-success', noted(whole, 'collectedInBETA'))).toEqual([]);
    expect(classesOf('note-contradicts-success', noted(failed, 'executedInBETA'))).toEqual([
      'error with success',
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

describe('the checks of the texts of records', () => {
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
