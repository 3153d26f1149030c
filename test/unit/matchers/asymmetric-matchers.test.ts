import 'crosscheck/vitest';
import { matchers } from 'crosscheck/matchers';
import { describe, expect, it } from 'vitest';
import { simulated } from './simulator.js';

const id = `0x${'aB'.repeat(32)}`;
const target = 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N';
const message = { operationId: id, targetAddress: target, shardsKey: 7n, tokensBurned: [{ amount: '1000' }] };

/** The message of a matcher that was used as an assertion and failed. */
function messageOf(assertion: () => unknown): string {
  try {
    assertion();
  } catch (error) {
    return (error as Error).message;
  }
  return expect.fail('the assertion should have failed');
}

describe('expect.outMessage', () => {
  it('matches a message by some of its members, anywhere in another assertion', () => {
    expect([{}, message]).toContainEqual(
      expect.outMessage({ shardsKey: 7, tokensBurned: [{ amount: 1000n }] }),
    );
    expect({ message }).toEqual({ message: expect.outMessage({ operationId: expect.operationId() }) });
    expect({ message }).toEqual({ message: expect.not.outMessage({ shardsKey: 8 }) });
    expect([message]).not.toContainEqual(expect.outMessage({ shardsKey: 8 }));
    expect(null).not.toEqual(expect.outMessage({ shardsKey: 8 }));
  });

  it('can be part of a pattern of another matcher', async () => {
    const result = await simulated({
      simulationStatus: true,
      outMessages: [{ payload: '0x01', shardsKey: 9 }],
    });
    await expect(result).toMatchSimulation({ outMessages: [expect.outMessage({ shardsKey: 9n })] });
    await expect(result).toEmitOutMessage(expect.outMessage({ payload: '0x01' }));
    await expect(result).not.toEmitOutMessage(expect.not.outMessage({ payload: '0x01' }));
  });

  it('rejects a pattern that everything matches', () => {
    expect(() => expect(message).toEqual(expect.outMessage({}))).toThrow('outMessage takes an object');
    expect(() => expect(message).toEqual(expect.not.outMessage(undefined as never))).toThrow(TypeError);
  });
});

describe('expect.operationId', () => {
  it('matches 0x and 64 hex digits', () => {
    expect(message).toMatchObject({ operationId: expect.operationId() });
  });

  it.each([[id.slice(2)], [id.slice(0, -1)], [`${id}0`], [`0X${id.slice(2)}`], [BigInt(id)], [[id]]])(
    'does not match %o',
    (value) => {
      expect({ value }).toEqual({ value: expect.not.operationId() });
      expect({ value }).not.toEqual({ value: expect.operationId() });
    },
  );
});

describe('expect.amount', () => {
  it.each([
    ['1000', 1000n],
    [1000n, '1000'],
    ['1000', { min: 1000n }],
    ['1000', { max: '1000' }],
    ['18446744073709551616', { min: '18446744073709551616', max: 2n ** 64n }],
  ])('%s is %o', (received, expected) => {
    expect({ amount: received }).toEqual({ amount: expect.amount(expected) });
    expect({ amount: received }).not.toEqual({ amount: expect.not.amount(expected) });
  });

  it.each([
    ['1001', 1000n],
    ['999', { min: '1000' }],
  ])('%s is not %o', (received, expected) => {
    expect({ amount: received }).toEqual({ amount: expect.not.amount(expected) });
    expect({ amount: received }).not.toEqual({ amount: expect.amount(expected) });
  });

  it.each([
    ['01000'],
    [' 7'],
    ['0x7'],
    ['7.0'],
    ['-5'],
    [-5n],
    [1000],
    [''],
    [null],
    [undefined],
    [2n ** 256n],
    [`1${'0'.repeat(80)}`],
  ])('matches %s, which is not an amount, in neither polarity', (received) => {
    expect({ amount: received }).not.toEqual({ amount: expect.amount({ max: 1000n }) });
    expect({ amount: received }).not.toEqual({ amount: expect.not.amount({ max: 1000n }) });
    expect({ amount: received }).not.toEqual({ amount: expect.not.amount({ min: 1n }) });
  });

  it.each([
    [undefined],
    [5],
    ['5.0'],
    [{}],
    [{ min: 5 }],
    [{ min: undefined }],
    [{ min: 2n, max: 1n }],
    [null],
  ])('rejects %o in both polarities', (expected) => {
    expect(() => expect('5').toEqual(expect.amount(expected as never))).toThrow(/^amount (takes|has) /);
    expect(() => expect('5').toEqual(expect.not.amount(expected as never))).toThrow(TypeError);
  });
});

describe('the messages of asymmetric matchers', () => {
  it('show what was expected inside another assertion', () => {
    const expected = { operationId: expect.operationId(), amount: expect.amount({ min: 1n }) };
    expect(() => expect({ operationId: '0x', amount: '0' }).toEqual(expected)).toThrow();
    expect(String(expect.not.operationId())).toContain('not.operationId');
  });

  it('show the differences when they are used as assertions', () => {
    type Named = Record<string, (expected?: unknown) => void>;
    const assert = (received: unknown) => expect(received) as unknown as Named;
    const not = (received: unknown) => expect(received).not as unknown as Named;
    expect(
      [
        messageOf(() => assert({ payload: '0x' }).outMessage?.({ payload: '0x01', shardsKey: 7 })),
        messageOf(() => not({ payload: '0x' }).outMessage?.({ payload: '0x' })),
        messageOf(() => assert('0x').operationId?.()),
        messageOf(() => not(id).operationId?.()),
        messageOf(() => assert('999').amount?.({ min: 1000n, max: 2000n })),
        messageOf(() => not('1000').amount?.('1000')),
      ].join('\n\n'),
    ).toMatchInlineSnapshot(`
      "expect(message).outMessage(pattern): payload is "0x", expected "0x01" (and 1 more difference)

      Differs:
      - payload
          expected: "0x01"
          received: "0x"
      - shardsKey
          expected: 7
          received: absent

      expect(message).not.outMessage(pattern): the value matches

      Received:   { payload: "0x" }

      expect(value).operationId(): received "0x"

      Expected:   an operation id, 0x and 64 hex digits
      Received:   "0x"

      expect(value).not.operationId(): received "0xaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaB"

      Expected:   no operation id, 0x and 64 hex digits
      Received:   "0xaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaB"

      expect(value).amount(expected): received "999"

      Expected:   amount from 1000 to 2000
      Received:   "999"

      expect(value).not.amount(expected): received "1000"

      Expected:   amount not 1000
      Received:   "1000""
    `);
  });

  it('do not depend on the runner', () => {
    expect(matchers.operationId.call({}, id).pass).toBe(true);
    expect(matchers.amount.call({ isNot: true }, '5', 6n).pass).toBe(false);
  });
});
