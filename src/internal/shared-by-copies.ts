/**
 * Returns a value that all copies of the package in this realm share: that which is imported and that which is required,
 * several installed versions, and the copies that a test runner makes when it evaluates a module again.
 */
export function sharedByCopies<Value extends object>(name: string, create: () => Value): Value {
  const values = globalThis as { [key: symbol]: Value | undefined };
  const key = Symbol.for(`crosscheck.${name}`);
  values[key] ??= create();
  return values[key];
}
