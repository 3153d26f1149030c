import { expect, test } from 'vitest';
import { amount } from '../../../src/cli/values/amount.js';
import { chainNames } from '../../../src/cli/values/chain-names.js';
import { decimal } from '../../../src/cli/values/decimal.js';
import { durationMs } from '../../../src/cli/values/duration-ms.js';
import { httpUrl } from '../../../src/cli/values/http-url.js';
import { integer } from '../../../src/cli/values/integer.js';
import { jsonValue } from '../../../src/cli/values/json-value.js';
import { texts } from '../../../src/cli/values/text.js';
import { BadValue, type ValueReader } from '../../../src/cli/values/value-reader.js';

const good: [string, ValueReader<unknown>, string, unknown][] = [
  ['integer', integer(0, 10), '10', 10],
  ['integer', integer(-5), '-5', -5],
  ['decimal', decimal(0, 1), '0.2', 0.2],
  ['decimal', decimal(0, 1), '1', 1],
  ['duration', durationMs(0), '0', 0],
  ['duration', durationMs(1), '500', 500],
  ['duration', durationMs(1), '250ms', 250],
  ['duration', durationMs(1), '1.5s', 1500],
  ['duration', durationMs(1), '10m', 600_000],
  ['duration', durationMs(1), '1h', 3_600_000],
  ['amount', amount, '0', 0n],
  ['amount', amount, '1e18', 10n ** 18n],
  ['amount', amount, `${2n ** 256n - 1n}`, 2n ** 256n - 1n],
  ['chains', chainNames, 'evm,tvm', { alpha: 'evm', beta: 'tvm' }],
  ['URL', httpUrl, 'https://node.example.org/v3/key', 'https://node.example.org/v3/key'],
  ['JSON', jsonValue, '{"a":[9007199254740991,0.5]}', { a: [9007199254740991, 0.5] }],
  ['texts', texts, 'a, b', ['a', 'b']],
];

test.each(good)('reads the %s', (_, read, text, value) => {
  expect(read(text)).toEqual(value);
});

const bad: [string, ValueReader<unknown>, string[]][] = [
  ['integer', integer(0, 10), ['', ' 1', '1.0', '0x1', '1e1', '11', '-1', '٣', '9007199254740993']],
  ['decimal', decimal(0.001, 1), ['', '0', '1.1', '-0.5', '.5', '1e-1', 'NaN', '9'.repeat(400)]],
  ['duration', durationMs(1), ['', '0', '-5', '1d', '5 s', '.5s', '25d', '600h', 'Infinity', '0.4']],
  ['amount', amount, ['', '-1', '1.5', '1_000', '0x10', '1e78', `${2n ** 256n}`, '1e999', '9'.repeat(200)]],
  ['chains', chainNames, ['', 'evm', 'evm,evm', 'EVM,tvm', 'evm,tvm,x', 'evm, tvm', '1a,b']],
  ['URL', httpUrl, ['', 'localhost:8545', 'ws://127.0.0.1', 'http://', '/x']],
  ['JSON', jsonValue, ['', '{', '9007199254740993', '[1e30]']],
  ['texts', texts, ['', 'a,,b', ',']],
];

test.each(bad)('rejects what is no %s', (_, read, rejected) => {
  for (const text of rejected) expect(() => read(text), text).toThrow(BadValue);
});
