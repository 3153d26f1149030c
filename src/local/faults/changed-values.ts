/**
 * Copies a JSON value and changes each of its values, from the inside out. Unchanged objects and lists are not copied.
 */
export function changedValues(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => changedValues(item, change));
    return change(items.some((item, index) => item !== value[index]) ? items : value);
  }
  if (typeof value !== 'object' || value === null) return change(value);
  const members = Object.entries(value);
  const changed = members.map(([name, member]) => [name, changedValues(member, change)] as const);
  const isChanged = changed.some(([, member], index) => member !== members[index]?.[1]);
  return change(isChanged ? Object.fromEntries(changed) : value);
}
