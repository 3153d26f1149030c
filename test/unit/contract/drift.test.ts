import { defaultConventions } from 'crosscheck';
import {
  inclusionResponseSchema,
  simulationResponseSchema,
  unknownFields,
  unknownValues,
} from 'crosscheck/contract';
import { describe, expect, it } from 'vitest';

describe('unknownFields', () => {
  it('finds none in fields of the interface, even if they are absent or null', () => {
    expect(
      unknownFields(simulationResponseSchema, { response: { outMessages: null, debugInfo: {} } }),
    ).toEqual([]);
    expect(unknownFields(inclusionResponseSchema, { response: { note: null, transactions: [] } })).toEqual(
      [],
    );
  });

  it('finds each once, in document order, with its whole value', () => {
    const body = {
      a: { response: {} },
      response: {
        feeParams: { b: 1n },
        outMessages: [{}, { c: null, tokensBurned: [{ d: undefined }] }],
        toString: 'e',
      },
    };
    expect(unknownFields(simulationResponseSchema, body)).toEqual([
      { kind: 'unknown-field', path: 'a', value: { response: {} } },
      { kind: 'unknown-field', path: 'response.feeParams.b', value: 1n },
      { kind: 'unknown-field', path: 'response.outMessages[1].c', value: null },
      { kind: 'unknown-field', path: 'response.outMessages[1].tokensBurned[0].d', value: undefined },
      { kind: 'unknown-field', path: 'response.toString', value: 'e' },
    ]);
  });
});

describe('unknownValues', () => {
  it('finds stages and chain types that the conventions do not name', () => {
    const state = { stage: 'x', transactions: [{ blockchainType: 'ALPHA' }, { blockchainType: 'y' }, {}] };
    expect(unknownValues(state, defaultConventions)).toEqual([
      { kind: 'unknown-value', path: 'response.stage', value: 'x' },
      { kind: 'unknown-value', path: 'response.transactions[1].blockchainType', value: 'y' },
    ]);
  });

  it('finds none if the conventions name no values', () => {
    const state = { stage: 'x', transactions: [{ blockchainType: 'y' }] };
    expect(unknownValues(state, { ...defaultConventions, stages: [], blockchainTypes: [] })).toEqual([]);
    expect(unknownValues({ transactions: null }, defaultConventions)).toEqual([]);
  });
});
