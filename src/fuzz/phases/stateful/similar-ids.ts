const wholeId = /^0x[0-9a-f]{64}$/;

/** Other ids that some readers take for one: those that look at a part of it, at its sum, or at none of it. */
const neighbours: readonly ((digits: string) => string)[] = [
  (digits) => digits.slice(0, -1) + otherDigit(digits.at(-1)),
  (digits) => otherDigit(digits[0]) + digits.slice(1),
  (digits) => digits.slice(0, 31) + otherDigit(digits[31]) + digits.slice(32),
  (digits) => digits.slice(0, 16) + backwards(digits.slice(16)),
  (digits) => backwards(digits.slice(0, 48)) + digits.slice(48),
  (digits) => backwards(digits),
  () => '0'.repeat(64),
  () => 'f'.repeat(64),
];

const atOnce = 3;

/**
 * Gives well-formed ids that nobody has, and that come near to a known one; none where that has no such form.
 *
 * @param which - Of which to start, counted from 0.
 */
export function similarIds(known: string, which: number, allKnown: readonly string[]): string[] {
  if (!wholeId.test(known)) return [];
  const taken = new Set(allKnown.map((id) => id.toLowerCase()));
  return Array.from({ length: atOnce }, (_, index) => neighbours[(which + index) % neighbours.length])
    .map((change) => `0x${change?.(known.slice(2)) ?? ''}`)
    .filter((id) => !taken.has(id));
}

function otherDigit(digit = '0'): string {
  return (Number.parseInt(digit, 16) ^ 1).toString(16);
}

function backwards(digits: string): string {
  return [...digits].reverse().join('');
}
