import fc, { type Arbitrary } from 'fast-check';
import { affixed, rewritten } from '../faults/affixed.js';
import { cutOff } from './cut-off-text.js';
import type { RawBodyRow } from './raw-body-kind.js';

const mostBrackets = 10_000;

/** Bodies of which something is not there; made from the texts of requests. */
export function unfinishedBodies(requestTexts: Arbitrary<string>): RawBodyRow<string>[] {
  const withNumber = rewritten(
    requestTexts,
    (text) => text.replace(/"shardsKey":"(\d+)"/, '"shardsKey":$1'),
    (text) => text.replace(/"shardsKey":(\d+)/, '"shardsKey":"$1"'),
  );
  return [
    { kind: 'empty', reason: 'There is nothing.', bodies: fc.constant('') },
    {
      kind: 'white-space',
      reason: 'There is white space and nothing else.',
      bodies: fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), minLength: 1, maxLength: 20 }),
    },
    {
      kind: 'cut-off-in-string',
      reason: 'It ends in the middle of a string.',
      bodies: cutOff(requestTexts, 'string'),
    },
    {
      kind: 'cut-off-in-number',
      reason: 'It ends in the middle of a number.',
      bodies: cutOff(withNumber, 'number'),
    },
    {
      kind: 'cut-off-in-object',
      reason: 'It ends before its object is closed.',
      bodies: cutOff(requestTexts, 'object'),
    },
    {
      kind: 'unclosed-brackets',
      reason: 'It opens brackets, up to thousands of them, and closes none.',
      bodies: affixed(
        fc.integer({ min: 1, max: mostBrackets }).map(brackets, countBrackets),
        ['', ''],
        ['{"a":', ''],
      ),
    },
    {
      kind: 'extra-bracket',
      reason: 'It closes a bracket that it did not open.',
      bodies: affixed(requestTexts, ['', '}'], ['', ']']),
    },
  ];
}

function brackets(count: number): string {
  return '['.repeat(count);
}

function countBrackets(text: unknown): number {
  if (typeof text !== 'string' || !/^\[+$/.test(text)) throw new TypeError('not brackets that are opened');
  return text.length;
}
