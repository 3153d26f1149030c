/**
 * Finds the first text of some items that one before it had, whatever the case of its letters. An item without a text,
 * or with an empty one, is passed over.
 */
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
