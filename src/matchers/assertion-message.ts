/** Puts the message of a matcher together: the assertion as it was written, a blank line, what came of it. */
export function assertionMessage(
  subject: string,
  isNot: boolean | undefined,
  call: string,
  lines: readonly string[],
): string {
  return [`expect(${subject})${isNot ? '.not' : ''}.${call}`, '', ...lines].join('\n');
}
