// Symbol.for: two copies of the package recognize each other's marks. Not enumerable: printing and equality ignore it.
const brand = Symbol.for('crosscheck.answer');
const mark = { value: true };

/** Marks a value, and everything nested in it, as read from a response. */
export function markAsResponse<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !isFromResponse(value)) {
    const isMarked = Reflect.defineProperty(value, brand, mark);
    if (isMarked) for (const member of Object.values(value)) markAsResponse(member);
  }
  return value;
}

/** Returns whether an object or array was read from a response by a client. */
export function isFromResponse(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, brand);
}
