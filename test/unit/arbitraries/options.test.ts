import { defineDeployment } from 'crosscheck';
import {
  callTo,
  hexBytes,
  inclusionResponse,
  inclusionTimeline,
  invalidRequest,
  localCalls,
  rawBody,
  simulationRequest,
  simulationResponse,
} from 'crosscheck/arbitraries';
import { simulationRequestSchema } from 'crosscheck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shrunkBy } from '../../support/arbitrary-laws.js';

const target = `0x${'11'.repeat(20)}`;
const deployment = defineDeployment({
  simulatorUrl: 'http://localhost:1',
  observerUrl: 'http://localhost:2',
  chains: { alpha: 'evm', beta: 'tvm' },
  conventions: { requiredRequestFields: ['extraData'], requestValidation: 'off' },
});

describe.each<[string, (options: never) => unknown]>([
  ['simulationRequest', simulationRequest],
  ['callTo', callTo],
  ['localCalls', localCalls],
  ['invalidRequest', invalidRequest],
  ['rawBody', rawBody],
  ['simulationResponse', simulationResponse],
  ['inclusionResponse', inclusionResponse],
  ['inclusionTimeline', inclusionTimeline],
  ['hexBytes', hexBytes],
])('%s', (name, arbitrary) => {
  it.each([null, 7, 'all', []])('rejects %o instead of options when it is created', (options) => {
    expect(() => arbitrary(options as never)).toThrow(TypeError);
    expect(() => arbitrary(options as never)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(name) }),
    );
  });
});

describe('the option deployment', () => {
  it('decides what is valid', () => {
    const schema = simulationRequestSchema(deployment.conventions);
    const calls = callTo({ target: 'anything', signature: 'f(uint8 a)', deployment });
    for (const arbitrary of [simulationRequest({ deployment }), calls]) {
      const requests = fc.sample(arbitrary, { numRuns: 200, seed: 1 });
      expect(new Set(requests.map((request) => schema.safeParse(request).success))).toEqual(new Set([true]));
      expect(requests.map(({ extraData }) => extraData)).not.toContain(undefined);
    }
    expect(fc.sample(simulationRequest({ deployment }), { numRuns: 200, seed: 1 })).toContainEqual(
      expect.not.objectContaining({ shardsKey: expect.anything() }),
    );
  });

  it.each([simulationRequest, invalidRequest, inclusionResponse, inclusionTimeline])(
    'cannot be combined with conventions',
    (arbitrary) => {
      const both = { deployment, conventions: { requestValidation: 'strict' } } as const;
      expect(() => arbitrary(both as never)).toThrow(/conventions contradicts deployment/);
    },
  );

  it.each([invalidRequest, inclusionResponse, inclusionTimeline])(
    'needs two different names for two chains',
    (arbitrary) => {
      expect(() => arbitrary({ chains: { alpha: 'x', beta: 'x' } })).toThrow(/chains must be two names/);
    },
  );
});

describe('a bad constraint', () => {
  it('is reported once, by the arbitrary that was given it', () => {
    const feeAssetAddress = `0x${'aa'.repeat(20)}`;
    const make = (): unknown => callTo({ target, signature: 'f(uint8 a)', feeAssetAddress });
    expect(make).toThrow(/^callTo makes requests that are not valid/);
    const amount = fc.constant('-1');
    expect(() => simulationRequest({ 'betaAssets[].amount': amount })).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching(/(betaAssets\[\].amount.*\n)\1/) }),
    );
  });

  it('can be a function', () => {
    const alphaCallParams = (() => ({})) as never;
    expect(() => simulationRequest({ alphaCallParams })).toThrow(
      /alphaCallParams must be a value or an arbitrary/,
    );
  });
});

it.each([
  'f(uint256 a,\n  address b)',
  'f (uint256 a, address b)',
  ' function  f( uint256 a , address b ) ; ',
])('accepts white space anywhere in a signature: %o', (signature) => {
  const [request] = fc.sample(callTo({ target, signature }), 1);
  expect(request?.alphaCallParams?.methodName).toBe('f');
  expect(request?.alphaCallParams?.arguments).toHaveLength(2 + 128);
});

it('shrinks long bytes in few steps to the digit that matters', () => {
  const long = hexBytes({ minLength: 4096, maxLength: 4096 });
  const { numShrinks } = fc.check(
    fc.property(long, (hex) => !/[1-9a-f]/.test(hex.slice(2))),
    { seed: 1 },
  );
  expect(numShrinks).toBeLessThan(100);
  const hasSeven = (hex: string): boolean => hex.includes('7');
  expect(shrunkBy(long, (hex) => !hasSeven(hex)).replace(/0/g, '')).toBe('x7');
});
