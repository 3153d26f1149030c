/** A range of integers, both ends included; a missing end is open. */
export interface IntegerRange {
  readonly min?: bigint | undefined;
  readonly max?: bigint | undefined;
}

/** Returns whether an integer lies within a range. */
export function isWithin(value: bigint, { min, max }: IntegerRange): boolean {
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}

/** A decimal text without sign, spaces or leading zeros. */
export const canonicalDecimal = /^(?:0|[1-9]\d*)$/;

/**
 * Returns the integer of an amount: a bigint, or a decimal text without sign, spaces or leading zeros (practice).
 * Returns undefined for anything else.
 */
export function amountOf(value: unknown): bigint | undefined {
  if (typeof value === 'string') return canonicalDecimal.test(value) ? BigInt(value) : undefined;
  return typeof value === 'bigint' && value >= 0n ? value : undefined;
}
