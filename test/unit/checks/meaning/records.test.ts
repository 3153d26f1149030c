import { defaultConventions } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import type { InclusionState } from '../../../../src/contract/conventions.js';
import { answered, check, classes, context, found, known, query, unknown } from '../transport/observed.js';

const recorded = (response: object, expect = known) => answered(query(expect), { body: { response } });

describe('unknown-operation-found', () => {
  it('is an unknown id that is answered as known, or even included', () => {
    expect(found(check('unknown-operation-found'), recorded({ stage: 'start' }, unknown))).toEqual([
      {
        at: 0,
        path: 'response.stage',
        class: 'known',
        message: 'expected no record of 0x02, got stage "start"',
      },
    ]);
    const included = recorded({ stage: 'executedInBETA', success: true }, unknown);
    expect(classes(check('unknown-operation-found'), included)).toEqual(['response.stage: included']);
  });

  it('is any record, whatever it says', () => {
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

  it('is neither a 404 nor a known id', () => {
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

  it('is what is included by no transaction', () => {
    expect(lists('includedInBETAConsensus', [])).toEqual(['response.transactions: []']);
    expect(lists('executedInBETA', null)).toEqual(['response.transactions: null']);
  });

  it('is nothing before the inclusion, and nothing where the answer does not say', () => {
    expect(lists('collectedInBETA', [])).toEqual([]);
    expect(lists('includedInBETAConsensus')).toEqual([]);
    expect(lists('includedInBETAConsensus', [{ hash: '0x01' }])).toEqual([]);
  });
});

describe('duplicate-transaction', () => {
  it('is a hash that is listed twice, whatever the case of its letters', () => {
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

  it('is a moment that is written in another unit', () => {
    expect(units(1_763_712_000n, 's')).toEqual([]);
    expect(units(1_763_712_000_000n, 's')).toEqual(['response.timestamp: not in seconds']);
    expect(units(1_763_712_000_000n, 'ms')).toEqual([]);
    expect(units(1_763_712_000n, 'ms')).toEqual(['response.timestamp: not in milliseconds']);
    expect(units(1_763_712_000_000_000n, 'ms')).toEqual(['response.timestamp: not in milliseconds']);
    expect(units(-1n, 's')).toEqual(['response.timestamp: not in seconds']);
  });

  it('is nothing where there is no moment', () => {
    expect(units(undefined, 's')).toEqual([]);
    expect(units(0n, 's')).toEqual([]);
  });
});
