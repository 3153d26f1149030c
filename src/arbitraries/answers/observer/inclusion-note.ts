import type { Arbitrary } from 'fast-check';
import type { InclusionNote } from '../../../contract/responses.js';
import { drawn } from '../../drawing/drawn.js';
import { members } from '../../drawing/members.js';
import { pick } from '../../drawing/pick.js';
import { hexBytes } from '../../values/hex-bytes.js';
import { answerText } from '../answer-text.js';
import { sometimesThere } from '../presence.js';

/** Names of errors that were seen in notes. Source: practice. */
export const seenErrorNames = [
  'ProxyCallError',
  'NotEnoughGas',
  'InvalidMerkleProof',
  'MessageAlreadyProcessed',
  'TokenNotExist',
];

/** Gives notes about an operation, of no member, of some and of all. Section 2.3, `response.note`. */
export function inclusionNote(): Arbitrary<InclusionNote> {
  const { optional } = sometimesThere;
  const text = answerText();
  const errorName = drawn(
    (random) =>
      random.nextInt(0, 3) === 0 ? text.generate(random, undefined).value : pick(random, seenErrorNames),
    text,
  );
  return members<InclusionNote>({
    content: optional(text),
    internalBytesError: optional(hexBytes({ maxLength: 64 })),
    internalMsg: optional(text),
    // Members are left out in this order: the name is what tells a reader most, so it goes last.
    errorName: optional(errorName),
  });
}
