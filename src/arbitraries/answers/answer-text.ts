import fc, { type Arbitrary, type Random } from 'fast-check';
import { anyCharacter, awkwardCharacters } from '../drawing/character.js';
import { drawn } from '../drawing/drawn.js';
import { pick } from '../drawing/pick.js';

/** Texts that consumers cut inside a character, print raw, or take for something else. */
const awkward = [
  '0',
  'null',
  ' ',
  'a "quoted" \\ text',
  'first line\nsecond line',
  'tab\tand nul\u0000',
  'é',
  'e\u0301',
  '日本語のエラー',
  '𝒳',
  '👩‍👩‍👧',
  '🦊'.repeat(64),
  '\u202Eright to left',
  '\uFEFFmarked',
  '<b>bold</b>',
];

/** Gives texts of an answer: empty, plain, and of characters that take several bytes or several code points. */
export function answerText(minLength: 0 | 1 = 0): Arbitrary<string> {
  return drawn((random) => draw(random, minLength), fc.string({ unit: anyCharacter, minLength }));
}

function draw(random: Random, minLength: 0 | 1): string {
  const kind = random.nextInt(0, 3);
  if (kind === 0 && minLength === 0) return '';
  if (kind <= 1) return pick(random, awkward);
  let text = '';
  for (let more = random.nextInt(1, 12); more > 0; more--) text += pick(random, awkwardCharacters);
  return text;
}
