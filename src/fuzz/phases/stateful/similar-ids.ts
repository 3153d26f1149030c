const wholeId = /^0x[0-9a-f]{64}$/;

/** Ids that a faulty reader confuses with a known one: if it reads only a part, a sum, or nothing of it. */
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
 * Returns well-formed unknown ids that are similar to a known one; none if the known one has another form.
 *
 * @param which - The index of the first one.
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
