import {
  alphaAddress,
  betaAddress,
  hexBytes,
  methodName,
  operationId,
  shardsKey,
  tokenAmount,
} from 'crosscheck/arbitraries';
import { type BetaAddressForm, parseBetaAddress, simulationRequestSchema } from 'crosscheck/contract';
import { describe, expect, it } from 'vitest';
import { describeArbitraryLaws, shrunkBy } from '../../support/arbitrary-laws.js';

const zeros = (bytes: number): string => '00'.repeat(bytes);
const target = `0x${zeros(20)}`;
const schema = simulationRequestSchema();
/** Makes a predicate: whether a text is valid in the field of a request where `place` puts it. */
const isValidAs =
  (place: (text: string) => object) =>
  (value: unknown): boolean =>
    typeof value === 'string' &&
    schema.safeParse({
      shardsKey: '0',
      alphaCallParams: { target },
      betaAssets: [],
      betaCaller: `0:${zeros(32)}`,
      ...place(value),
    }).success;

describeArbitraryLaws('alphaAddress', {
  arbitrary: alphaAddress(),
  isValid: isValidAs((text) => ({ alphaCallParams: { target: text } })),
  simplest: `0x${zeros(20)}`,
  handWritten: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xDE709F2102306220921060314715629080E2FB77'],
  neverGenerated: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', `0X${zeros(20)}`, '0x12'],
});

describeArbitraryLaws('betaAddress', {
  arbitrary: betaAddress(),
  isValid: (value) => parseBetaAddress(value) !== undefined,
  simplest: `0:${zeros(32)}`,
  handWritten: ['EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N', `-1:${'AB'.repeat(32)}`],
  neverGenerated: ['EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2M', `1:${zeros(32)}`],
});

describeArbitraryLaws('betaAddress of one form', {
  arbitrary: betaAddress({ forms: ['non-bounceable'], workchains: [-1] }),
  isValid: (value) => parseBetaAddress(value)?.form === 'non-bounceable',
  simplest: 'Uf8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAG3R',
  neverGenerated: [`-1:${zeros(32)}`, 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'],
});

describeArbitraryLaws('shardsKey', {
  arbitrary: shardsKey(),
  isValid: isValidAs((shardsKey) => ({ shardsKey })),
  simplest: '0',
  handWritten: ['17000000001234', '18446744073709551615'],
  neverGenerated: ['18446744073709551616', '01', '-1', '1e3', ' 1', 1],
});

describeArbitraryLaws('tokenAmount', {
  arbitrary: tokenAmount(),
  isValid: isValidAs((amount) => ({ betaAssets: [{ amount }] })),
  simplest: '0',
  handWritten: ['1000000000', `${2n ** 256n - 1n}`],
  neverGenerated: [`${2n ** 256n}`, '1.5', '+1'],
});

describeArbitraryLaws('hexBytes', {
  arbitrary: hexBytes(),
  isValid: isValidAs((extraData) => ({ extraData })),
  simplest: '0x',
  handWritten: ['0x00', '0xDEADbeef', `0x${'ff'.repeat(128)}`],
  neverGenerated: ['0x1', '1234', '0X12', `0x${'ff'.repeat(129)}`],
});

describeArbitraryLaws('hexBytes within bounds', {
  arbitrary: hexBytes({ minLength: 3, maxLength: 5 }),
  isValid: (value) => /^0x[0-9a-f]{6,10}$/.test(value),
  simplest: '0x000000',
  handWritten: ['0x12345678'],
  neverGenerated: ['0x1234', '0x123456789abc'],
});

describeArbitraryLaws('methodName', {
  arbitrary: methodName(),
  isValid: isValidAs((methodName) => ({ alphaCallParams: { target, methodName } })),
  simplest: '',
  handWritten: ['swap', 'addLiquidity(bytes,bytes)', '_'],
  neverGenerated: ['swap()', '(bytes,bytes)', '1st', 'swap(bytes, bytes)'],
});

describeArbitraryLaws('operationId', {
  arbitrary: operationId(),
  isValid: (value) => /^0x[0-9a-f]{64}$/.test(value),
  simplest: `0x${zeros(32)}`,
  handWritten: [`0x${'ab'.repeat(32)}`],
  neverGenerated: [`0x${'AB'.repeat(32)}`, `0x${zeros(31)}`],
});

describe('shrinking', () => {
  it.each([2n ** 53n, 2n ** 63n + 1n])('finds %s, the smallest amount that fails', (limit) => {
    expect(shrunkBy(tokenAmount(), (amount) => BigInt(amount) < limit)).toBe(`${limit}`);
  });

  it('finds the smallest of the bytes that fail', () => {
    const isShortOrZero = (hex: string): boolean => hex.length <= 10 || /^0x0*$/.test(hex);
    expect(shrunkBy(hexBytes(), isShortOrZero)).toBe('0x0000000001');
    expect(shrunkBy(hexBytes(), isShortOrZero, '0xDEADBEEFDEADBEEF')).toBe('0x0000000001');
  });

  it('keeps the form of an address that fails', () => {
    const isNotTestOnly = (address: string): boolean => parseBetaAddress(address)?.form !== 'test-bounceable';
    expect(shrunkBy(betaAddress(), isNotTestOnly)).toBe('kQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHTW');
  });
});

describe('invalid options', () => {
  it.each([
    [
      'a length below 0',
      () => hexBytes({ minLength: -1 }),
      'minLength must be an integer from 0 to 16777216, got -1',
    ],
    [
      'a length that is not an integer',
      () => hexBytes({ maxLength: 1.5 }),
      'maxLength must be an integer from 0 to 16777216, got 1.5',
    ],
    [
      'a length too large',
      () => hexBytes({ maxLength: 2 ** 25 }),
      'maxLength must be an integer from 0 to 16777216',
    ],
    [
      'a minimum above the maximum',
      () => hexBytes({ minLength: 5, maxLength: 4 }),
      'minLength must be at most maxLength (4), got 5',
    ],
    [
      'a misspelt option',
      () => hexBytes({ maxLenght: 4 } as object),
      'maxLenght is not an option; did you mean maxLength?',
    ],
    [
      'a number instead of options',
      () => hexBytes(4 as unknown as object),
      'hexBytes takes an object of options, got 4',
    ],
    [
      'null instead of options',
      () => hexBytes(null as unknown as object),
      'hexBytes takes an object of options, got null',
    ],
    ['no form', () => betaAddress({ forms: [] }), 'forms must not be empty'],
    [
      'an unknown form',
      () => betaAddress({ forms: ['hex' as BetaAddressForm] }),
      'forms[0] must be one of raw',
    ],
    [
      'an unknown workchain',
      () => betaAddress({ workchains: [1 as 0] }),
      'workchains[0] must be 0 or -1, got 1',
    ],
  ])('are rejected when the arbitrary is created: %s', (_, make, message) => {
    expect(make).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(message) }),
    );
  });
});
