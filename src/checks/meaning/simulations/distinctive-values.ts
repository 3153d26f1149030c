/** So many digits of hex that are not padding, and so many different bytes among them, nothing else shows by accident. Assumption. */
const leastDigits = 8;
const leastDifferentBytes = 4;

/**
 * Whether hex digits can only come from where they are known from. Padding, lengths, small numbers, powers of two and
 * the greatest numbers of a type stand in many places for many reasons, so they prove nothing.
 */
export function isDistinctive(digits: string): boolean {
  const core = digits.toLowerCase().replace(/^0+/, '').replace(/0+$/, '');
  if (core.length < leastDigits) return false;
  const bytes = digits.length % 2 === 0 ? digits : `0${digits}`;
  return (
    new Set((bytes.toLowerCase().match(/../g) ?? []).filter((byte) => byte !== '00')).size >=
    leastDifferentBytes
  );
}

/** The same of a decimal number. */
export function isDistinctiveNumber(number: bigint): boolean {
  return isDistinctive(number.toString(16));
}
