import fc, { type Arbitrary, type Random } from 'fast-check';
import { constantsOr } from '../drawing/constants-or.js';
import { drawn } from '../drawing/drawn.js';
import { pick } from '../drawing/pick.js';

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$'];
const lettersAndDigits = [...letters, ...'0123456789'];
const parameters = ['', '(bytes,bytes)'];
const shape = /^([A-Za-z_$])([A-Za-z0-9_$]*)(\(bytes,bytes\))?$/;

type MethodParts = [first: string, rest: string, parameters: string];

/**
 * Gives method names: empty, bare, or with `(bytes,bytes)`. Section 2.1, `alphaCallParams.methodName`; the forms are
 * practice.
 */
export function methodName(): Arbitrary<string> {
  const name = fc.tuple(
    fc.constantFrom(...letters),
    fc.string({ unit: fc.constantFrom(...lettersAndDigits) }),
    fc.constantFrom(...parameters),
  );
  return drawn(draw, constantsOr([''], name.map(write, read), 5));
}

function draw(random: Random): string {
  if (random.nextInt(0, 5) === 0) return '';
  let name = pick(random, letters);
  for (let more = random.nextInt(0, 12); more > 0; more--) name += pick(random, lettersAndDigits);
  return name + pick(random, parameters);
}

function write(parts: MethodParts): string {
  return parts.join('');
}

function read(text: unknown): MethodParts {
  const [, first, rest, ending = ''] = (typeof text === 'string' && shape.exec(text)) || [];
  if (first === undefined || rest === undefined) throw new TypeError('not a method name');
  return [first, rest, ending];
}
