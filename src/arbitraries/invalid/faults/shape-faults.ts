import fc, { type Arbitrary } from 'fast-check';
import { jsonValues } from '../../drawing/json-values.js';
import type { ValueFault } from './request-fault.js';
import { type PlaceKind, requestPlaces } from './request-places.js';

const noText = jsonValues(
  '0',
  '1',
  '-1',
  '1.5',
  '1e+21',
  '9007199254740991',
  'true',
  'false',
  '[]',
  '["0"]',
  '{}',
);
const noObject = jsonValues('[]', '[{}]', '""', '"{}"', '0', 'true', 'false');
const noList = jsonValues('{}', '{"length":0}', '{"0":{}}', '""', '"[]"', '0', 'true', 'false');

/** Faults of the shape, which are wrong whatever form the texts have. */
export const shapeFaults: readonly ValueFault[] = [
  {
    fault: 'null',
    reason: 'null is a value of its own and stands for no field that is left out.',
    at: everywhere(() => fc.constant(null)),
  },
  {
    fault: 'wrong-type',
    reason: 'Its JSON type is another than the one of this field.',
    at: everywhere((kind) => {
      if (kind === 'assets') return noList;
      return isObject(kind) ? noObject : noText;
    }),
  },
  {
    fault: 'deeply-nested',
    reason: 'It is nested hundreds of levels deep, where nothing of that shape belongs.',
    at: everywhere((kind) => (kind === 'assets' ? nested('{"a":', '}') : nested('[', ']'))),
  },
];

function isObject(kind: PlaceKind): boolean {
  return kind === 'request' || kind === 'call' || kind === 'asset';
}

function everywhere(wrong: (kind: PlaceKind) => Arbitrary<unknown>): ValueFault['at'] {
  return Object.fromEntries(Object.values(requestPlaces).map((kind) => [kind, wrong(kind)]));
}

/** Not so deep that those who print a value give up. */
function nested(open: string, close: string): Arbitrary<unknown> {
  const write = (depth: number): string => `${open.repeat(depth - 1)}${open[0]}${close.repeat(depth)}`;
  return fc.integer({ min: 100, max: 1000 }).map(
    (depth) => JSON.parse(write(depth)) as unknown,
    (value) => {
      const text = JSON.stringify(value) ?? '';
      const depth = text.split(close).length - 1;
      if (depth === 0 || write(depth) !== text) throw new TypeError('not nested so');
      return depth;
    },
  );
}
