/**
 * A pattern that is tried only on texts that have one of its markers: looking for one is many times quicker, as long as
 * it starts with a character that is rare. Hex digits are not.
 */
export interface MarkedPattern {
  readonly markers: readonly string[];
  readonly pattern: RegExp;
}

/** The first piece of a text that fits one of the patterns. */
export function firstMatch(text: string, patterns: readonly MarkedPattern[]): string | undefined {
  for (const { markers, pattern } of patterns) {
    const match = hasOne(text, markers) ? pattern.exec(text) : null;
    if (match) return match[0];
  }
  return undefined;
}

function hasOne(text: string, markers: readonly string[]): boolean {
  for (const marker of markers) if (text.includes(marker)) return true;
  return false;
}
