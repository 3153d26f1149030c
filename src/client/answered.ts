// Registered globally, and not enumerable: copies of the package know each other's answers, and nothing else sees it.
const brand = Symbol.for('crosscheck.answer');
const mark = { value: true };

/** Marks a value that a service answered, and everything in it. */
export function markAnswered<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !isAnswered(value)) {
    const isMarked = Reflect.defineProperty(value, brand, mark);
    if (isMarked) for (const member of Object.values(value)) markAnswered(member);
  }
  return value;
}

/** Tells whether a client read a value, or an object or list that it is, from the answer of a service. */
export function isAnswered(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, brand);
}
