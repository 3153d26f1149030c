import { defaultConventions, type LooseSimulationRequest } from 'crosscheck';
import type { Expectation } from 'crosscheck/fuzz';
import * as AbiFunction from 'ox/AbiFunction';
import { describe, expect, it } from 'vitest';
import { answered, check, classes, noServerError, simulate, simulation, validCall } from './observed.js';

const simulated = (response: object, expect: Expectation = validCall) =>
  answered(simulate(expect), { body: { response } });
const call = (known: object): Expectation => ({ kind: 'simulated', request: {}, ...known });
const [pool, bank, layer, executor] = ['a1', 'b2', 'c3', 'd4'].map((byte) => `0x${byte.repeat(20)}`) as [
  string,
  string,
  string,
  string,
];
const word = (value: bigint | number) => value.toString(16).padStart(64, '0');
const one = '7be1c06f29d4358a90b1f2e3d4c5a69788796a5b4c3d2e1f0a1b2c3d4e5f6071';
const other = '1f2e3d4c5b6a798897a6b5c4d3e2f10f1e2d3c4b5a69788796a5b4c3d2e1f008';
const greatest = 2n ** 256n - 1n;
/** A call and its data; nothing in it is a token hash, but for what is given. */
const encoded = (request: LooseSimulationRequest, ...words: string[]) =>
  simulation(request, {
    simulationStatus: true,
    debugInfo: { callData: `0x${'a1b2c3d4'}${word(1)}${word(0)}${words.join('')}` },
  });
const asset = (hash: string, amount = '5') => ({ betaAssets: [{ amount, tokenAddress: `0:${hash}` }] });

describe('calldata-mismatch', () => {
  const target = `0x${'aB'.repeat(20)}`;
  const layer = `0x${'01'.repeat(20)}`;
  const run = Buffer.from('run').toString('hex');
  const selector = AbiFunction.getSelector('function run(bytes,bytes)');
  const calling = (text?: string, methodName = '', to = target) =>
    call({ request: { alphaCallParams: { target: to, arguments: text, methodName } } });
  const data = (
    callData: string | undefined,
    expect = calling('0x00ff', 'run'),
    { to = layer, status = true, formats = defaultConventions.requestValidation } = {},
  ) =>
    classes(
      check('calldata-mismatch'),
      simulated({ simulationStatus: status, debugInfo: { callData, to } }, expect),
      {
        conventions: { ...defaultConventions, requestValidation: formats },
      },
    );
  const path = 'response.debugInfo.callData';

  it('finds call data without parts of the call, in any letter case', () => {
    expect(data(`0x12${'ab'.repeat(20)}${run}0034`)).toEqual([`${path}: without the arguments`]);
    expect(data(`0x12${run}00FF`)).toEqual([`${path}: without the target`]);
    expect(data(`0x12${'AB'.repeat(20)}${run}00ff34`)).toEqual([]);
  });

  it('accepts the encoding of the arguments for the target itself', () => {
    expect(data(`${selector}00ff`, undefined, { to: target.toLowerCase() })).toEqual([]);
    expect(data(`${selector}00ff`, calling('0x00ff', 'run(bytes,bytes)'), { to: target })).toEqual([]);
    expect(data(`${selector}00ff`, undefined, { to: '' })).toEqual([]);
  });

  it('finds call data of another method if the call has arguments', () => {
    const expected = [`${path}: without the method`];
    expect(data('0x1234567800ff', undefined, { to: target })).toEqual(expected);
    expect(data(`${selector}00ff`, calling('0x00ff', 'run(uint256)'), { to: target })).toEqual(expected);
    for (const none of ['0x', undefined])
      expect(data('0x12345678', calling(none, 'run'), { to: target })).toEqual([]);
    expect(data('0x00ff', undefined, { to: target, formats: 'off' })).toEqual([]);
  });

  it('finds call data that is not hex bytes, and a success without call data', () => {
    for (const bad of ['ab', '0xabc', '0xzz', '']) expect(data(bad)).toEqual([`${path}: no hex bytes`]);
    expect(data('ab', undefined, { status: false })).toEqual([`${path}: no hex bytes`]);
    expect(data('', undefined, { status: false })).toEqual([]);
    for (const other of ['qwA=', '']) expect(data(other, undefined, { formats: 'off' })).toEqual([]);
  });

  it('finds nothing without call data, or without a call to compare it with', () => {
    expect(data(undefined)).toEqual([]);
    expect(data('0x12', noServerError)).toEqual([]);
    for (const odd of ['me', '0xab']) expect(data('0x12', calling('any', '', odd))).toEqual([]);
    expect(classes(check('calldata-mismatch'), simulated({ debugInfo: null }, calling('0x00ff')))).toEqual(
      [],
    );
  });
});

describe('call-recipient', () => {
  const call = (
    target: string,
    to: string,
    { data = '0x01', from = executor, methodName = 'deposit' } = {},
  ) => simulation({ alphaCallParams: { target, methodName } }, { debugInfo: { to, from, callData: data } });
  const namesMethod = `0x12345678${Buffer.from('deposit').toString('hex')}`;

  it('finds the target of a call as recipient if another call went through a contract', () => {
    expect(classes(check('call-recipient'), [call(pool, layer), call(bank, bank)])).toEqual([
      'response.debugInfo.to: target of the call',
    ]);
  });

  it('finds the target of each call as recipient if the call data is for another contract', () => {
    const calls = [call(pool, pool, { data: namesMethod }), call(bank, bank, { data: namesMethod })];
    expect(classes(check('call-recipient'), calls)).toEqual([
      'response.debugInfo.to: not the contract of the call data',
    ]);
  });

  it('accepts calls to their targets, or to the contract that others go through', () => {
    expect(classes(check('call-recipient'), [call(pool, pool), call(bank, bank)])).toEqual([]);
    expect(classes(check('call-recipient'), [call(pool, layer), call(layer, layer)])).toEqual([]);
    // Assets alone may go another way than calls.
    expect(
      classes(check('call-recipient'), [call(pool, layer, { methodName: '' }), call(bank, bank)]),
    ).toEqual([]);
  });

  it('finds a sender that calls itself', () => {
    expect(classes(check('call-recipient'), call(pool, layer, { from: layer }))).toEqual([
      'response.debugInfo.from: sender is the recipient',
    ]);
    expect(classes(check('call-recipient'), call(pool, layer))).toEqual([]);
  });

  it('finds the executor of the request as recipient if another one is the sender', () => {
    const ofExecutor = (from: string, to: string) =>
      simulation(
        { alphaCallParams: { target: pool, methodName: 'deposit' }, executorAddress: executor.toUpperCase() },
        { debugInfo: { from, to } },
      );
    const swapped = ofExecutor(layer, executor);
    expect(classes(check('call-recipient'), swapped)).toEqual([
      'response.debugInfo.to: sender and recipient swapped',
    ]);
    for (const right of [ofExecutor(executor, layer), ofExecutor(executor, executor)])
      expect(classes(check('call-recipient'), right)).toEqual([]);
    const others = [layer, layer, layer].map((to) => call(pool, to));
    expect(classes(check('call-recipient'), [...others, swapped])).toEqual([
      'response.debugInfo.to: sender and recipient swapped',
    ]);
    expect(classes(check('call-recipient'), [...others, call(pool, bank)])).toContain(
      'response.debugInfo.to: another recipient',
    );
  });
});

describe('call data', () => {
  const encoded = (request: LooseSimulationRequest, ...words: number[]) =>
    simulation(request, {
      debugInfo: {
        callData: `0x12345678${words.map((value) => value.toString(16).padStart(64, '0')).join('')}`,
      },
    });
  const extraData = `0x${'5a'.repeat(64)}`;

  it('must contain the whole of a part that it begins with', () => {
    const text = '0123456789abcdef'.repeat(5);
    const bytes = (data: string) => simulation({ extraData: `0x${text}` }, { debugInfo: { callData: data } });
    const whole = `0x12345678${(40).toString(16).padStart(64, '0')}${text.padEnd(128, '0')}`;
    const incomplete = ['response.debugInfo.callData: incomplete extra data'];
    expect(classes(check('calldata-encoding'), bytes(whole))).toEqual([]);
    expect(classes(check('calldata-encoding'), bytes(whole.slice(0, -64)))).toEqual(incomplete);
    expect(classes(check('calldata-encoding'), bytes(`${whole.slice(0, -2)}01`))).toEqual(incomplete);
    // Only a hash of it.
    expect(classes(check('calldata-encoding'), bytes(`0x12345678${'ab12'.repeat(16)}`))).toEqual([]);
  });

  it('must contain every part of a message if it contains one', () => {
    const calls = [
      encoded({ shardsKey: '1' }, 1),
      encoded({ shardsKey: '2' }, 2),
      encoded({ shardsKey: '1', extraData }, 1),
    ];
    expect(classes(check('calldata-encoding'), calls)).toEqual([
      'response.debugInfo.callData: ignores the extra data',
    ]);
  });

  it('is the same for a default that is left out, and may be that of the call alone', () => {
    const [one, other] = [encoded({ shardsKey: '1' }, 1), encoded({ shardsKey: '2' }, 2)];
    expect(
      classes(check('calldata-encoding'), [one, other, encoded({ shardsKey: '1', extraData: '0x' }, 1)]),
    ).toEqual([]);
    const alone = [{ shardsKey: '1' }, { shardsKey: '2' }, { shardsKey: '1', extraData }];
    expect(
      classes(
        check('calldata-encoding'),
        alone.map((request) => encoded(request, 7)),
      ),
    ).toEqual([]);
  });
});

describe('call data', () => {
  it('does not take padding, lengths and the greatest amounts for token hashes', () => {
    expect(
      classes(check('calldata-encoding'), [
        encoded(asset('0'.repeat(64))),
        encoded(asset(word(1))),
        encoded(asset('f'.repeat(64), String(greatest)), word(greatest)),
        encoded(asset(`8${'0'.repeat(63)}`, String(2n ** 255n)), word(2n ** 255n)),
        encoded(asset(one)),
      ]),
    ).toEqual([]);
  });

  it('does not take extra data and accounts for token hashes', () => {
    expect(
      classes(check('calldata-encoding'), [
        encoded({ ...asset(one), extraData: `0x${one}` }, one),
        encoded({ ...asset(other), betaCaller: `0:${other}` }, other),
        encoded(asset(one)),
      ]),
    ).toEqual([]);
  });

  it('does not take small numbers and powers of two for keys and amounts', () => {
    for (const numbers of [
      [0n, 1n, 77n],
      [2n ** 32n, 2n ** 64n, 2n ** 53n + 7n],
      [greatest, greatest - 1n, 2n ** 128n - 1n],
    ]) {
      const observed = numbers.map((shardsKey) => encoded({ shardsKey: String(shardsKey) }, word(shardsKey)));
      const without = encoded({ shardsKey: '1763712000123' });
      expect(classes(check('calldata-encoding'), [...observed, without])).toEqual([]);
      const amounts = numbers.map((amount) =>
        encoded({ betaAssets: [{ amount: String(amount) }] }, word(amount)),
      );
      const withoutAmount = encoded({ betaAssets: [{ amount: '1763712000123' }] });
      expect(classes(check('calldata-encoding'), [...amounts, withoutAmount])).toEqual([]);
    }
  });

  it('must contain what the call data of two other calls contains', () => {
    expect(
      classes(check('calldata-encoding'), [
        encoded(asset(one), one),
        encoded(asset(other), other),
        encoded(asset(one)),
      ]),
    ).toEqual(['response.debugInfo.callData: without the token hashes']);
  });
});
