import type { Arbitrary } from 'fast-check';
import { affixed, rewritten } from '../faults/affixed.js';
import type { RawBodyRow } from './raw-body-kind.js';
import { shardsKeyWrittenAs } from './shards-key-written-as.js';

/** Bodies that are nearly JSON, as lenient readers take it and careless writers write it; made from texts of requests. */
export function brokenSyntaxBodies(requestTexts: Arbitrary<string>): RawBodyRow<string>[] {
  const writtenAs = (...literals: readonly string[]): Arbitrary<string> =>
    shardsKeyWrittenAs(requestTexts, literals);
  return [
    {
      kind: 'trailing-comma',
      reason: 'It has a comma after the last member.',
      bodies: rewritten(
        requestTexts,
        (text) => text.replace(/}$/, ',}'),
        (text) => text.replace(/,}$/, '}'),
      ),
    },
    {
      kind: 'missing-comma',
      reason: 'There is no comma between two members.',
      bodies: rewritten(
        requestTexts,
        (text) => text.replace('","', '""'),
        (text) => text.replace('""', '","'),
      ),
    },
    {
      kind: 'missing-colon',
      reason: 'There is no colon between a name and its value.',
      bodies: rewritten(
        requestTexts,
        (text) => text.replace('":', '"'),
        (text) => text.replace(/^\{"(\w+)"/, '{"$1":'),
      ),
    },
    {
      kind: 'single-quotes',
      reason: 'Its strings are in single quotes.',
      bodies: rewritten(
        requestTexts,
        (text) => text.replaceAll('"', "'"),
        (text) => text.replaceAll("'", '"'),
      ),
    },
    {
      kind: 'unquoted-names',
      reason: 'Its names are not in quotes.',
      bodies: rewritten(
        requestTexts,
        (text) => text.replace(/"(\w+)":/g, '$1:'),
        (text) => text.replace(/([{,])(\w+):/g, '$1"$2":'),
      ),
    },
    {
      kind: 'comments',
      reason: 'It has a comment.',
      bodies: affixed(requestTexts, ['/* a call */', ''], ['', '// a call'], ['# a call\n', '']),
    },
    {
      kind: 'two-values',
      reason: 'It is more than one JSON value.',
      bodies: affixed(requestTexts, ['', '{}'], ['', '\nnull'], ['[],', '']),
    },
    {
      kind: 'nul-bytes',
      reason: 'It has NUL bytes around it.',
      bodies: affixed(requestTexts, ['', '\0'], ['\0', ''], ['', '\0\0\0\0']),
    },
    {
      kind: 'byte-order-mark',
      reason: 'It starts with a byte order mark.',
      bodies: affixed(requestTexts, ['\uFEFF', '']),
    },
    {
      kind: 'leading-zeros',
      reason: 'It has a number with leading zeros.',
      bodies: writtenAs('00', '01', '-01', '007.5'),
    },
    {
      kind: 'loose-number',
      reason: 'It has a number in a form that JSON does not know.',
      bodies: writtenAs('+1', '.5', '1.', '1e', '--1', '0x10', '0b1', '1_000', '1n'),
    },
    {
      kind: 'not-a-number',
      reason: 'It has a number that JSON cannot write.',
      bodies: writtenAs('NaN', 'Infinity', '-Infinity', '-NaN'),
    },
    {
      kind: 'foreign-literal',
      reason: 'It has a literal of another language.',
      bodies: writtenAs('undefined', 'None', 'True', 'nil', 'NULL'),
    },
    {
      kind: 'control-character',
      reason: 'It has a control character in a string that is not escaped.',
      bodies: writtenAs('"\n"', '"\t"', '"\0"', '"\u001f"', '"\r\n"'),
    },
    {
      kind: 'bad-escape',
      reason: 'It has an escape in a string that JSON does not know.',
      bodies: writtenAs('"\\x41"', '"\\u12"', '"\\u{41}"', '"\\\'"', '"\\0"'),
    },
  ];
}
