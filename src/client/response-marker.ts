/** Objects and arrays that clients read from responses. All installed copies of the package share the set. */
const responses: WeakSet<object> = sharedSet(Symbol.for('crosscheck.responses'));

function sharedSet(key: symbol): WeakSet<object> {
  const shared = globalThis as { [key: symbol]: WeakSet<object> | undefined };
  shared[key] ??= new WeakSet();
  return shared[key];
}

/** Marks a value, and everything nested in it, as read from a response. Changes none of them: a transform may share one. */
export function markAsResponse<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !responses.has(value)) {
    responses.add(value);
    for (const member of Object.values(value)) markAsResponse(member);
  }
  return value;
}

/** Returns whether an object or array was read from a response by a client. */
export function isFromResponse(value: unknown): boolean {
  return typeof value === 'object' && value !== null && responses.has(value);
}
