/** Returns the first text that repeats the text of an earlier item, ignoring letter case and items without text. */
export function firstRepeatedText<T>(
  items: readonly T[] | null | undefined,
  textOf: (item: T) => string | undefined,
): string | undefined {
  if (!items || items.length < 2) return undefined;
  const seen = new Set<string>();
  for (const item of items) {
    const text = textOf(item);
    if (!text) continue;
    const lower = text.toLowerCase();
    if (seen.has(lower)) return text;
    seen.add(lower);
  }
  return undefined;
}
