import type { Arbitrary } from 'fast-check';

/** Every kind of body that {@link rawBody} knows: nothing, a piece, broken JSON, another encoding, another format. */
export const rawBodyKinds = [
  'empty',
  'white-space',
  'cut-off-in-string',
  'cut-off-in-number',
  'cut-off-in-object',
  'unclosed-brackets',
  'extra-bracket',
  'trailing-comma',
  'missing-comma',
  'missing-colon',
  'single-quotes',
  'unquoted-names',
  'comments',
  'leading-zeros',
  'loose-number',
  'not-a-number',
  'foreign-literal',
  'control-character',
  'bad-escape',
  'two-values',
  'nul-bytes',
  'byte-order-mark',
  'not-utf-8',
  'utf-16',
  'gzip',
  'html',
  'form-encoded',
  'plain-text',
] as const;

/** The name of a kind. */
export type RawBodyKind = (typeof rawBodyKinds)[number];

/** A kind of body, and the bodies of it. */
export interface RawBodyRow<Content> {
  readonly kind: RawBodyKind;
  /** Why it is no JSON, as a sentence. */
  readonly reason: string;
  readonly bodies: Arbitrary<Content>;
}
