/** Returns a list. Throws if it is empty, because a test that loops over it would pass for nothing. */
export function nonEmpty<Item>(list: readonly Item[]): readonly Item[] {
  if (list.length === 0) throw new Error('the list is empty, so that this loop would test nothing');
  return list;
}
