import { defaultConventions } from 'crosscheck';
import { createDialect } from 'crosscheck/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fullRequest } from '../client/calls.js';

const own = createDialect({ alpha: 'evm', beta: 'tvm' }, defaultConventions);
const neutral = createDialect({ alpha: 'alpha', beta: 'beta' }, defaultConventions);

describe('a dialect', () => {
  it('translates a request to wire names and back', () => {
    const wire = own.toWireRequest(fullRequest);
    expect(Object.keys(wire)).toEqual([
      'shardsKey',
      'evmCallParams',
      'tvmAssets',
      'tvmCaller',
      'executorAddress',
      'extraData',
      'feeAssetAddress',
    ]);
    expect(own.fromWireRequest(wire)).toEqual(fullRequest);
  });

  it('translates the chain in members that it does not know, also in the call and in assets', () => {
    const request = {
      alphaCallParams: { target: '0x01', alphaGas: 1, other: 2 },
      betaAssets: [{ amount: '5', betaKind: 'x' }],
      alphabet: 3,
      betaFee: 4,
      maxFeeOnAlpha: 5,
    };
    const wire = own.toWireRequest(request);
    expect(wire).toEqual({
      evmCallParams: { target: '0x01', evmGas: 1, other: 2 },
      tvmAssets: [{ amount: '5', tvmKind: 'x' }],
      alphabet: 3,
      tvmFee: 4,
      maxFeeOnEvm: 5,
    });
    expect(own.fromWireRequest(wire)).toEqual(request);
  });

  it('keeps what is no object in the place of a call or an asset', () => {
    for (const given of [
      { alphaCallParams: null },
      { alphaCallParams: 7, betaAssets: 'x' },
      { betaAssets: [null, 5] },
    ])
      expect(own.fromWireRequest(own.toWireRequest(given as never))).toEqual(given);
  });

  it('translates only declared members of answers', () => {
    const { fromWireSimulation, toWireSimulation } = createDialect(
      { alpha: 'evm', beta: 'tvm' },
      { ...defaultConventions, extend: { outMessage: { feeOnAlpha: z.string() } } },
    );
    const wire = { evmFee: '1', outMessages: [{ amount: '5', feeOnEvm: '2', evmGas: '3' }] } as never;
    const answer = { evmFee: '1', outMessages: [{ amount: '5', feeOnAlpha: '2', evmGas: '3' }] };
    expect(fromWireSimulation(wire)).toEqual(answer);
    expect(toWireSimulation(answer as never)).toEqual(wire);
  });

  it('rejects two names of one member that it does not know', () => {
    expect(() => own.toWireRequest({ betaFee: 1, tvmFee: 2 } as never)).toThrow(
      'betaFee and tvmFee are names of the same member; use only one',
    );
  });

  it.each([
    ['start', 'start'],
    ['collectedInALPHA', 'collectedInEVM'],
    ['includedInALPHAConsensus', 'includedInEVMConsensus'],
    ['executedInALPHA', 'executedInEVM'],
    ['collectedInBETA', 'collectedInTVM'],
    ['includedInBETAConsensus', 'includedInTVMConsensus'],
    ['executedInBETA', 'executedInTVM'],
    ['ALPHA', 'EVM'],
    ['BETA', 'TVM'],
  ])('translates %s to %s and back', (name, wire) => {
    expect(own.toWireName(name)).toBe(wire);
    expect(own.fromWireName(wire)).toBe(name);
  });

  it('keeps names that it does not know', () => {
    expect(own.toWireName('resting')).toBe('resting');
    expect(own.fromWireName('restingInTVM')).toBe('restingInTVM');
  });

  it('translates a copy of a record, and keeps absent and null members', () => {
    const state = {
      stage: 'executedInTVM',
      transactions: [{ hash: '0x1' }, { blockchainType: 'TVM' }],
      note: null,
    };
    const copy = structuredClone(state);
    expect(own.fromWireInclusion(state)).toEqual({
      stage: 'executedInBETA',
      transactions: [{ hash: '0x1' }, { blockchainType: 'BETA' }],
      note: null,
    });
    expect(state).toEqual(copy);
    expect(own.fromWireInclusion({})).toEqual({});
    expect(own.fromWireInclusion({ transactions: null })).toEqual({ transactions: null });
  });

  it('returns the same request if the names are neutral', () => {
    expect(neutral.toWireRequest(fullRequest)).toBe(fullRequest);
    expect(neutral.toWireName('collectedInALPHA')).toBe('collectedInALPHA');
  });
});
