import fc, { type Random } from 'fast-check';
import { anyCharacter, awkwardCharacters } from '../../drawing/character.js';
import { pick } from '../../drawing/pick.js';
import type { AbiValues } from './abi-value.js';

/**
 * Makes texts: empty, plain, of characters of several bytes, and around the 32 bytes of a word, where encodings
 * break. None begins with a byte order mark, which ox drops when it decodes.
 */
export const textValues: AbiValues<string> = {
  draw: drawText,
  shrinks: fc.string({ unit: anyCharacter }),
};

const plain = awkwardCharacters.slice(0, 4);

function drawText(random: Random): string {
  const kind = random.nextInt(0, 5);
  if (kind === 0) return '';
  if (kind === 1) return 'a'.repeat(random.nextInt(31, 33));
  const from = kind === 2 ? plain : awkwardCharacters;
  let text = '';
  for (let more = random.nextInt(1, 12); more > 0; more--) text += pick(random, from);
  return text;
}
